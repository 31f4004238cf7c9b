"""What is known of a focal length before anything is measured. Used wherever a pose is found without a known lens."""

from dataclasses import dataclass

import numpy as np

from .arrays import FloatArray

# Chosen: phones, laptops and webcams have some 0.85 times the picture's longer side, and a factor of 1.6 off is one
# standard deviation. What a file claims is right to a few per cent, unless the photo was cropped; a lens that is known
# is held to.
_USUAL_OVER_LONGER, _USUAL_SPREAD, _CLAIMED_SPREAD, _KNOWN_SPREAD = 0.85, 0.45, 0.08, 1e-3


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


def known_focal(focal_px: float) -> FocalPrior:
    """That of a lens which was calibrated."""
    return FocalPrior(float(np.log(focal_px)), _KNOWN_SPREAD)


def focal_prior(size_wh: tuple[int, int], claimed_px: float | None) -> FocalPrior:
    """The usual focal length for pictures of a size, or the one that the photo's file claims."""
    if claimed_px:
        return FocalPrior(float(np.log(claimed_px)), _CLAIMED_SPREAD)
    return FocalPrior(float(np.log(_USUAL_OVER_LONGER * max(size_wh))), _USUAL_SPREAD)
