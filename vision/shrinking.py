"""Making a picture smaller: for finding what is coarse in it, for following it live, for a report."""

import cv2
import numpy as np

from calibration.arrays import UInt8Array


def shrunk(picture: UInt8Array, longest_px: int) -> UInt8Array:
    """The picture with a longer side of `longest_px`; as it is, not copied, if it is no larger.

    Parameters
    ----------
    picture : uint8 array of shape (height, width) or (height, width, channels)
    longest_px : int
    """
    height, width = picture.shape[:2]
    scale = longest_px / max(height, width)
    if scale >= 1:
        return picture
    size_wh = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.resize(picture, size_wh, interpolation=cv2.INTER_AREA), np.uint8)
