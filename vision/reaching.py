"""What has come over the picture since the last look: an arm from its border, light and shadow, or a thing on the mat.

Told in the small pictures of `scene`. Used by live following, which reads no tower under an arm, and takes nothing for
gone behind a thing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import BoolArray, Float32Array, FloatArray, UInt8Array
from calibration.camera import CameraPose
from calibration.mat import BABEL_MAT, CORNERS_IN_CELLS, marker_cells

from .brightness import AROUND_PX, details, gains_between
from .differing import MOVING_PIXELS
from .regions import region_of
from .scene import Change

# Chosen: where a shadow has just fallen on a rendered mat, details before and after correlate by 0.94 to 1.0; under the
# arms of the two committed films by 0.2 at the most.
_SAME_DETAILS = 0.7
_FEWEST_DETAILS = 100
# Chosen: on the paper of a committed film, which has details of 0.03 at most, shadows of cubes have 0.08 where they end
# softly, and take 0.10 more (natural logarithm) of one channel than of the others, at 90 % of their pixels; bare arms
# take 0.17 at least.
_SMOOTH, _SMOOTH_IN_SHADOW, _NO_COLOUR = 0.04, 0.09, 0.12
# Chosen: no shadow of a lit room leaves less than a fifth of the sRGB codes (natural logarithm), 3 % of the light, and
# ground that is free of one has the codes of that round it, a quarter aside.
_DARKEST_SHADOW, _AS_BRIGHT = -1.6, 0.25
# Ground is judged in tiles of this many small pixels across, of which so many must be in view.
_TILE_PX, _FEWEST_OF_A_TILE = 24, 20
# Chosen: where a shadow ends softly on the paper of a committed film a fifth of it is not told to be one.
_MOST_OF_IT = 0.75
# Chosen: a marker of the mat that is in view before and after correlates by 0.9 at least in the committed films; and
# with what is printed there by 0.6 even if a cube hides half of it, by 0.3 at the most if a hand or a cube lies there.
# So many of its small pixels must be in view.
_OTHER_DETAILS, _FEWEST_OF_A_MARKER, _MARKED = 0.5, 40, 0.2
# What hides so many markers, and all that there are between its parts, is one thing.
_FEWEST_HIDDEN = 2
# An arm has left bare paper if so much of what it hid is as the paper beside it, and so little was.
_BARE = 0.8
# A cell of a marker is drawn of so many pixels before it is laid into a picture.
_CELL_PX = 10


def is_reached_into(reaching: BoolArray, region: BoolArray | None) -> bool:
    """Whether something that comes from the picture's border lies over the region: an arm, not a cube.

    Parameters
    ----------
    reaching : bool array of shape (h, w)
        `from_the_border`.
    region : bool array of the same shape, or None for the picture's middle
    """
    if region is None:
        height, width = reaching.shape
        region = np.zeros_like(reaching)
        region[height // 4 : -height // 4, width // 4 : -width // 4] = True
    # The region itself may touch the border; then only what reaches far into it counts.
    return bool(np.count_nonzero(reaching & region) > max(MOVING_PIXELS * 4, 0.02 * np.count_nonzero(region)))


def is_lit_otherwise(change: Change) -> bool:
    """Whether what has changed shows what it showed before, darker or brighter: a shadow has come or gone, no arm.

    Light changes over many pixels, and what is seen in it over few: so each pixel counts over the mean round it.
    """
    inside = _eroded(change.changed, 5)
    before, now = (details(picture)[inside] for picture in (change.before_bgr, change.now_bgr))
    return len(before) >= _FEWEST_DETAILS and _correlation(before, now) > _SAME_DETAILS


def light_on_ground(change: Change, ground: BoolArray) -> float | None:
    """How much brighter the ground is that has changed in one piece with the picture's border.

    Parameters
    ----------
    change : Change
    ground : bool array of shape (h, w)
        Where no tower is: an arm that lies over it must cross the ground too.

    Returns
    -------
    float or None
        Natural logarithm of the median ratio; None if anything but light may have come there. Most parts of it must
        show what they showed before, or if that was smooth be smooth still, of no other colour, and darker, or as
        bright as the ground round it.
    """
    lit = _Lit.of(change, ground)
    tiles = [tile for tile in _tiles(change.changed.shape) if np.count_nonzero(lit.inside[tile]) >= _FEWEST_OF_A_TILE]
    counts = np.array([np.count_nonzero(lit.inside[tile]) for tile in tiles])
    are_light = np.array([lit.is_light(tile) for tile in tiles], np.bool_)
    is_light = counts[are_light].sum() > _MOST_OF_IT * counts.sum()
    return float(np.median(lit.ratios[lit.inside])) if is_light else None


def with_all_between(reaching: BoolArray, change: Change, markers: Sequence[BoolArray]) -> BoolArray:
    """What reaches in, with all between its parts if it hides every marker of the mat there: before paper of its own
    colour an arm changes nothing.

    Parameters
    ----------
    reaching : bool array of shape (h, w)
        `from_the_border`; not empty.
    change : Change
    markers : sequence of bool arrays of shape (h, w)
        Where each would be in view.

    Returns
    -------
    bool array of shape (h, w)
    """
    hull = cv2.convexHull(np.argwhere(reaching)[:, ::-1].astype(np.int32))
    between = cv2.fillConvexPoly(np.zeros(reaching.shape, np.uint8), hull, 1).astype(np.bool_)
    before, now = details(change.before_bgr), details(change.now_bgr)
    there = [marker for marker in _seen_in(before, markers) if np.mean(between[marker]) > _MOST_OF_IT]
    is_one = len(there) >= _FEWEST_HIDDEN and len(_unlike(before, now, there)) == len(there)
    return reaching | between if is_one else reaching


def covered_up(change: Change, markers: Sequence[BoolArray]) -> BoolArray | None:
    """What was put before markers of the mat that were in view at the last look.

    Parameters
    ----------
    change : Change
    markers : sequence of bool arrays of shape (h, w)
        Where each would be in view.

    Returns
    -------
    bool array of shape (h, w) or None
        The changed pixels in one piece with those of markers that are not seen any more, in whatever light it would be;
        None where there are none.
    """
    before, now = details(change.before_bgr), details(change.now_bgr)
    gone = _unlike(before, now, _seen_in(before, markers))
    return _pieces(change.changed, np.any(gone, axis=0)) if gone else None


def is_in_place(change: Change, markers: Sequence[BoolArray]) -> bool:
    """Whether a marker of the mat is seen as it was at the last look: whatever came over the picture since, the camera
    was not moved.

    Parameters
    ----------
    change : Change
    markers : sequence of bool arrays of shape (h, w)
        Where each would be in view.
    """
    before, now = details(change.before_bgr), details(change.now_bgr)
    seen = _seen_in(before, markers)
    return len(_unlike(before, now, seen)) < len(seen)


def uncovers(change: Change, markers: Sequence[BoolArray], printed_bgr: UInt8Array) -> bool:
    """Whether a thing has left that lay before markers of the mat: of each of them what has changed shows what is
    printed there, and of one at least it did not before.

    Parameters
    ----------
    change : Change
    markers : sequence of bool arrays of shape (h, w)
        Where each would be in view; one of which hardly anything has changed tells nothing.
    printed_bgr : uint8 array of shape (h, w, 3)
        `printed_markers`, of that size.
    """
    before, now, printed = (details(picture) for picture in (change.before_bgr, change.now_bgr, printed_bgr))
    changed = [marker & change.changed for marker in markers]
    parts = [part for part in changed if _is_enough(part) and printed[part].std() >= _MARKED]
    is_new = any(_correlation(before[part], printed[part]) < _OTHER_DETAILS for part in parts)
    return is_new and all(_correlation(now[part], printed[part]) >= _OTHER_DETAILS for part in parts)


def bares_paper(change: Change, paper: BoolArray) -> bool:
    """Whether what has changed shows bare paper now, and did not before: a thing has left that lay over it.

    Parameters
    ----------
    change : Change
    paper : bool array of shape (h, w)
        Where paper would be in view, nothing printed on it.
    """
    inside, beside = paper & change.changed, paper & ~change.changed
    if not _is_enough(inside) or not _is_enough(beside):
        return False
    return (
        _share_as_beside(change.now_bgr, inside, beside) > _BARE
        and _share_as_beside(change.before_bgr, inside, beside) < 1 - _BARE
    )


def _share_as_beside(small_bgr: UInt8Array, inside: BoolArray, beside: BoolArray) -> float:
    """Which share of some pixels is as bright as the median of others, and of no other colour."""
    ratios = _logs(small_bgr[inside]) - _logs(np.median(small_bgr[beside], axis=0))
    return float(np.mean((abs(ratios.mean(axis=1)) < _AS_BRIGHT) & (_tints(ratios) < _NO_COLOUR)))


def _logs(codes: NDArray[Any]) -> FloatArray:
    """Natural logarithms of sRGB codes, in which the noise of dark ones counts little."""
    return np.asarray(np.log(codes + 4.0))


def _tints(ratios: FloatArray) -> FloatArray:
    """How much more one channel has changed than all in the mean; of logarithms of ratios (n, 3), shape (n,)."""
    return np.asarray(abs(ratios - ratios.mean(axis=1, keepdims=True)).max(axis=1))


def hides_printed(small_bgr: UInt8Array, markers: Sequence[BoolArray], printed_bgr: UInt8Array) -> bool:
    """Whether a thing lies before markers of the mat, told without an earlier picture: some show what is printed there,
    and others do not.

    Parameters
    ----------
    small_bgr : uint8 array of shape (h, w, 3)
    markers : sequence of bool arrays of shape (h, w)
        Where each would be in view.
    printed_bgr : uint8 array of shape (h, w, 3)
        `printed_markers`, of that size.
    """
    now, printed = details(small_bgr), details(printed_bgr)
    shown = _seen_in(printed, markers)
    return 0 < len(_unlike(printed, now, shown)) < len(shown)


def printed_markers(pose: CameraPose, size_wh: tuple[int, int]) -> UInt8Array:
    """The mat's markers alone on white, as they lie in a small picture of this size; shape (height, width, 3).

    Parameters
    ----------
    pose : CameraPose
        Of the mat in full pictures.
    size_wh : tuple of int
    """
    gray: UInt8Array = np.full((size_wh[1], size_wh[0]), 255, np.uint8)
    for number in BABEL_MAT.marker_ids:
        corners_xy = pose.scaled_to(size_wh).project(BABEL_MAT.marker_corners(number))
        drawn = cv2.resize(marker_cells(number), None, fx=_CELL_PX, fy=_CELL_PX, interpolation=cv2.INTER_NEAREST)
        drawn_xy = (_CELL_PX * CORNERS_IN_CELLS).astype(np.float32)
        lay = cv2.getPerspectiveTransform(drawn_xy, corners_xy.astype(np.float32))
        cv2.warpPerspective(drawn, lay, size_wh, dst=gray, borderMode=cv2.BORDER_TRANSPARENT)
    return np.asarray(cv2.cvtColor(gray, cv2.COLOR_GRAY2BGR), np.uint8)


def blank_paper(pose: CameraPose, size_wh: tuple[int, int]) -> BoolArray:
    """Where the mat is blank, away from its edges and those of its markers; shape (height, width).

    Parameters
    ----------
    pose : CameraPose
        Of the mat in full pictures.
    size_wh : tuple of int
        Of the small picture.
    """
    half = BABEL_MAT.side / 2
    sheet = region_of(np.array([(x, y, 0.0) for x in (-half, half) for y in (-half, half)]), pose, size_wh)
    return _eroded(sheet & (printed_markers(pose, size_wh) == 255).all(axis=2), 3)


def _unlike(before: Float32Array, now: Float32Array, markers: Sequence[BoolArray]) -> list[BoolArray]:
    """The markers of which other details are seen than before."""
    return [
        marker
        for marker in markers
        if _is_enough(marker) and _correlation(before[marker], now[marker]) < _OTHER_DETAILS
    ]


def _seen_in(shown: Float32Array, markers: Sequence[BoolArray]) -> list[BoolArray]:
    """The markers that show in a picture's details."""
    return [marker for marker in markers if _is_enough(marker) and shown[marker].std() >= _MARKED]


def _is_enough(part: BoolArray) -> bool:
    """Whether a marker, or a part of one, is large enough to tell anything."""
    return bool(np.count_nonzero(part) >= _FEWEST_OF_A_MARKER)


@dataclass(frozen=True, slots=True, eq=False)
class _Lit:
    """Ground that may be lit otherwise than it was.

    Attributes
    ----------
    inside : bool array of shape (h, w)
        Pixels of it with nothing else in all that their details are compared with.
    beside : bool array of shape (h, w)
        Unchanged ground near it.
    before, now : float32 arrays of shape (h, w)
        Details of both pictures.
    ratios : float array of shape (h, w, 3)
        Natural logarithm of how much higher each channel's sRGB code is.
    now_log : float array of shape (h, w, 3)
        Natural logarithm of the present picture's sRGB codes.
    """

    inside: BoolArray
    beside: BoolArray
    before: Float32Array
    now: Float32Array
    ratios: FloatArray
    now_log: FloatArray

    @classmethod
    def of(cls, change: Change, ground: BoolArray) -> "_Lit":
        reaching = from_the_border(change.changed) & ground
        near = cv2.dilate(reaching.astype(np.uint8), np.ones((_TILE_PX, _TILE_PX), np.uint8)).astype(bool)
        before_log = _logs(change.before_bgr * gains_between(change.before_bgr, change.now_bgr))
        now_log = _logs(change.now_bgr)
        return cls(
            inside=_eroded(reaching, AROUND_PX),
            beside=near & ground & ~change.changed,
            before=details(change.before_bgr),
            now=details(change.now_bgr),
            ratios=now_log - before_log,
            now_log=now_log,
        )

    def is_light(self, tile: tuple[slice, slice]) -> bool:
        """Whether a part of it is the same ground in another light."""
        inside = self.inside[tile]
        before, now, ratios = self.before[tile][inside], self.now[tile][inside], self.ratios[tile][inside]
        if _correlation(before, now) > _SAME_DETAILS:
            return True
        if before.std() >= _SMOOTH or now.std() >= _SMOOTH_IN_SHADOW or np.quantile(_tints(ratios), 0.9) >= _NO_COLOUR:
            return False
        return _DARKEST_SHADOW < float(np.median(ratios)) <= 0 or self._is_as_round_it(tile, inside)

    def _is_as_round_it(self, tile: tuple[slice, slice], inside: BoolArray) -> bool:
        rows, columns = (slice(max(part.start - _TILE_PX, 0), part.stop + _TILE_PX) for part in tile)
        beside = self.beside[rows, columns]
        if np.count_nonzero(beside) < _FEWEST_OF_A_TILE:
            return False
        here, there = self.now_log[tile][inside], self.now_log[rows, columns][beside]
        return bool((abs(np.median(here, axis=0) - np.median(there, axis=0)) < _AS_BRIGHT).all())


def _tiles(shape: tuple[int, ...]) -> Iterator[tuple[slice, slice]]:
    for top in range(0, shape[0], _TILE_PX):
        for left in range(0, shape[1], _TILE_PX):
            yield slice(top, top + _TILE_PX), slice(left, left + _TILE_PX)


def from_the_border(changed: BoolArray, lying: BoolArray | None = None) -> BoolArray:
    """Those of the changed pixels that are connected with the picture's border, be it by an arm that lies there still.

    Parameters
    ----------
    changed : bool array of shape (h, w)
    lying : bool array of shape (h, w), optional
    """
    border = np.zeros_like(changed)
    border[[0, -1]] = border[:, [0, -1]] = True
    return _pieces(changed if lying is None else changed | lying, border) & changed


def _pieces(changed: BoolArray, where: BoolArray) -> BoolArray:
    """The changed pixels in one piece with any that are somewhere."""
    _, labels = cv2.connectedComponents(changed.astype(np.uint8), connectivity=8)
    there = np.unique(labels[where])
    return np.asarray(np.isin(labels, there[there > 0]), np.bool_)


def _eroded(region: BoolArray, size_px: int) -> BoolArray:
    return cv2.erode(region.astype(np.uint8), np.ones((size_px, size_px), np.uint8)).astype(bool)


def _correlation(before: Float32Array, now: Float32Array) -> float:
    """Of details before and now; 0 where either has none."""
    return float(np.corrcoef(before, now)[0, 1]) if before.std() > 0 and now.std() > 0 else 0.0
