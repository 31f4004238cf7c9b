"""Whether a lens that is thought to be known is still that of a picture, and which way up. Used with profiles."""

import math
from collections.abc import Sequence

from .arrays import UInt8Array
from .camera import Lens
from .locating import LocatedMat, locate_mat, located_by
from .mat import BABEL_MAT, Mat
from .refusal import Unreadable

# Chosen on photos with known lenses: the right one stays below, one whose focal length is 15 % off mostly above.
_TIMES_WORSE, _PX_WORSE = 1.6, 0.3
# The width or height that those pixels belong to.
_OF_PX = 1280


def fitting_lens(frame_gray: UInt8Array, lenses: Sequence[Lens], mat: Mat = BABEL_MAT) -> Lens | None:
    """The lens, of several, under which the mat's markers lie best.

    Parameters
    ----------
    frame_gray : uint8 array of shape (height, width)
    lenses : sequence of Lens
        For this picture size, at least one, the likeliest first.
    mat : Mat
        That is in view.

    Returns
    -------
    Lens or None
        The first where no mat is found by which it could be told; None where none fits. A mat that curls is no reason
        for that: what counts is how much better any other lens explains the markers.
    """
    freely = locate_mat(frame_gray, mat=mat)
    if isinstance(freely, Unreadable):
        return lenses[0]
    allowed_px = _TIMES_WORSE * freely.reprojection_error_px + _PX_WORSE * max(frame_gray.shape) / _OF_PX
    errors_px = [_error_px(freely, lens) for lens in lenses]
    best = min(range(len(lenses)), key=errors_px.__getitem__)
    return lenses[best] if errors_px[best] <= allowed_px else None


def _error_px(freely: LocatedMat, lens: Lens) -> float:
    """How far the markers lie from where this lens would show them; infinite where no pose does."""
    located = located_by(lens, freely)
    return math.inf if isinstance(located, Unreadable) else located.reprojection_error_px
