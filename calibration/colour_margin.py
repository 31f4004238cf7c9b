"""How well the paints of a set can be told apart: spread and distances. Used by `calibrate colours`."""

from itertools import combinations

import numpy as np

from rules.games.babel import TYPES

from .arrays import FloatArray, IntArray
from .paints import FACE_SPREAD, LIGHT_SPREAD, Paints

# The spread between faces of one type is as uncertain as if it had been measured on this many faces before.
_FACES_BEFORE = 4.0


def without_light(colours: FloatArray, types: IntArray, lights: IntArray, paints: Paints) -> FloatArray:
    """What is left of faces' colours once paint and light are taken out.

    Parameters
    ----------
    colours : float array of shape (n, 3)
        As for `paints.estimate_paints`, like the next two.
    types, lights : int arrays of shape (n,)
    paints : Paints

    Returns
    -------
    float64 array of shape (n, 3)
        On the opponent axes. The light of each group of faces is its most probable one, given the paints.
    """
    left = colours - paints.colours[types]
    counts = np.bincount(lights)
    means = (
        np.stack([np.bincount(lights, left[:, axis]) for axis in range(3)], axis=-1) / np.maximum(counts, 1)[:, None]
    )
    # A light is drawn toward none, the more the fewer faces tell of it.
    trust = LIGHT_SPREAD**2 / (LIGHT_SPREAD**2 + FACE_SPREAD**2 / np.maximum(counts, 1)[:, None])
    return np.asarray(left - (means * trust)[lights])


def face_spreads(colours: FloatArray, types: IntArray, lights: IntArray, paints: Paints) -> FloatArray:
    """Standard deviation between faces of each type, shape (5, 3), drawn toward `FACE_SPREAD` where few tell of it."""
    left = without_light(colours, types, lights, paints)
    counts = np.bincount(types, minlength=len(TYPES))[:, None]
    squares = np.stack([np.bincount(types, left[:, axis] ** 2, len(TYPES)) for axis in range(3)], axis=-1)
    return np.asarray(np.sqrt((squares + _FACES_BEFORE * FACE_SPREAD**2) / (counts + _FACES_BEFORE)))


def worst_pair(paints: Paints, spreads: FloatArray) -> tuple[int, int, float]:
    """The two types whose paints lie nearest to each other.

    Parameters
    ----------
    paints : Paints
    spreads : float array of shape (5, 3)
        Standard deviation between faces of each type (`face_spreads`).

    Returns
    -------
    one, other : int
        Type numbers.
    margin : float
        Their distance in standard deviations of one face, in the same light.

    Examples
    --------
    >>> from .paints import UNKNOWN_PAINTS
    >>> worst_pair(UNKNOWN_PAINTS, np.tile(FACE_SPREAD, (5, 1)))[:2]
    (0, 1)
    """
    known = paints.colours
    pairs = []
    for one, other in combinations(range(len(TYPES)), 2):
        between = np.sqrt((spreads[one] ** 2 + spreads[other] ** 2) / 2)
        pairs.append((float(np.linalg.norm((known[one] - known[other]) / between)), one, other))
    margin, one, other = min(pairs)
    return one, other, margin
