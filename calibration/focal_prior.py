"""What is known of a lens, and of its focal length, before anything is measured. Used wherever a pose is found."""

from dataclasses import dataclass

import numpy as np

from .arrays import FloatArray
from .camera import Lens

# Chosen: phones, laptops and webcams have some 0.85 times the picture's longer side, and a factor of 1.6 off is one
# standard deviation. What a file claims is right to a few per cent, unless the photo was cropped; a lens that is known
# is held to.
_USUAL_OVER_LONGER, _USUAL_SPREAD, _CLAIMED_SPREAD, _KNOWN_SPREAD = 0.85, 0.45, 0.08, 1e-3


@dataclass(frozen=True, slots=True)
class ClaimedFocal:
    """The focal length that a photo's file claims: it may be rounded, or the photo zoomed or cropped.

    Attributes
    ----------
    focal_px : float
        In pixels of a picture of size `size_wh`.
    size_wh : tuple of int
        Width and height of the picture in pixels.
    """

    focal_px: float
    size_wh: tuple[int, int]

    def scaled_to(self, size_wh: tuple[int, int]) -> "ClaimedFocal":
        """The same for a picture resized to `size_wh`, as `Lens.scaled_to`."""
        return ClaimedFocal(self.focal_px * (size_wh[0] / self.size_wh[0]), size_wh)

    def turned(self, quarters: int) -> "ClaimedFocal":
        """The same for a picture turned by so many quarters."""
        width, height = self.size_wh
        return ClaimedFocal(self.focal_px, (height, width) if quarters % 2 else (width, height))


LensKnowledge = Lens | ClaimedFocal | None
"""What is known of the lens of a picture: all of it, what the photo's file claims, or nothing."""


@dataclass(frozen=True, slots=True)
class FocalPrior:
    """The natural logarithm of a focal length in pixels, normally distributed.

    Attributes
    ----------
    mean : float
    spread : float
        Standard deviation.
    """

    mean: float
    spread: float

    def starts_px(self, usual_px: FloatArray) -> FloatArray:
        """The focal lengths to begin a search with: the one that is told, or else all usual ones, shape (n,)."""
        return np.exp([self.mean]) if self.spread < _USUAL_SPREAD else usual_px

    def surprise(self, log_focal: float) -> float:
        """How far off the logarithm of a focal length is, in standard deviations."""
        return (log_focal - self.mean) / self.spread


def focal_prior(size_wh: tuple[int, int], lens: LensKnowledge = None) -> FocalPrior:
    """What is known of the focal length in pictures of a size, given what is known of the lens for that size."""
    if isinstance(lens, Lens):
        return FocalPrior(float(np.log(lens.matrix[0, 0])), _KNOWN_SPREAD)
    if lens is not None:
        return FocalPrior(float(np.log(lens.focal_px)), _CLAIMED_SPREAD)
    return FocalPrior(float(np.log(_USUAL_OVER_LONGER * max(size_wh))), _USUAL_SPREAD)
