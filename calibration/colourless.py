"""Whether a picture, or its light, has too little colour to tell paints apart. Used by reader and light meter."""

import cv2
import numpy as np

from .arrays import FloatArray, UInt8Array
from .refusal import Unreadable

#: What a reader answers where the picture is all grey tones.
NO_COLOUR = Unreadable(
    "the photo is black-and-white, and cubes are told apart by colour", "take a colour photo, without a filter"
)
# With less than this share of white's strongest colour the second is too little to tell paints by: in 72 photos
# developed so, of what was said with 0.9 or more, 0.7 % was wrong at 0.04, and at 0.01 2 %.
_NOTHING = 0.03
# Codes (of 255) by which the channels of nearly every pixel agree in a picture of grey tones. In 477 rendered
# photos of towers one pixel in a hundred differs by at least 12; where hardly a pixel reaches a third of full code, the
# darkness alone can make them agree.
_GREY, _NEARLY_EVERY, _BRIGHT = 4, 0.99, 80
# Codes by which the colour of a coarse pixel differs from what is usual where green is as bright, in all but 3 of 100
# pixels. In 846 rendered photos of towers it is less in three, of grey, white and black things alone; of 126 turned
# into one tone, warm or cold, in 126 and 123, of as many with 8 % of their colour left in 89.
_COLOURED, _HARDLY_ANY_IS_COLOURED, _COARSE, _CLIPPED = 3.5, 0.97, 0.2, 250


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

    A picture in which no pixel is free of clipping has none either.

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
