"""Views of a flat target from which a lens is learned: finding them, choosing among them, and what is still missing.

Called by `calibrate camera`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np

from .arrays import FloatArray, UInt8Array
from .camera import scaled_points
from .lens_board import find_board
from .markers import find_markers

#: A view with fewer points says little about the lens.
LEAST_POINTS = 8
#: A target counts as tilted when its normal is this far from the line of sight: less hardly tells the focal length.
TILTED_DEG = 15.0
# A target that fills this share of the picture's width or height has been seen from near.
_NEAR_SHARE = 0.6
# Distortion is strongest where the picture ends: points within this share of the border are wanted.
_BORDER_SHARE = 0.12
# Views are the same if the target's corners lie within about a hundredth of the picture's width of each other.
_LEAST_APART = 0.02


@dataclass(frozen=True, slots=True, eq=False)
class LensView:
    """One picture of a flat target.

    Attributes
    ----------
    points_xyz : float64 array of shape (n, 3)
        On the target, z = 0, x right and y up when it is seen upright.
    points_xy : float64 array of shape (n, 2)
        In the picture, in pixels.
    size_wh : tuple of int
        The picture's size in pixels.
    target : {"board", "mat"}
    """

    points_xyz: FloatArray
    points_xy: FloatArray
    size_wh: tuple[int, int]
    target: Literal["board", "mat"]

    def scaled_to(self, size_wh: tuple[int, int]) -> "LensView":
        """The same view, in the picture resized to `size_wh`."""
        scale = np.array(size_wh, np.float64) / np.array(self.size_wh, np.float64)
        return replace(self, points_xy=scaled_points(self.points_xy, scale), size_wh=size_wh)


def find_view(frame_gray: UInt8Array) -> LensView | None:
    """The view of the board or else of the mat; None if too little of either is found.

    Parameters
    ----------
    frame_gray : uint8 array of shape (height, width)
    """
    height, width = frame_gray.shape
    points_xyz, points_xy = find_board(frame_gray)
    if len(points_xy) >= LEAST_POINTS and np.ptp(points_xyz[:, :2], axis=0).min() > 0:
        return LensView(points_xyz, points_xy, (width, height), "board")
    sighting = find_markers(frame_gray)
    if 4 * len(sighting.marker_ids) < LEAST_POINTS:
        return None
    return LensView(sighting.points_xyz, sighting.points_xy, (width, height), "mat")


def distinct_views(views: Sequence[LensView], most: int) -> tuple[LensView, ...]:
    """The views that differ most from each other, in their order: a video has hundreds that hardly do, and views that
    do not differ at all are one.

    Parameters
    ----------
    views : sequence of LensView
        All of the same target.
    most : int
        How many are wanted.
    """
    if not views:
        return ()
    everything = np.concatenate([view.points_xyz[:, :2] for view in views])
    low, high = everything.min(axis=0), everything.max(axis=0)
    frame = np.array([[low[0], high[1]], [high[0], high[1]], [high[0], low[1]], [low[0], low[1]]])
    places = np.array([_carried_over(view, frame).ravel() for view in views])
    chosen = [0]
    distances = np.linalg.norm(places - places[0], axis=1)
    while len(chosen) < most and distances.max() > _LEAST_APART:
        chosen.append(int(distances.argmax()))
        distances = np.minimum(distances, np.linalg.norm(places - places[chosen[-1]], axis=1))
    return tuple(views[i] for i in sorted(chosen))


def _carried_over(view: LensView, points: FloatArray) -> FloatArray:
    """Where points (n, 2) of the target lie in the picture, lens distortion left aside, as a share of its width."""
    homography, _ = cv2.findHomography(view.points_xyz[:, :2], view.points_xy)
    if homography is None:
        return np.zeros_like(points)
    carried = cv2.perspectiveTransform(points[None], homography)[0] / view.size_wh[0]
    return np.clip(np.asarray(carried, np.float64), -3, 3)


def missing_views(views: Sequence[LensView], rotations: Sequence[FloatArray]) -> tuple[str, ...]:
    """What the next pictures should show, in words; nothing if all is there.

    Parameters
    ----------
    views : sequence of LensView
        At least one.
    rotations : sequence of float array of shape (3, 3)
        Of each view's camera, from target to camera.
    """
    missing = []
    if not any(_filled_share(view) >= _NEAR_SHARE for view in views):
        missing.append("one from nearer, the target filling most of the picture")
    # The normal toward the camera, in the camera's frame: its x is positive where the target turns to the right.
    normals = np.array([rotation[:, 2] * -np.sign(rotation[2, 2]) for rotation in rotations]).reshape(-1, 3)
    least = np.sin(np.radians(TILTED_DEG))
    for axis, sign, words in (
        (0, 1, "to the right"),
        (0, -1, "to the left"),
        (1, 1, "downward"),
        (1, -1, "upward"),
    ):
        if not (sign * normals[:, axis] >= least).any():
            missing.append(f"one with the target's face tilted {words} in the picture")
    missing += [f"one with the target at the picture's {border}" for border in _empty_borders(views)]
    return tuple(missing)


def _filled_share(view: LensView) -> float:
    """Of the picture's width or height, the larger."""
    return float((np.ptp(view.points_xy, axis=0) / view.size_wh).max())


def _empty_borders(views: Sequence[LensView]) -> list[str]:
    places = np.concatenate([view.points_xy / view.size_wh for view in views])
    low, high = places.min(axis=0), places.max(axis=0)
    reached = {
        "left border": low[0] <= _BORDER_SHARE,
        "right border": high[0] >= 1 - _BORDER_SHARE,
        "upper border": low[1] <= _BORDER_SHARE,
        "lower border": high[1] >= 1 - _BORDER_SHARE,
    }
    return [border for border, is_reached in reached.items() if not is_reached]
