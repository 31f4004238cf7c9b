"""Colours in linear light, and the light that the mat's white paper sends. Used by vision."""

from functools import cache

import cv2
import numpy as np

from .arrays import BoolArray, FloatArray, UInt8Array
from .camera import CameraPose
from .linear_light import linear_light
from .mat import BABEL_MAT

#: Linear light below this cannot be told from noise and stray light; keeps logarithms finite.
DARKEST = 0.004

# A colour of which white sends less than this share of its strongest one is believed the less, the less there is: what
# a pixel shows of it is noise and compression. Of 0.05 to 0.2, this read photos best that lacked red or blue.
_WEAK = 0.2
# Below this the second strongest colour is too little as well: by 72 photos developed so, of what was said with 0.9
# or more, 0.7 % was wrong at 0.04, and at 0.01 2 %.
_NOTHING = 0.03
# No more than this share of white's light is made up for a pixel: a face turned to the lamp outshines the paper.
_BRIGHTEST = 1.65
_OTHER_TWO = np.array([[1, 2], [0, 2], [0, 1]])

# Codes (of 255) by which the channels of nearly every pixel agree in a picture of grey tones. In 477 rendered
# photos of towers one pixel in a hundred differs by at least 12; where hardly a pixel reaches a third of full code, the
# darkness alone can make them agree.
_GREY, _NEARLY_EVERY, _BRIGHT = 4, 0.99, 80
# Codes by which the colour of a coarse pixel differs from what is usual where green is as bright, in all but 3 of 100
# pixels. In 846 rendered photos of towers it is less in three, of grey, white and black things alone; of 126 turned
# into one tone, warm or cold, in 126 and 123, of as many with 8 % of their colour left in 89.
_COLOURED, _HARDLY_ANY_IS_COLOURED, _COARSE, _CLIPPED = 3.5, 0.97, 0.2, 250


def grey(frame_bgr: UInt8Array) -> UInt8Array:
    """A picture of shape (height, width, 3) without its colours, uint8 of shape (height, width)."""
    return np.asarray(cv2.cvtColor(frame_bgr, cv2.COLOR_BGR2GRAY), np.uint8)


def mat_white(frame_bgr: UInt8Array, pose: CameraPose) -> FloatArray | None:
    """The light on the mat: what its white paper sends to the camera.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    pose : CameraPose

    Returns
    -------
    float64 array of shape (3,), linear red, green, blue, or None
        The median of the brighter half of the paper in view, so that shadows and what stands on the mat count little;
        None where no paper is in view.
    """
    values = light_at(frame_bgr, pose, _blank_paper())
    values = values[~np.isnan(values[:, 0])]
    if len(values) < 20:
        return None
    brightness = values.mean(axis=1)
    return np.asarray(np.maximum(np.median(values[brightness >= np.median(brightness)], axis=0), DARKEST))


@cache
def _blank_paper() -> FloatArray:
    """Points of blank paper round the footprint, shape (n, 3)."""
    steps = np.linspace(-BABEL_MAT.side / 2, BABEL_MAT.side / 2, 81)
    x, y = (axis.ravel() for axis in np.meshgrid(steps, steps))
    points_xy = np.stack([x, y], axis=-1)
    points_xy = points_xy[
        is_blank_paper(points_xy) & (abs(points_xy).max(axis=1) > BABEL_MAT.footprint_side / 2 + 0.15)
    ]
    return np.column_stack([points_xy, np.zeros(len(points_xy))])


def is_blank_paper(points_xy: FloatArray) -> BoolArray:
    """Which points of the ground, shape (..., 2), are the mat's paper with nothing printed on it or near; shape (...).

    Examples
    --------
    >>> is_blank_paper(np.array([[0.5, 0.5], [1.0, 0.5], [2.25, 0.0], [1.5, 0.0], [3.1, 0.0]])).tolist()
    [True, False, False, True, False]
    """
    out = abs(points_xy).max(axis=-1)
    blank = (out < BABEL_MAT.side / 2 - 0.1) & (abs(out - BABEL_MAT.footprint_side / 2) > 0.08)
    for _, *centre_xy in BABEL_MAT.marker_centres:
        blank &= abs(points_xy - centre_xy).max(axis=-1) > BABEL_MAT.marker_side / 2 + 0.08
    return np.asarray(blank, np.bool_)


def light_at(frame_bgr: UInt8Array, pose: CameraPose, points_xyz: FloatArray) -> FloatArray:
    """The light that points in the world send to the camera, if nothing hides them.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    pose : CameraPose
    points_xyz : float array of shape (n, 3)

    Returns
    -------
    float64 array of shape (n, 3), linear red, green, blue; NaN outside the picture and behind the camera
    """
    points_xy = np.rint(pose.project(points_xyz)).astype(int)
    height, width = frame_bgr.shape[:2]
    inside = np.all((points_xy >= 0) & (points_xy < [width, height]), axis=1) & (pose.depth(points_xyz) > 0)
    light = np.full((len(points_xyz), 3), np.nan)
    light[inside] = linear_light(frame_bgr[points_xy[inside, 1], points_xy[inside, 0]])[:, ::-1]
    return light


def is_grey(picture_bgr: UInt8Array) -> bool:
    """Whether a picture is all grey tones: black-and-white, or by infrared. Too dark a one is not said to be.

    Parameters
    ----------
    picture_bgr : uint8 array of shape (height, width, 3)
    """
    # Channel by channel: a reduction over an axis of length three is many times slower, and every look asks this.
    blue, green, red = np.moveaxis(picture_bgr[::4, ::4], -1, 0)
    brightest = np.maximum(np.maximum(blue, green), red)
    if (brightest < _BRIGHT).mean() > _NEARLY_EVERY:
        return False
    spread = brightest - np.minimum(np.minimum(blue, green), red)
    return bool((spread < _GREY).mean() > _NEARLY_EVERY)


def has_hardly_colour(picture_bgr: UInt8Array) -> bool:
    """Whether the lightness of a pixel tells its colour, as after a filter: black-and-white, tinted or nearly so.

    Parameters
    ----------
    picture_bgr : uint8 array of shape (height, width, 3)
    """
    # Each pixel is a mean over many: compression leaves false colours in single ones.
    small = cv2.resize(picture_bgr, None, fx=_COARSE, fy=_COARSE, interpolation=cv2.INTER_AREA)
    blue, green, red = np.moveaxis(small.reshape(-1, 3).astype(np.int64), -1, 0)
    is_told = (np.maximum(np.maximum(blue, green), red) < _CLIPPED) & (np.minimum(np.minimum(blue, green), red) > 0)
    if not is_told.any():
        return True
    green = green[is_told]
    count = np.maximum(np.bincount(green), 1)
    off = np.zeros(len(green))
    for channel in (blue[is_told] - green, red[is_told] - green):
        usual = np.bincount(green, weights=channel) / count
        off = np.maximum(off, abs(channel - usual[green]))
    return bool(np.quantile(off, _HARDLY_ANY_IS_COLOURED) < _COLOURED)


def white_balanced(light: FloatArray, white: FloatArray) -> FloatArray:
    """Light in terms of what white paper sends, each colour by itself (von Kries).

    Under a candle, or any lamp for which the camera is not set, hardly any blue comes back even from white. The less
    there is of such a colour, the more what the other two tell takes its place: the logarithms of most paints' and
    woods' reflectances rise or fall steadily from red to blue.

    Parameters
    ----------
    light : float array of shape (..., 3), linear red, green, blue
    white : float array of shape (3,), above 0
        `mat_white`, or what stands for it.

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


def is_of_one_colour(white: FloatArray) -> bool:
    """Whether so little but one colour comes from white paper, shape (3,), that paints cannot be told apart.

    Examples
    --------
    >>> is_of_one_colour(np.array([0.9, 0.01, 0.008]))
    True
    >>> is_of_one_colour(np.array([0.9, 0.5, 0.008]))
    False
    """
    return bool(np.median(white) < _NOTHING * white.max())


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
