"""What moves in front of a fixed camera, and what has changed since the last look. Used by live following.

Everything is done on small pictures, so that each frame costs little; brightness that drifts is taken out first.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import BoolArray, FloatArray, UInt8Array
from calibration.camera import CameraPose
from calibration.markers import longest_sides_px
from calibration.mat import BABEL_MAT

from .shrinking import shrunk

#: Longer side of the small pictures: a cube is then still 12 to 40 px wide.
SMALL_PX = 320
# Codes (of 255) by which a black pixel must differ to have moved from one frame to the next, or changed since the last
# look; a white one must differ by 16 more. Chosen: noise of a webcam, averaged over 4 x 4 pixels, is 2 to 4 codes.
_MOVED, _CHANGED = 8, 10
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
#: Small pixels moving near the tower, above which something moves: a finger tip is some twenty.
MOVING_PIXELS = 10
# An arm's edge is as wide as this in small pixels.
_EDGE_PX = 5
# An arm has left if less than this share of where it lay looks otherwise than before it came; a cube may stand there.
_LITTLE_OF_IT = 0.4
#: What is still for so long is at rest.
REST_SECONDS = 0.3
#: Share of the whole picture that changes at once when the camera is moved or the light switched.
EVERYTHING = 0.35

# Farther out of a picture nothing is drawn; OpenCV holds places to 32,767.
_FAR_OUT_PX = 10_000
# The camera was moved if a corner of the footprint lies this far (cube edges) from where it was. Chosen: with half of
# the markers under an arm the pose is nearly a twentieth off.
_MOVED_EDGES = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """Two small pictures, and where they differ.

    Attributes
    ----------
    before_bgr, now_bgr : uint8 arrays of shape (h, w, 3)
    changed : bool array of shape (h, w)
    """

    before_bgr: UInt8Array
    now_bgr: UInt8Array
    changed: BoolArray


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """What the last frames showed.

    Attributes
    ----------
    small_bgr : uint8 array of shape (h, w, 3), or None before the first frame
        The last frame, small.
    reference_bgr : uint8 array of the same shape, or None before the first look
        The frame of the last look.
    behind_bgr : uint8 array of the same shape, or None
        The same without an arm that lay over it: there what was seen before it came; None where none lay there.
    arm : bool array of shape (h, w), or None
        Where that arm lay.
    region : bool array of shape (h, w), or None
        Where the tower, and a cube beside it, can be in the small picture; None: anywhere.
    change : Change, or None
        What has changed since the reference; None while something moves, or without a reference.
    is_moving : bool
        Whether something moves in the region.
    still_since : float or None
        Source time since when nothing moves there; None while something does.
    restless_since : float or None
        Source time since when nothing has been still there for `REST_SECONDS`; None while it is.
    same_since : float
        Source time since when the small pictures of all frames have been the very same, to the last bit.
    source_time : float
        Of the last frame.
    """

    small_bgr: UInt8Array | None = None
    reference_bgr: UInt8Array | None = None
    behind_bgr: UInt8Array | None = None
    arm: BoolArray | None = None
    region: BoolArray | None = None
    change: Change | None = None
    is_moving: bool = False
    still_since: float | None = None
    restless_since: float | None = None
    same_since: float = 0.0
    source_time: float = 0.0

    @property
    def changed(self) -> BoolArray | None:
        """Where the picture has changed since the reference, shape (h, w); None while that is not known."""
        return None if self.change is None else self.change.changed

    @property
    def lying(self) -> BoolArray | None:
        """Where an arm lay at the last look, and its edge, shape (h, w); None if none did."""
        if self.arm is None or self.reference_bgr is None:
            return None
        edge = np.ones((_EDGE_PX, _EDGE_PX), np.uint8)
        return np.asarray(cv2.dilate(self.arm.astype(np.uint8), edge), np.bool_)

    @property
    def changed_share(self) -> float:
        """Share of the whole picture that has changed, 0..1; 0 while unknown."""
        return 0.0 if self.changed is None else float(self.changed.mean())

    @property
    def changed_in_region(self) -> int:
        """Small pixels that have changed where the tower or the mat can be."""
        if self.changed is None:
            return 0
        return int(np.count_nonzero(self.changed if self.region is None else self.changed & self.region))


def watch(scene: Scene, frame_bgr: UInt8Array, source_time: float) -> Scene:
    """Take one more frame.

    Parameters
    ----------
    scene : Scene
    frame_bgr : uint8 array of shape (height, width, 3)
        Of the same size as those before; a frame of another size begins anew.
    source_time : float
        In seconds, not before that of the last frame.

    Returns
    -------
    Scene
    """
    small = _small_picture(frame_bgr)
    before = scene.small_bgr
    if before is None or before.shape != small.shape:
        return Scene(small_bgr=small, still_since=source_time, same_since=source_time, source_time=source_time)
    small, moved = _steadied(small, before, _MOVED)
    is_moving = np.count_nonzero(moved if scene.region is None else moved & scene.region) > MOVING_PIXELS
    still_since = None if is_moving else source_time if scene.still_since is None else scene.still_since
    restless_since = source_time if scene.restless_since is None and is_moving else scene.restless_since
    if still_since is not None and source_time - still_since >= REST_SECONDS:
        restless_since = None
    is_same = np.array_equal(before, small)
    after = replace(
        scene,
        small_bgr=small,
        change=None,
        is_moving=bool(is_moving),
        still_since=still_since,
        restless_since=restless_since,
        same_since=scene.same_since if is_same else source_time,
        source_time=source_time,
    )
    return after if is_moving else compared(after)


def compared(scene: Scene) -> Scene:
    """The scene with what has changed since the last look, whether or not something moves."""
    if scene.small_bgr is None or scene.reference_bgr is None:
        return scene
    now, changed = _steadied(scene.small_bgr, scene.reference_bgr, _CHANGED)
    return replace(scene, change=Change(scene.reference_bgr, now, changed))


def _steadied(small_bgr: UInt8Array, anchor_bgr: UInt8Array, codes: int) -> tuple[UInt8Array, BoolArray]:
    """A small picture moved back onto another one of its size, where its camera trembles; and where it differs by more
    than so many codes."""
    differs = _differs(anchor_bgr, small_bgr, codes)
    differing = np.count_nonzero(differs)
    moved = None if differing <= MOVING_PIXELS else _moved_back(small_bgr, anchor_bgr)
    if moved is None:
        return small_bgr, differs
    left = _differs(anchor_bgr, moved, codes, _MORE_AT_EDGES)
    # What moves in the picture may mislead, or tell nothing.
    still_differing = np.count_nonzero(left)
    is_steadied = still_differing <= _HARDLY_ANY * differing
    is_better = differing - still_differing > max(_LEAST_STEADIED, _SHARE_STEADIED * differing)
    return (moved, left) if is_steadied or is_better else (small_bgr, differs)


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


def looked(scene: Scene, small_bgr: UInt8Array, region: BoolArray | None, arm: BoolArray | None = None) -> Scene:
    """The scene once a look at a still frame is done: what is there now is no change any more.

    Parameters
    ----------
    scene : Scene
    small_bgr : uint8 array of shape (h, w, 3)
    region : bool array of shape (h, w), or None
    arm : bool array of shape (h, w), optional
        Where an arm lay over it.
    """
    if scene.small_bgr is not None and scene.small_bgr.shape != small_bgr.shape:
        return scene  # the pictures have another size by now
    lies = _still_lies(scene, small_bgr, arm)
    behind = None if lies is None else _behind(scene, small_bgr, lies)
    return replace(scene, reference_bgr=small_bgr, behind_bgr=behind, arm=lies, region=region, change=None)


def _still_lies(scene: Scene, small_bgr: UInt8Array, arm: BoolArray | None) -> BoolArray | None:
    """Where an arm lies over the picture, or has lain since an earlier look; None where none does, or no look was
    before."""
    if scene.reference_bgr is None:
        return None
    lies = np.zeros(small_bgr.shape[:2], np.bool_) if arm is None else arm
    if scene.arm is not None:
        lies = lies | (scene.arm & ~_steadied(scene.reference_bgr, small_bgr, _CHANGED)[1])
    return lies if lies.any() else None


def _behind(scene: Scene, small_bgr: UInt8Array, lies: BoolArray) -> UInt8Array:
    """The picture without an arm that lies there."""
    known = scene.reference_bgr if scene.behind_bgr is None else scene.behind_bgr
    assert known is not None
    before, _ = _steadied(known, small_bgr, _CHANGED)
    return np.where(lies[..., None], _in_light_of(small_bgr, before), small_bgr)


def is_as_before(scene: Scene, where: BoolArray) -> bool:
    """Whether most of what is seen somewhere is what was seen there before an arm lay over it at the last look.

    Parameters
    ----------
    scene : Scene
    where : bool array of shape (h, w)
        Not empty.
    """
    if scene.behind_bgr is None or scene.small_bgr is None:
        return False
    _, differs = _steadied(scene.small_bgr, scene.behind_bgr, _CHANGED)
    return float(differs[where].mean()) < _LITTLE_OF_IT


def _small_picture(frame_bgr: UInt8Array) -> UInt8Array:
    """The frame with a longer side of `SMALL_PX` at the most."""
    return shrunk(frame_bgr, SMALL_PX)


def region_of(points_xyz: FloatArray, pose: CameraPose, size_wh: tuple[int, int]) -> BoolArray:
    """The convex outline of some points of the world in a small picture.

    Parameters
    ----------
    points_xyz : float array of shape (n, 3)
    pose : CameraPose
        Of full pictures.
    size_wh : tuple of int
        Of the small picture.

    Returns
    -------
    bool array of shape (height, width)
    """
    points_xy = pose.scaled_to(size_wh).project_outermost(points_xyz[pose.depth(points_xyz) > 0.1])
    mask = np.zeros((size_wh[1], size_wh[0]), np.uint8)
    if len(points_xy) >= 3:
        cv2.fillConvexPoly(mask, cv2.convexHull(whole_pixels(points_xy)), 1)
    return mask.astype(bool)


def whole_pixels(points_xy: FloatArray) -> NDArray[np.int32]:
    """Points of a small picture, (..., 2), as OpenCV fills polygons.

    Those right beside the camera lie billions of pixels out, and are drawn as far out as can be.
    """
    return np.clip(np.rint(points_xy), -_FAR_OUT_PX, _FAR_OUT_PX).astype(np.int32)


def has_moved(before: CameraPose, after: CameraPose) -> bool:
    """Whether the camera, or the mat, has moved between two poses of the mat in pictures of one size."""
    if before.lens.size_wh != after.lens.size_wh:
        return True
    corners = np.array([[x, y, 0.0] for x in (-1.0, 1.0) for y in (-1.0, 1.0)])
    return after.shift_from(before, corners) > _MOVED_EDGES


def lie_as_before(before: CameraPose, markers_xyz: FloatArray, markers_xy: FloatArray) -> bool:
    """Whether the markers in view lie where the mat's pose of before shows them: then neither camera nor mat has moved,
    however far off a pose is that is fitted to the few that an arm leaves.

    Parameters
    ----------
    before : CameraPose
    markers_xyz : float array of shape (4n, 3)
        Corners of the markers that are seen, on the table, in the mat's frame.
    markers_xy : float array of shape (4n, 2)
        In a picture of the size that the pose is for.
    """
    off_px = np.linalg.norm(before.project(markers_xyz) - markers_xy, axis=1)
    side_px = longest_sides_px(markers_xy.reshape(-1, 4, 2))
    return bool((off_px.reshape(-1, 4).max(axis=1) <= _MOVED_EDGES * side_px / BABEL_MAT.marker_side).all())


def _differs(first_bgr: UInt8Array, second_bgr: UInt8Array, codes: int, at_edges: float = 0.0) -> BoolArray:
    """Where two small pictures differ by more than so many codes, once a change of brightness is taken out, and such a
    share of what pixels differ from those round them."""
    adapted = _in_light_of(second_bgr, first_bgr)
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


def gains_between(first_bgr: UInt8Array, second_bgr: UInt8Array) -> FloatArray:
    """How many times as bright each channel has become, shape (3,), 0.4..2.5, from one picture to another of its shape:
    the median over the picture, so that what moves counts little; 1 where too little of it can be measured."""
    first = first_bgr[::4, ::4].reshape(-1, 3).astype(np.float64)
    second = second_bgr[::4, ::4].reshape(-1, 3).astype(np.float64)
    bright = np.all((first > 25) & (first < 245) & (second > 10) & (second < 250), axis=1)
    if np.count_nonzero(bright) < 30:
        return np.ones(3)
    return np.asarray(np.clip(np.median(second[bright] / first[bright], axis=0), 0.4, 2.5))


def _in_light_of(other_bgr: UInt8Array, small_bgr: UInt8Array) -> UInt8Array:
    """A small picture with each channel as bright as in another one; as it is where they hardly differ."""
    gains = gains_between(small_bgr, other_bgr)
    if np.all(abs(gains - 1) <= 0.01):
        return small_bgr
    channels = [
        cv2.convertScaleAbs(channel, alpha=gain) for channel, gain in zip(cv2.split(small_bgr), gains, strict=True)
    ]
    return np.asarray(cv2.merge(channels), np.uint8)
