"""The pictures of a live game, whichever game it is, and how they are followed. Made by sources, given to a step."""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import UInt8Array


@dataclass(frozen=True, slots=True)
class Settings:
    """How a source is followed.

    Attributes
    ----------
    are_stills : bool
        Whether each picture stands for itself, as in a folder of photos, and is read.
    is_live : bool
        Whether the source is a camera, whose noise makes every picture another one.
    waits_for_key : bool
        Whether a picture is read only when a player says that the move is done.
    """

    are_stills: bool = False
    is_live: bool = False
    waits_for_key: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of the source.

    Attributes
    ----------
    picture_bgr : uint8 array of shape (height, width, 3)
    source_time : float
        Seconds since the source began; of a folder of pictures the picture's number.
    """

    picture_bgr: UInt8Array
    source_time: float


@dataclass(frozen=True, slots=True)
class SourceChange:
    """Whether the source sends pictures; told again and again while it does not."""

    is_there: bool
    source_time: float


@dataclass(frozen=True, slots=True)
class SourceEnd:
    """The source has ended: nothing more comes."""


def upright(picture_bgr: UInt8Array, is_mirrored: bool) -> UInt8Array:
    """The picture as it is read: turned round if the source mirrors it."""
    return np.asarray(cv2.flip(picture_bgr, 1), np.uint8) if is_mirrored else picture_bgr
