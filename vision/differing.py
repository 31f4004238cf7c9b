"""Where two small pictures of a fixed camera differ, once drifting brightness and trembling are taken out.

Used by scene and reaching.
"""

import cv2
import numpy as np

from calibration.arrays import BoolArray, UInt8Array

from .brightness import in_light_of
from .flicker import in_bands_of

#: Codes (of 255) by which a black pixel must differ to have moved from one frame to the next, or changed since the last
#: look; a white one must differ by 16 more. Chosen: noise of a webcam, averaged over 4 x 4 pixels, is 2 to 4 codes.
MOVED, CHANGED = 8, 10
_MORE_IF_BRIGHT = 16 / 255
# By so much of what a pixel differs from those round it: an edge may lie that far (small pixels) from where it lay.
_MORE_AT_EDGES = 0.15
# A picture that lies no farther (small pixels) from another one shows that its camera trembles; one that lies farther,
# that it was moved.
_TREMBLES_PX = 3.0
# It does if so many small pixels, and such a share of those that differ, do so no more once it is moved back; or all
# but so few do not.
_LEAST_STEADIED, _SHARE_STEADIED, _HARDLY_ANY = 30, 0.2, 0.3
# How surely that is found: after so many steps, or one that changes the correlation by less.
_STEPS = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 10, 1e-3)
_BURNT_OUT = 250
# Noise in little light (codes between two pictures, as `_noise` tells it) above which pictures are averaged over 3 x 3
# small pixels before they are compared; below, fewer than ten pixels differ by it. What is left of it raises the codes
# in this ratio, up to so many times: so that no more differ.
_NOISY, _LEFT, _MOST_TIMES = 4.0, 2.5, 3.0
# Noise is told from what moves as it differs from one pixel to another so many rows and columns away.
_APART_PX = 3
#: Small pixels moving near the tower, above which something moves: a finger tip is some twenty.
MOVING_PIXELS = 10


def steadied(small_bgr: UInt8Array, anchor_bgr: UInt8Array, codes: int) -> tuple[UInt8Array, BoolArray]:
    """A small picture moved back onto another one of its size, where its camera trembles; and where they differ.

    Parameters
    ----------
    small_bgr, anchor_bgr : uint8 arrays of shape (h, w, 3)
    codes : int
        By how much, 0..255, what is black has to differ; `MOVED` or `CHANGED`.

    Returns
    -------
    tuple of uint8 array of shape (h, w, 3) and bool array of shape (h, w)
    """
    differs = _differs(anchor_bgr, small_bgr, codes)
    differing = int(np.count_nonzero(differs))
    if differing <= MOVING_PIXELS:
        return small_bgr, differs
    evened = in_bands_of(anchor_bgr, small_bgr)
    if evened is not None:
        left = _differs(anchor_bgr, evened, codes)
        still_differing = int(np.count_nonzero(left))
        if _is_better(still_differing, differing):
            small_bgr, differs, differing = evened, left, still_differing
    moved = None if differing <= MOVING_PIXELS else _moved_back(small_bgr, anchor_bgr)
    if moved is None:
        return small_bgr, differs
    left = _differs(anchor_bgr, moved, codes, _MORE_AT_EDGES)
    # What moves in the picture may mislead, or tell nothing: then what had not moved differs.
    is_misled = np.count_nonzero(left & ~differs) > MOVING_PIXELS
    is_better = _is_better(int(np.count_nonzero(left)), differing)
    return (moved, left) if not is_misled and is_better else (small_bgr, differs)


def _is_better(left: int, differing: int) -> bool:
    """Whether clearly fewer small pixels are left that differ: many fewer, or hardly any."""
    return left <= _HARDLY_ANY * differing or differing - left > max(_LEAST_STEADIED, _SHARE_STEADIED * differing)


def _moved_back(small_bgr: UInt8Array, anchor_bgr: UInt8Array) -> UInt8Array | None:
    """A small picture moved onto another one of its size; None if it lies farther off than a camera trembles.

    By the enhanced correlation coefficient (Evangelidis and Psarakis 2008), which brightness does not mislead.
    """
    anchor, small = (cv2.pyrDown(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)) for picture in (anchor_bgr, small_bgr))
    start, everywhere = np.eye(2, 3, dtype=np.float32), np.full(small.shape, 255, np.uint8)
    try:
        # Not smoothed any further, which makes it less exact.
        _, found = cv2.findTransformECC(anchor, small, start, cv2.MOTION_TRANSLATION, _STEPS, everywhere, 1)
    except cv2.error:
        return None  # There is nothing to hold on to.
    shift_xy = 2 * np.asarray(found, np.float64)[:, 2]
    if np.hypot(*shift_xy) > _TREMBLES_PX:
        return None
    back = np.column_stack([np.eye(2), shift_xy])
    size_wh = (small_bgr.shape[1], small_bgr.shape[0])
    how = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(small_bgr, back, size_wh, flags=how, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _differs(first_bgr: UInt8Array, second_bgr: UInt8Array, codes: int, at_edges: float = 0.0) -> BoolArray:
    """Where two small pictures differ by more than so many codes, once a change of brightness is taken out, and such a
    share of what pixels differ from those round them."""
    if _noise(first_bgr, second_bgr) > _NOISY:
        first_bgr, second_bgr = (np.asarray(cv2.blur(each, (3, 3)), np.uint8) for each in (first_bgr, second_bgr))
        codes = round(codes * np.clip(_noise(first_bgr, second_bgr) / _LEFT, 1, _MOST_TIMES))
    adapted = in_light_of(second_bgr, first_bgr)
    # What was too bright to be measured may have been as bright as it is now.
    _, burnt_out = cv2.threshold(first_bgr, _BURNT_OUT - 1, 255, cv2.THRESH_BINARY)
    as_before = cv2.bitwise_and(burnt_out, cv2.compare(second_bgr, adapted, cv2.CMP_GT))
    explained = as_before
    if at_edges:
        around = cv2.morphologyEx(second_bgr, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
        explained = cv2.max(as_before, cv2.convertScaleAbs(around, alpha=at_edges))
    blue, green, red = cv2.split(cv2.subtract(cv2.absdiff(adapted, second_bgr), explained))
    difference = cv2.max(cv2.max(blue, green), red)
    allowed = cv2.convertScaleAbs(cv2.cvtColor(second_bgr, cv2.COLOR_BGR2GRAY), alpha=_MORE_IF_BRIGHT, beta=codes)
    # Opened by squares of two pixels. The other anchor, without which OpenCV moves what is left by a pixel.
    two_px = np.ones((2, 2), np.uint8)
    whole = cv2.erode((difference > allowed).astype(np.uint8), two_px)
    return np.asarray(cv2.dilate(whole, two_px, anchor=(0, 0)), np.bool_)


def _noise(first_bgr: UInt8Array, second_bgr: UInt8Array) -> float:
    """By how many codes two small pictures differ by noise alone, in the worst channel and the darker half, where tone
    curves make it strongest: the median by which differences differ from those nearby, for what moves is smooth."""
    first, second = (picture[::_APART_PX, ::_APART_PX] for picture in (first_bgr, second_bgr))
    differences = cv2.subtract(first, second, dtype=cv2.CV_16S)
    blue, green, red = cv2.split(cv2.absdiff(differences[:-1, :-1], differences[1:, 1:]))
    apart = cv2.max(cv2.max(blue, green), red)
    grey = cv2.cvtColor(second[:-1, :-1], cv2.COLOR_BGR2GRAY)
    return float(np.median(apart[grey <= np.median(grey)]) / np.sqrt(2))
