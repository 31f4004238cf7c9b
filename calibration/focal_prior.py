"""What is known of a focal length before anything is measured. Used wherever a pose is found without a known lens."""

from dataclasses import dataclass

import numpy as np

# Chosen: phones, laptops and webcams have some 0.85 times the picture's longer side, and a factor of 1.6 off is one
# standard deviation. What a file claims is right to a few per cent, unless the photo was cropped.
_USUAL_OVER_LONGER, _USUAL_SPREAD, _CLAIMED_SPREAD = 0.85, 0.45, 0.08


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

    def surprise(self, log_focal: float) -> float:
        """How far off the logarithm of a focal length is, in standard deviations."""
        return (log_focal - self.mean) / self.spread


def focal_prior(size_wh: tuple[int, int], claimed_px: float | None) -> FocalPrior:
    """The usual focal length for pictures of a size, or the one that the photo's file claims."""
    if claimed_px:
        return FocalPrior(float(np.log(claimed_px)), _CLAIMED_SPREAD)
    return FocalPrior(float(np.log(_USUAL_OVER_LONGER * max(size_wh))), _USUAL_SPREAD)
