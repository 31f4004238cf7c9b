"""Colours in linear light: in terms of white, and as logarithms in which light is a sum. Used wherever colour is."""

import cv2
import numpy as np

from .arrays import FloatArray, UInt8Array

#: Linear light below this cannot be told from noise and stray light; keeps logarithms finite.
DARKEST = 0.004

# A colour of which white sends less than this share of its strongest one is believed the less, the less there is: what
# a pixel shows of it is noise and compression. Of 0.05 to 0.2, this read photos best that lacked red or blue.
_WEAK = 0.2
# No more than this share of white's light is made up for a pixel: a face turned to the lamp outshines the paper.
_BRIGHTEST = 1.65
_OTHER_TWO = np.array([[1, 2], [0, 2], [0, 1]])


def grey(frame_bgr: UInt8Array) -> UInt8Array:
    """A picture of shape (height, width, 3) without its colours, uint8 of shape (height, width)."""
    return np.asarray(cv2.cvtColor(frame_bgr, cv2.COLOR_BGR2GRAY), np.uint8)


def white_balanced(light: FloatArray, white: FloatArray) -> FloatArray:
    """Light in terms of what white paper sends, each colour by itself (von Kries).

    Under a candle, or any lamp for which the camera is not set, hardly any blue comes back even from white. The less
    there is of such a colour, the more what the other two tell takes its place: the logarithms of most paints' and
    woods' reflectances rise or fall steadily from red to blue.

    Parameters
    ----------
    light : float array of shape (..., 3), linear red, green, blue
    white : float array of shape (3,), above 0
        `paper.mat_white`, or what stands for it.

    Returns
    -------
    float64 array of shape (..., 3), linear red, green, blue
    """
    balanced = light / white
    strength = np.minimum(1.0, white / (_WEAK * white.max()))
    if strength.min() == 1.0:
        return balanced
    belief = 1 - (1 - strength) * strength[_OTHER_TWO].min(axis=1)
    logs = np.log(np.maximum(balanced, DARKEST))
    red, green, blue = np.moveaxis(logs, -1, 0)
    from_others = np.stack([2 * green - blue, (red + blue) / 2, 2 * green - red], axis=-1)
    from_others = np.minimum(from_others, np.log(_BRIGHTEST))
    return np.asarray(np.exp(belief * logs + (1 - belief) * from_others))


def opponent(reflectance: FloatArray) -> FloatArray:
    """Logarithmic opponent axes of linear colours: lightness, red over green, blue over green.

    A change of brightness moves only the first axis, a change of the light's colour only adds to all three, so a
    gain is a sum here.

    Parameters
    ----------
    reflectance : float array of shape (..., 3), linear red, green, blue

    Returns
    -------
    float64 array of shape (..., 3): mean logarithm, log(R/G), log(B/G)
    """
    logs = np.log(np.maximum(reflectance, DARKEST))
    return np.stack([logs.mean(axis=-1), logs[..., 0] - logs[..., 1], logs[..., 2] - logs[..., 1]], axis=-1)


def channel_logs(axes: FloatArray) -> FloatArray:
    """Natural logarithms of red, green and blue on the axes of `opponent`, which this turns back.

    Parameters
    ----------
    axes : float array of shape (..., 3)

    Returns
    -------
    float array of shape (..., 3), red, green, blue

    Examples
    --------
    >>> np.exp(channel_logs(opponent(np.array([0.2, 0.4, 0.8])))).round(6).tolist()
    [0.2, 0.4, 0.8]
    """
    lightness, red_green, blue_green = np.moveaxis(axes, -1, 0)
    green = lightness - (red_green + blue_green) / 3
    return np.stack([green + red_green, green, green + blue_green], axis=-1)
