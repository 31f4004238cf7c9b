"""Joins what the colours and the marks of one cube say, by physical facts alone: no rule of the game is known here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.camera import FloatArray
from rules.games.babel import TYPES, Face, Options, bulge_sets

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
    """

    types: FloatArray
    bulges: Mapping[Face, float]


def join(type_log_likelihoods: Sequence[float] | FloatArray, bulge_log_odds: Mapping[Face, float]) -> CubeBelief:
    """Weigh every type and every way its bulges can lie against the evidence.

    Parameters
    ----------
    type_log_likelihoods : sequence of 5 floats, natural logarithms
    bulge_log_odds : mapping of Face to float
        For the faces in view: natural logarithm of how much likelier their picture is of a bulge than of a hollow.

    Returns
    -------
    CubeBelief

    Examples
    --------
    >>> import math
    >>> even = [math.log(0.2)] * 5
    >>> join(even, {Face.E: 9.0, Face.U: 9.0}).types.round(2).tolist()  # two bulges: neither a 0 nor a 1
    [0.0, 0.0, 0.15, 0.25, 0.6]
    """
    weights, types, shows = [], [], []
    for kind in TYPES:
        arrangements = bulge_sets(kind.number, _EVERY_ARRANGEMENT)
        for bulges in arrangements:
            marks = sum(odds for face, odds in bulge_log_odds.items() if face in bulges)
            weights.append(type_log_likelihoods[kind.number] - np.log(len(arrangements)) + marks)
            types.append(kind.number)
            shows.append([face in bulges for face in bulge_log_odds])
    logs = np.array(weights)
    probabilities = np.exp(logs - np.logaddexp.reduce(logs))
    per_face = np.array(shows, np.float64).reshape(len(logs), -1).T @ probabilities
    return CubeBelief(
        np.asarray(np.bincount(types, probabilities, len(TYPES)), np.float64),
        dict(zip(bulge_log_odds, (float(p) for p in per_face), strict=True)),
    )
