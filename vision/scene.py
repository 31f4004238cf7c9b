"""What moves in front of a fixed camera, and what has changed since the last look. Used by live following.

Everything is done on small pictures, so that each frame costs little.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.arrays import BoolArray, UInt8Array

from .brightness import in_light_of
from .differing import CHANGED, MOVED, MOVING_PIXELS, steadied
from .shrinking import shrunk

#: Longer side of the small pictures: a cube is then still 12 to 40 px wide.
SMALL_PX = 320
# An arm's edge is as wide as this in small pixels.
_EDGE_PX = 5
# An arm has left if less than this share of where it lay looks otherwise than before it came; a cube may stand there.
_LITTLE_OF_IT = 0.4
#: What is still for so long is at rest.
REST_SECONDS = 0.3
#: Share of the whole picture that changes at once when the camera is moved or the light switched.
EVERYTHING = 0.35


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
    is_first : bool
        Whether no picture before the reference told what lies over it: an arm may.
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
    is_first: bool = False
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
    small, moved = steadied(small, before, MOVED)
    is_moving = np.count_nonzero(moved if scene.region is None else moved & scene.region) > MOVING_PIXELS
    still_since = None if is_moving else scene.source_time if scene.still_since is None else scene.still_since
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
    now, changed = steadied(scene.small_bgr, scene.reference_bgr, CHANGED)
    return replace(scene, change=Change(scene.reference_bgr, now, changed))


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
    is_first = scene.reference_bgr is None
    return replace(
        scene, reference_bgr=small_bgr, behind_bgr=behind, arm=lies, is_first=is_first, region=region, change=None
    )


def _still_lies(scene: Scene, small_bgr: UInt8Array, arm: BoolArray | None) -> BoolArray | None:
    """Where an arm lies over the picture, or has lain since an earlier look; None where none does, or no look was
    before."""
    if scene.reference_bgr is None:
        return None
    lies = np.zeros(small_bgr.shape[:2], np.bool_) if arm is None else arm
    if scene.arm is not None:
        lies = lies | (scene.arm & ~steadied(scene.reference_bgr, small_bgr, CHANGED)[1])
    return lies if lies.any() else None


def _behind(scene: Scene, small_bgr: UInt8Array, lies: BoolArray) -> UInt8Array:
    """The picture without an arm that lies there."""
    known = scene.reference_bgr if scene.behind_bgr is None else scene.behind_bgr
    assert known is not None
    before, _ = steadied(known, small_bgr, CHANGED)
    return np.where(lies[..., None], in_light_of(small_bgr, before), small_bgr)


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
    _, differs = steadied(scene.small_bgr, scene.behind_bgr, CHANGED)
    return float(differs[where].mean()) < _LITTLE_OF_IT


def _small_picture(frame_bgr: UInt8Array) -> UInt8Array:
    """The frame with a longer side of `SMALL_PX` at the most."""
    return shrunk(frame_bgr, SMALL_PX)
