"""How bright one small picture is beside another one of the same scene, and what shows in it whatever the light.

Used by differing, scene and reaching.
"""

import cv2
import numpy as np

from calibration.arrays import Float32Array, FloatArray, UInt8Array
from calibration.colours import grey

#: Small pixels that a detail is compared with, across.
AROUND_PX = 9
# Brightness is told by so many pixels; what differs by this share more or less is told otherwise.
_FEWEST_MEASURED = 30
_OTHERWISE_LIT = 0.1
# Pixels tell how bright the picture has become that differ from those round them by such a share, and by as much before
# and after, but for such a share of it; if so many of those with details do: under what lies over them few do.
_DETAILED, _SAME_DETAIL, _SAME_SHARE = 0.1, 0.3, 0.15


def gains_between(first_bgr: UInt8Array, second_bgr: UInt8Array) -> FloatArray:
    """How many times as bright each channel has become, shape (3,), 0.4..2.5, from one picture to another of its shape.

    The median over the picture, so that what moves counts little. Where that is more than half of it, pixels that show
    the same details in both tell otherwise, and their median counts. 1 where too little can be measured.
    """
    gains = _median_gains(first_bgr[::4, ::4].reshape(-1, 3), second_bgr[::4, ::4].reshape(-1, 3))
    if np.all(abs(gains - 1) < _OTHERWISE_LIT):
        return gains
    before, now = details(first_bgr), details(second_bgr)
    is_detailed = abs(before) > _DETAILED
    is_same = is_detailed & (abs(now - before) < _SAME_DETAIL * abs(before))
    if np.count_nonzero(is_same) < max(_FEWEST_MEASURED, _SAME_SHARE * np.count_nonzero(is_detailed)):
        return gains
    by_details = _median_gains(first_bgr[is_same], second_bgr[is_same])
    return gains if np.all(abs(by_details / gains - 1) < _OTHERWISE_LIT) else by_details


def _median_gains(first_bgr: UInt8Array, second_bgr: UInt8Array) -> FloatArray:
    """The same of pixels, shape (n, 3), by the median alone."""
    first, second = first_bgr.astype(np.float64), second_bgr.astype(np.float64)
    bright = np.all((first > 25) & (first < 245) & (second > 10) & (second < 250), axis=1)
    if np.count_nonzero(bright) < _FEWEST_MEASURED:
        return np.ones(3)
    return np.asarray(np.clip(np.median(second[bright] / first[bright], axis=0), 0.4, 2.5))


def details(small_bgr: UInt8Array) -> Float32Array:
    """How much brighter each pixel is than the mean round it, as a share of that; shape (h, w)."""
    gray = grey(small_bgr).astype(np.float32) + 8.0  # dark noise is no detail
    return np.asarray(gray / cv2.blur(gray, (AROUND_PX, AROUND_PX)) - 1.0, np.float32)


def in_light_of(other_bgr: UInt8Array, small_bgr: UInt8Array) -> UInt8Array:
    """A small picture with each channel as bright as in another one of its shape; as it is where they hardly differ."""
    gains = gains_between(small_bgr, other_bgr)
    if np.all(abs(gains - 1) <= 0.01):
        return small_bgr
    channels = [
        cv2.convertScaleAbs(channel, alpha=gain) for channel, gain in zip(cv2.split(small_bgr), gains, strict=True)
    ]
    return np.asarray(cv2.merge(channels), np.uint8)
