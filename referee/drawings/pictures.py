"""Joining and encoding pictures that the program draws. Called by the commands that write one."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from PIL import ExifTags, Image

from calibration.arrays import UInt8Array
from referee.errors import OutputError
from referee.replacing import MADE_BY

#: Endings that a drawn picture can have.
PICTURE_ENDINGS = ("jpg", "jpeg", "png", "webp")
#: What a photo with a reading on it says of itself: drawn over, it shows no tower any more.
READING_DRAWN = "a photo with the reading drawn on it"


def side_by_side(pictures: Sequence[UInt8Array], height: int) -> UInt8Array:
    """Pictures beside each other, each made as high as this, in pixels.

    Parameters
    ----------
    pictures : sequence of uint8 arrays of shape (height, width, 3)
    height : int

    Returns
    -------
    uint8 array of shape (height, width, 3)
    """
    sizes_wh = [(round(picture.shape[1] * height / len(picture)), height) for picture in pictures]
    scaled = [
        cv2.resize(picture, size, interpolation=cv2.INTER_AREA if height <= len(picture) else cv2.INTER_CUBIC)
        for picture, size in zip(pictures, sizes_wh, strict=True)
    ]
    return np.asarray(np.hstack(scaled), np.uint8)


def encode_picture(frame_bgr: UInt8Array, path: Path, description: str = "") -> bytes:
    """The picture in the format that the path's ending names; it keeps the description."""
    exif = Image.Exif()
    exif[ExifTags.Base.Software] = MADE_BY
    if description:
        exif[ExifTags.Base.ImageDescription] = description
    fields = np.frombuffer(exif.tobytes().removeprefix(b"Exif\0\0"), np.uint8)
    done, data = cv2.imencodeWithMetadata(path.suffix.lower(), frame_bgr, [cv2.IMAGE_METADATA_EXIF], [fields])
    if not done:
        raise OutputError(f"{path}: the picture cannot be written as {path.suffix}")
    return bytes(data.tobytes())
