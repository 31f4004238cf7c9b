"""Finds a babel tower in a photo without the mat: of several poses, the one under which there is a tower.

Used by the babel reader.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice

import numpy as np

from calibration.arrays import FloatArray, UInt8Array
from calibration.camera import Lens
from calibration.colours import grey
from calibration.focal_prior import ClaimedFocal, LensKnowledge
from calibration.refusal import Unreadable
from vision.picture_parts import Part, busiest_parts
from vision.screenshots import photo_in_screenshot

from .judged_pose import LEAST_AT_FIRST, JudgedPose, judge_pose, least_at_first, right_way_up
from .tower_outline import poses_from_outline
from .tower_pose import LocatedTower, find_towers

#: How many poses are tried in each round, and of those that an outline gives.
_TRIED, _OUTLINES_TRIED = 3, 5
#: Of the longer side of a picture, the part where people have what they photograph: a table cloth or a shelf round it
#: may have more lines than a tower. And those cut out where lines lie densest.
_MIDDLE, _BUSIEST = 0.5, (0.45, 0.3)

# A photo that takes up more of a screenshot is found in the whole.
_LARGEST_SHOWN = 0.5

#: What is answered where points given by hand are no tower's outline.
NO_OUTLINE = Unreadable(
    "the six corners are no outline of a tower of two by two columns in the photo",
    "give them against the clock: lower left, lower middle, lower right, upper right, upper middle, upper left",
)


def find_tower(frame_bgr: UInt8Array, lens: LensKnowledge) -> LocatedTower | Unreadable:
    """Find the tower and the camera's pose from the tower itself.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    lens : Lens or ClaimedFocal, optional
        For this picture size.

    Returns
    -------
    LocatedTower or Unreadable
        Level 0 is the tower's lowest level. Where that explains the picture clearly better, it is taken to be upside
        down, or on its side: light from above then makes a hollow look like a bulge.
    """
    upright = _upright(frame_bgr, lens)
    if upright is not None and not upright.is_from_above:
        upright = None
    if upright is not None and upright.is_upright:
        return upright.located
    turns = (2,) if upright is not None and upright.is_certain else (2, 1, 3)
    least = least_at_first(upright)
    return right_way_up(upright, [_turned(frame_bgr, lens, quarters, least) for quarters in turns])


def find_shown_tower(frame_bgr: UInt8Array, lens: LensKnowledge) -> LocatedTower | Unreadable:
    """`find_tower`, and where none is found so, in the photo in a screenshot, through the middle of that."""
    found = find_tower(frame_bgr, lens)
    if isinstance(found, LocatedTower) or isinstance(lens, Lens):
        return found
    part, whole_wh = photo_in_screenshot(frame_bgr), (frame_bgr.shape[1], frame_bgr.shape[0])
    if part.width * part.height > _LARGEST_SHOWN * whole_wh[0] * whole_wh[1]:
        return found
    shown = find_tower(np.ascontiguousarray(part.of(frame_bgr)), None)
    return replace(shown, pose=part.in_frame(shown.pose, whole_wh)) if isinstance(shown, LocatedTower) else found


def _upright(frame_bgr: UInt8Array, lens: LensKnowledge) -> JudgedPose | None:
    """The tower that the whole picture shows, or else a part of it; None if there is none.

    At last it is looked for in the whole by the lines in the middle: a mat or table round a low one has more.
    """
    judged: list[JudgedPose] = []
    whole = find_towers(frame_bgr, lens, _TRIED)
    parts = (next(find_towers(frame_bgr, lens, _TRIED, part)) for part in _parts(frame_bgr))
    best = _best_of_rounds(frame_bgr, chain([next(whole)], parts), judged)
    if best is None or not best.is_claimed:
        by_the_middle = islice(find_towers(frame_bgr, lens, _TRIED, None, _MIDDLE), 1)
        best = _best_of_rounds(frame_bgr, chain(whole, by_the_middle), judged)
    if best is not None and best.is_claimed:
        return best
    # What the file claims is wrong where the photo was cropped.
    return _upright(frame_bgr, None) if isinstance(lens, ClaimedFocal) else None


def _parts(frame_bgr: UInt8Array) -> Iterator[Part]:
    """The parts in which a tower is looked for by themselves, one after the other."""
    larger, smaller = busiest_parts(grey(frame_bgr), _BUSIEST)
    yield larger
    yield Part.middle(_MIDDLE, (frame_bgr.shape[1], frame_bgr.shape[0]))
    yield smaller


def _turned(frame_bgr: UInt8Array, lens: LensKnowledge, quarters: int, least: float) -> JudgedPose | None:
    """The tower that the picture shows once turned, if it is among the first that are looked for, and more than `least`
    (nats) speaks for it at first; None if not."""
    turned = np.ascontiguousarray(np.rot90(frame_bgr, quarters))
    found = next(find_towers(turned, lens and lens.turned(quarters), _TRIED))
    turned_back = (replace(tower, pose=tower.pose.turned(-quarters)) for tower in found)
    return _best_of_rounds(frame_bgr, [turned_back], [], least)


def _best_of_rounds(
    frame_bgr: UInt8Array,
    rounds: Iterable[Iterable[LocatedTower]],
    judged: list[JudgedPose],
    least: float = LEAST_AT_FIRST,
) -> JudgedPose | None:
    """The best of those judged before and of these, which are added to them; a further round is looked for only while
    none is clear."""
    for towers in rounds:
        _judge(frame_bgr, towers, judged, least)
        if (best := _best(judged)) is not None and best.is_clear:
            break
    return _best(judged)


def _judge(frame_bgr: UInt8Array, towers: Iterable[LocatedTower], judged: list[JudgedPose], least: float) -> None:
    """Judge these, none of them twice, and add them to those judged before; a clear one that is found again is it.
    `least` as for `judge_pose`."""
    for located in towers:
        again = next((one for one in judged if one.is_shown_by(located.pose)), None)
        if again is None:
            judged.append(judge_pose(frame_bgr, located, least))
        elif again.is_clear:
            break


def _best(judged: Iterable[JudgedPose]) -> JudgedPose | None:
    return max((one for one in judged if one.looks_like_cubes), key=lambda one: one.score, default=None)


def place_tower(frame_bgr: UInt8Array, outline_xy: FloatArray, lens: LensKnowledge) -> LocatedTower | Unreadable:
    """The camera's pose for a tower whose outline is given by hand.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    outline_xy : float array of shape (6, 2)
        As `tower_outline.outline_corners` orders them.
    lens : Lens or ClaimedFocal, optional
        For this picture size.

    Returns
    -------
    LocatedTower or Unreadable
        Not located where the points are no such outline, or hardly a face of a cube lies in it. Begun at the upper
        right, as in a photo that is upside down, they are an outline too.
    """
    as_given = _outlined(frame_bgr, outline_xy, lens)
    if as_given is not None and as_given.is_upright:
        return as_given.located
    found = right_way_up(as_given, [_outlined(frame_bgr, np.roll(outline_xy, len(outline_xy) // 2, axis=0), lens)])
    return NO_OUTLINE if isinstance(found, Unreadable) else found


def _outlined(frame_bgr: UInt8Array, outline_xy: FloatArray, lens: LensKnowledge) -> JudgedPose | None:
    """The best pose from above the table by an outline; None if there is none."""
    height, width = frame_bgr.shape[:2]
    poses = poses_from_outline(outline_xy, (width, height), lens)[:_OUTLINES_TRIED]
    # By hand a pose may be so far off that hardly a face is seen before it is refined.
    best = _best(judge_pose(frame_bgr, LocatedTower(pose, isinstance(lens, Lens)), least=0.0) for pose in poses)
    return best if best is not None and best.faces and best.is_from_above else None
