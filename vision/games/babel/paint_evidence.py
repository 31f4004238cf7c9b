"""What is known of a set's paints, joined to what the network says of types. Used by the babel reader.

The network has learned what sets look like in general. A profile says which of them this one is: how much likelier does
that make each face's colour, for each type its cube may have? Gaussian paints, and one unknown light for each side.
"""

import numpy as np
from numpy.typing import NDArray

from calibration.camera import FloatArray
from calibration.paints import FACE_SPREAD, LIGHT_SPREAD, PAINT_SPREAD, USUAL_PAINTS, Paints

# A side's light follows from the other cubes' types, and they from the light: after two rounds hardly more changes.
_ROUNDS = 2


def with_paints(
    type_log_likelihoods: FloatArray,
    colours: FloatArray,
    cubes: NDArray[np.int64],
    sides: NDArray[np.int64],
    paints: Paints,
) -> FloatArray:
    """Weigh types anew, once a set's paints are known.

    Parameters
    ----------
    type_log_likelihoods : float array of shape (number of cubes, 5)
        Natural logarithms, as one says who knows sets in general.
    colours : float array of shape (n, 3)
        Of each face's rim, on the opponent axes, over the mat's white.
    cubes, sides : int arrays of shape (n,)
        Which cube each face belongs to, and which side of the tower it is on: one side has one light.
    paints : Paints

    Returns
    -------
    float64 array of shape (number of cubes, 5)
        Normalised; unchanged where nothing is known of the paints.
    """
    known = np.asarray(paints.information, np.float64)[:, None] * np.ones(3)
    usual = USUAL_PAINTS, FACE_SPREAD**2 + np.tile(PAINT_SPREAD**2, (len(USUAL_PAINTS), 1))
    own = USUAL_PAINTS + paints.deviations, FACE_SPREAD**2 + (1 - known) * PAINT_SPREAD**2
    joined = type_log_likelihoods
    for _ in range(_ROUNDS):
        chances = np.exp(joined - np.logaddexp.reduce(joined, axis=1, keepdims=True))
        gains = _fit(colours, cubes, sides, chances, *own) - _fit(colours, cubes, sides, chances, *usual)
        # Faces of one cube share what its paint is off, so they count as one look at it: their mean.
        sums = np.stack([np.bincount(cubes, gains[:, kind], len(joined)) for kind in range(gains.shape[1])], axis=-1)
        joined = type_log_likelihoods + sums / np.maximum(np.bincount(cubes, minlength=len(joined)), 1)[:, None]
    return np.asarray(joined - np.logaddexp.reduce(joined, axis=1, keepdims=True))


def _fit(
    colours: FloatArray,
    cubes: NDArray[np.int64],
    sides: NDArray[np.int64],
    chances: FloatArray,
    means: FloatArray,
    variances: FloatArray,
) -> FloatArray:
    """Log-probability of each face's colour for each type, shape (n, 5); the other cubes' faces tell the light."""
    # What each face says of its side's light, weighed by how likely each type is: precision and mean times precision.
    chance = chances[cubes][:, :, None]
    precision = (chance / variances).sum(axis=1)
    pulled = (chance * (colours[:, None] - means) / variances).sum(axis=1)
    others = (sides[:, None] == sides) & (cubes[:, None] != cubes)
    total = LIGHT_SPREAD**-2 + others @ precision
    light, doubt = (others @ pulled / total)[:, None], (1 / total)[:, None]
    left = colours[:, None] - means - light
    return np.asarray(-0.5 * (left**2 / (variances + doubt) + np.log(variances + doubt)).sum(axis=-1))
