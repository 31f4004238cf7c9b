"""Photos that were made wider or narrower than the camera took them, as by web pages and cameras that fill another
format. Called by the reader.

Of the mat, which lies flat, a wider picture is hardly another than one taken from elsewhere; of cubes it is.
"""

from collections.abc import Iterable

import numpy as np

from calibration.arrays import UInt8Array
from calibration.locating import LocatedMat, stretched
from calibration.refusal import Unreadable
from vision.timing import timed

from .one_view import Standing, stand

# What is tried, as logarithms of how many times as wide: from 3:4 to 4:3, and then twice round the best.
_LOG_STRETCHES = (-0.3, -0.2, -0.1, 0.1, 0.2, 0.3)
_FINER = (0.05, 0.025)
# So much more of the picture a stretched one must explain (nats), that chance moves nothing.
_LEAST_GAIN = 5.0


def unstretched(frame_bgr: UInt8Array, mat: LocatedMat, standing: Standing) -> tuple[LocatedMat, Standing]:
    """The mat as it lies if the picture was stretched by as much as lets what stands there look most like cubes.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    mat : LocatedMat
        As found in this very picture, by a lens that is not known.
    standing : Standing
        What seems to stand there.

    Returns
    -------
    tuple of LocatedMat and Standing
        Also what stands there; as they were where no stretched picture shows more of a tower.
    """
    found = {0.0: (mat, standing)}

    def best_with(log_stretches: Iterable[float]) -> float:
        for log_stretch in log_stretches:
            there = stretched(mat, float(np.exp(log_stretch)))
            if not isinstance(there, Unreadable):
                found[log_stretch] = (there, stand(frame_bgr, there.pose))
        return max(found, key=lambda log_stretch: found[log_stretch][1].score)

    with timed("search"):
        best = best_with(_LOG_STRETCHES)
        for step in _FINER:
            best = best_with((best - step, best + step))
    return found[best] if found[best][1].score > standing.score + _LEAST_GAIN else (mat, standing)
