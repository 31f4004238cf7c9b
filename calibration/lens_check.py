"""Whether a lens that is thought to be known is still that of a picture. Used where a profile is used."""

from .camera import Lens, UInt8Array
from .mat import locate_mat
from .refusal import Unreadable

# Chosen on photos with known lenses: the right one stays below, one whose focal length is 15 % off mostly above.
_TIMES_WORSE, _PX_WORSE = 1.6, 0.3
# The width or height that those pixels belong to.
_OF_PX = 1280


def lens_fits(frame_gray: UInt8Array, lens: Lens) -> bool | None:
    """Whether the mat's markers lie as this lens would show them.

    Parameters
    ----------
    frame_gray : uint8 array of shape (height, width)
    lens : Lens
        For this picture size.

    Returns
    -------
    bool or None
        None where no mat is found by which it could be told. A mat that curls is no reason: what counts is how much
        better any other lens explains the markers.
    """
    freely = locate_mat(frame_gray)
    if isinstance(freely, Unreadable):
        return None
    located = locate_mat(frame_gray, lens)
    if isinstance(located, Unreadable):
        return False
    allowed_px = _TIMES_WORSE * freely.reprojection_error_px + _PX_WORSE * max(frame_gray.shape) / _OF_PX
    return bool(located.reprojection_error_px <= allowed_px)
