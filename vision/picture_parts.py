"""Parts of a picture in which a tower is looked for by itself. Used where there is no mat, and for screenshots.

Lines on table and wall drown those of a tower that takes up little of a picture. So it is also looked for where lines
lie densest, as its joints and marks do, in a part that is cut out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.arrays import FloatArray, UInt8Array
from calibration.camera import CameraPose, Lens, plain_lens, scaled_points

from .shrinking import shrunk
from .vanishing_points import find_line_ends

# Lines are counted on squares of so many pixels, those of a length between these shares of the picture's longer side.
_SQUARE_PX, _SHORTEST, _LONGEST = 8, 1 / 200, 1 / 8


@dataclass(frozen=True, slots=True)
class Part:
    """A rectangle of a picture, in whole pixels of it.

    Attributes
    ----------
    left, top, width, height : int
    """

    left: int
    top: int
    width: int
    height: int

    def of(self, picture: UInt8Array) -> UInt8Array:
        """What it holds of a picture, shape (height, width) or (height, width, channels)."""
        return picture[self.top : self.top + self.height, self.left : self.left + self.width]

    def in_frame(self, pose: CameraPose, frame_wh: tuple[int, int]) -> CameraPose:
        """A pose for this part as one for all of the picture, of this size."""
        return replace(pose, lens=pose.lens.cropped(-np.array([self.left, self.top]), frame_wh))

    @classmethod
    def whole(cls, size_wh: tuple[int, int]) -> "Part":
        """All of a picture of this size."""
        return cls(0, 0, *size_wh)

    @classmethod
    def round_point(cls, x: float, y: float, side: float, size_wh: tuple[int, int]) -> "Part":
        """The square of this side round a point, moved and cut so that it lies in a picture of this size."""
        spans = []
        for middle, size in zip((x, y), size_wh, strict=True):
            length = min(round(side), size)
            spans.append((min(max(round(middle - length / 2), 0), size - length), length))
        (left, width), (top, height) = spans
        return cls(left, top, width, height)

    @classmethod
    def middle(cls, share: float, size_wh: tuple[int, int]) -> "Part":
        """The square in the picture's middle, its side this share of the longer one."""
        width, height = size_wh
        return cls.round_point(width / 2, height / 2, share * max(size_wh), size_wh)


@dataclass(frozen=True, slots=True, eq=False)
class Cutting:
    """A part of a picture, made smaller.

    Attributes
    ----------
    picture : uint8 array of shape (height, width)
    part : Part
        What was cut out.
    frame_wh : tuple of int
        Width and height of the picture from which it was cut.
    """

    picture: UInt8Array
    part: Part
    frame_wh: tuple[int, int]

    @classmethod
    def of(cls, frame_gray: UInt8Array, part: Part, longest_px: int) -> "Cutting":
        """A part of a picture of shape (height, width), its longer side `longest_px` at most."""
        return cls(shrunk(part.of(frame_gray), longest_px), part, (frame_gray.shape[1], frame_gray.shape[0]))

    @property
    def size_wh(self) -> tuple[int, int]:
        """Its width and height in pixels."""
        return self.picture.shape[1], self.picture.shape[0]

    @property
    def whole_wh(self) -> tuple[int, int]:
        """The size of all of the picture, made smaller alike."""
        across, down = self._scale_xy.tolist()
        return round(self.frame_wh[0] * across), round(self.frame_wh[1] * down)

    @property
    def lens_middle_xy(self) -> FloatArray:
        """The middle of all of the picture, (2,), in pixels from the middle of this part."""
        middle_xy = (np.array(self.frame_wh) - 1) / 2 - (self.part.left, self.part.top)
        return scaled_points(middle_xy, self._scale_xy) - (np.array(self.size_wh) - 1) / 2

    def lens(self, focal_px: float) -> Lens:
        """One without distortion that looks through the middle of all of the picture."""
        return plain_lens(focal_px, self.size_wh).cropped(-self.lens_middle_xy, self.size_wh)

    def in_frame(self, pose: CameraPose) -> CameraPose:
        """A pose for this part as one for all of the picture, at its size."""
        return self.part.in_frame(pose.scaled_to((self.part.width, self.part.height)), self.frame_wh)

    @property
    def _scale_xy(self) -> FloatArray:
        return np.divide(self.size_wh, (self.part.width, self.part.height))


def busiest_parts(frame_gray: UInt8Array, shares: Sequence[float]) -> list[Part]:
    """The squares with the most lines in them, their sides these shares of the longer side of a picture (height,
    width)."""
    height, width = frame_gray.shape
    longer = max(height, width)
    ends = find_line_ends(frame_gray)
    lengths = np.linalg.norm(ends[:, 2:] - ends[:, :2], axis=1)
    middles = (ends[:, :2] + ends[:, 2:])[(lengths > _SHORTEST * longer) & (lengths < _LONGEST * longer)] / 2
    columns, rows = (middles // _SQUARE_PX).astype(int).T
    counts = np.zeros((height // _SQUARE_PX + 1, width // _SQUARE_PX + 1), np.float32)
    np.add.at(counts, (rows, columns), 1)
    parts = []
    for side in (share * longer for share in shares):
        density = cv2.GaussianBlur(counts, (0, 0), side / _SQUARE_PX / 4, borderType=cv2.BORDER_CONSTANT)
        row, column = np.unravel_index(int(density.argmax()), density.shape)
        parts.append(Part.round_point((column + 0.5) * _SQUARE_PX, (row + 0.5) * _SQUARE_PX, side, (width, height)))
    return parts
