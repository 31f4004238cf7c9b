"""Joins what the colours and the marks of one cube say, by physical facts alone: no rule of the game is known here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import FloatArray
from rules.games.babel import TYPES, Candidate, Face, Options, bulge_sets
from vision.faces import FACE_PLACES
from vision.games.babel.evidence import CubeEvidence
from vision.logs import normalised_logs

from .inventory import with_inventory

#: Every cube that a set in the shops may hold, as (type, bulges); which of them a set holds is an option of the rules.
WHOLE_CUBES: tuple[tuple[int, frozenset[Face]], ...] = tuple(
    (kind.number, bulges) for kind in TYPES for bulges in bulge_sets(kind.number, Options(type2="both", type3="both"))
)
#: The type of each, shape (n,), and in how many arrangements cubes of this type come, shape (n,).
TYPES_OF = np.array([number for number, _ in WHOLE_CUBES])
ARRANGEMENTS_OF = np.bincount(TYPES_OF)[TYPES_OF]
#: 1 where each has a bulge on each face, in the order of `Face`, else 0; shape (n, 6).
SHOWS = np.array([[face in bulges for face in Face] for _, bulges in WHOLE_CUBES], np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class CubeBelief:
    """What one cube is, all evidence joined.

    Attributes
    ----------
    types : float64 array of shape (5,)
        Probability of each type.
    bulges : mapping of Face to float
        Probability of a bulge on each face that was asked for.
    whole : tuple of (type, bulges, log-probability)
        Everything that the cube can be, all six faces, with natural logarithms.
    """

    types: FloatArray
    bulges: Mapping[Face, float]
    whole: tuple[Candidate, ...]


def join(type_log_likelihoods: Sequence[float] | FloatArray, bulge_log_odds: Mapping[Face, float]) -> CubeBelief:
    """Weigh every type and every way its bulges can lie against the evidence.

    Parameters
    ----------
    type_log_likelihoods : sequence of 5 floats, natural logarithms
    bulge_log_odds : mapping of Face to float
        For the faces in view: natural logarithm of the odds of a bulge, as one who takes bulges and hollows for equally
        common on cubes of every type would give them.

    Returns
    -------
    CubeBelief

    Examples
    --------
    >>> import math
    >>> even = [math.log(0.2)] * 5
    >>> join(even, {Face.E: 9.0, Face.U: 9.0}).types.round(2).tolist()  # two bulges: neither a 0 nor a 1
    [0.0, 0.0, 0.1, 0.29, 0.61]
    """
    odds = np.array(list(bulge_log_odds.values()), np.float64)
    faces = tuple(bulge_log_odds)
    logs = np.asarray(type_log_likelihoods)[TYPES_OF] - np.log(ARRANGEMENTS_OF) + _shows(faces) @ odds
    return _belief(logs, faces)


def alone(cube: CubeEvidence) -> CubeBelief:
    """What a cube is by its own colours and marks, whatever the others in the tower are."""
    return join(cube.type_log_likelihoods, {face.face: face.bulge_log_odds for face in cube.faces})


def _shows(faces: Sequence[Face]) -> FloatArray:
    """The columns of `SHOWS` of some faces, shape (n, len(faces))."""
    return np.asarray(SHOWS[:, [FACE_PLACES[face] for face in faces]])


def of_one_box(beliefs: Sequence[CubeBelief]) -> tuple[CubeBelief, ...]:
    """The same cubes once it is known that they mostly come from one box (`inventory`)."""
    if not beliefs:
        return ()
    types = np.log(np.maximum([belief.types for belief in beliefs], np.finfo(float).tiny))
    gains = with_inventory(types) - types
    return tuple(
        _belief(np.array([log for *_, log in belief.whole]) + gain[TYPES_OF], tuple(belief.bulges))
        for belief, gain in zip(beliefs, gains, strict=True)
    )


def _belief(logs: FloatArray, faces: Sequence[Face]) -> CubeBelief:
    """The belief of what a cube is, by an unnormalised log-probability of each of `WHOLE_CUBES`; marks of `faces`."""
    logs = normalised_logs(logs)
    probabilities = np.exp(logs)
    return CubeBelief(
        types=np.asarray(np.bincount(TYPES_OF, probabilities, len(TYPES)), np.float64),
        bulges=dict(zip(faces, (float(p) for p in probabilities @ _shows(faces)), strict=True)),
        whole=tuple((number, bulges, float(log)) for (number, bulges), log in zip(WHOLE_CUBES, logs, strict=True)),
    )
