"""From the codes of a picture to the light that fell there. Used wherever light is added, compared or halved."""

import numpy as np

from .arrays import FloatArray, UInt8Array

_CODES = np.arange(256) / 255
#: `linear_light` of every code from 0 to 255, rising.
LINEAR_LIGHT: FloatArray = np.where(_CODES <= 0.04045, _CODES / 12.92, ((_CODES + 0.055) / 1.055) ** 2.4)


def linear_light(values: UInt8Array) -> FloatArray:
    """Undo the sRGB transfer curve (IEC 61966-2-1).

    Parameters
    ----------
    values : uint8 array of any shape

    Returns
    -------
    float64 array of the same shape, 0..1

    Examples
    --------
    >>> linear_light(np.array([0, 255], np.uint8)).tolist()
    [0.0, 1.0]
    """
    return LINEAR_LIGHT[values]
