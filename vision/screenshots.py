"""The photo in a screenshot: a camera leaves noise nearly everywhere, and what a program draws is flat. Used by the
babel reader, for the lens's middle is that of the photo."""

import cv2
import numpy as np

from calibration.arrays import UInt8Array

from .picture_parts import Part

# In squares of so many pixels it is counted how many differ from the next to the right or below: of text, and of
# patterns on which messages lie, a smaller share than this, and of a photo's smooth walls mostly a larger one.
_SQUARE_PX, _SHARE = 16, 0.4


def photo_in_screenshot(frame_bgr: UInt8Array) -> Part:
    """The part of a picture that is drawn least, to whole squares of 16 pixels.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)

    Returns
    -------
    Part
        All of a picture that is but a photo, or has none in it.
    """
    height, width = frame_bgr.shape[:2]
    columns, rows = max(width // _SQUARE_PX, 1), max(height // _SQUARE_PX, 1)
    corner = frame_bgr[:-1, :-1]
    differs = ((corner != frame_bgr[:-1, 1:]) | (corner != frame_bgr[1:, :-1])).any(axis=2)
    noise = cv2.resize(differs.astype(np.float32), (columns, rows), interpolation=cv2.INTER_AREA) - _SHARE
    # Of all rectangles the one with the largest sum: for each pair of rows, the best run of columns (Kadane).
    sums = np.pad(noise, ((1, 0), (1, 0))).cumsum(axis=0).cumsum(axis=1)
    tops, bottoms = np.triu_indices(rows + 1, 1)
    left_of = sums[bottoms] - sums[tops]
    gains = left_of - np.minimum.accumulate(left_of, axis=1)
    best, right = np.unravel_index(int(gains.argmax()), gains.shape)
    if gains[best, right] <= 0:
        return Part.whole((width, height))
    left = left_of[best, : right + 1].argmin()
    ends = np.array([left, tops[best], right, bottoms[best]]) * np.tile(np.divide((width, height), (columns, rows)), 2)
    x, y, end_x, end_y = np.rint(ends).astype(int).tolist()
    return Part(x, y, end_x - x, end_y - y)
