"""Joins what the colours and the marks of one cube say, by physical facts alone: no rule of the game is known here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.camera import FloatArray
from rules.games.babel import TYPES, Candidate, Face, Options, bulge_sets

from .inventory import with_inventory

#: A cube may have any arrangement that the sets in the shops may have: which one is a matter of the rules' options.
_EVERY_ARRANGEMENT = Options(type2="both", type3="both")


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
    possible = [(kind.number, bulges) for kind in TYPES for bulges in bulge_sets(kind.number, _EVERY_ARRANGEMENT)]
    types = [number for number, _ in possible]
    shows = np.array([[face in bulges for face in bulge_log_odds] for _, bulges in possible], np.float64)
    arrangements = np.bincount(types)[types]
    odds = np.array(list(bulge_log_odds.values()), np.float64)
    logs = np.asarray(type_log_likelihoods)[types] - np.log(arrangements) + shows @ odds
    return _belief(possible, logs, tuple(bulge_log_odds))


def of_one_box(beliefs: Sequence[CubeBelief]) -> tuple[CubeBelief, ...]:
    """The same cubes once it is known that they mostly come from one box (`inventory`)."""
    if not beliefs:
        return ()
    alone = np.log(np.maximum([belief.types for belief in beliefs], np.finfo(float).tiny))
    gains = with_inventory(alone) - alone
    return tuple(
        _belief(
            [(number, bulges) for number, bulges, _ in belief.whole],
            np.array([log + gain[number] for number, _, log in belief.whole]),
            tuple(belief.bulges),
        )
        for belief, gain in zip(beliefs, gains, strict=True)
    )


def _belief(possible: Sequence[tuple[int, frozenset[Face]]], logs: FloatArray, faces: Sequence[Face]) -> CubeBelief:
    """The belief of what a cube can be, by unnormalised log-probabilities; marks are told of `faces`."""
    logs = logs - np.logaddexp.reduce(logs)
    probabilities = np.exp(logs)
    shows = np.array([[face in bulges for face in faces] for _, bulges in possible], np.float64)
    return CubeBelief(
        types=np.asarray(np.bincount([number for number, _ in possible], probabilities, len(TYPES)), np.float64),
        bulges=dict(zip(faces, (float(p) for p in probabilities @ shows), strict=True)),
        whole=tuple((number, bulges, float(log)) for (number, bulges), log in zip(possible, logs, strict=True)),
    )
