"""Square pictures of cube faces, taken out of a photo and set upright. Used by the networks and their training."""

from collections.abc import Sequence
from functools import cached_property

import cv2
import numpy as np

from calibration.arrays import BoolArray, Float32Array, FloatArray, UInt8Array
from calibration.camera import CameraPose
from calibration.colours import grey
from calibration.markers import longest_sides_px
from rules.cubes import Cell, Face

from .faces import FaceSite, face_corners, face_frames, is_in_view, points_in_frames

#: What view vectors are multiplied by in a mirror: left and right change places.
IN_A_MIRROR = np.array([-1.0, 1.0, 1.0], np.float32)


def square_lattice(side_px: int, side_edges: float) -> FloatArray:
    """Right, up, outward of the pixels of a patch in the plane of a face, shape (side_px, side_px, 3), in edges.

    Examples
    --------
    >>> square_lattice(2, 1.0)[0].tolist()
    [[-0.25, 0.25, 0.0], [0.25, 0.25, 0.0]]
    """
    steps = ((np.arange(side_px) + 0.5) / side_px - 0.5) * side_edges
    right, down = np.meshgrid(steps, steps)
    return np.stack([right, -down, np.zeros_like(right)], axis=-1)


def margin_px(side_px: int, side_edges: float) -> int:
    """How far a face's edge lies inside a patch of so many pixels, and so many cube edges, a side."""
    return round(side_px * (1 - 1 / side_edges) / 2)


def patch_frames(sites: Sequence[FaceSite], pose: CameraPose) -> FloatArray:
    """Centre, right, up and outward normal of each face as its patch shows it, shape (n, 4, 3).

    Side faces stand as in `face_frames`. An upper face has no up of its own: it is turned by quarter turns until the
    camera looks from below, so that all upper faces look alike.
    """
    frames = face_frames(sites)
    rows = np.array([i for i, site in enumerate(sites) if site.face in (Face.U, Face.D)], np.int64)
    centres, rights, ups, normals = np.moveaxis(frames[rows], 1, 0)
    ways = np.stack([ups, -ups, rights, -rights], axis=1)
    away = np.argmin(np.einsum("nwd,nd->nw", ways, pose.centre - centres), axis=1)
    frames[rows, 2] = ways[np.arange(len(rows)), away]
    frames[rows, 1] = np.cross(frames[rows, 2], normals)
    return frames


class Pyramid:
    """A picture, each level of it half as large as the one before; made once, where patches are cut time and again."""

    def __init__(self, frame: UInt8Array) -> None:
        self._levels = [frame]

    @classmethod
    def of(cls, frame: "UInt8Array | Pyramid") -> "Pyramid":
        """That of a picture (uint8, height, width, or with channels), or itself."""
        return frame if isinstance(frame, Pyramid) else cls(frame)

    def level(self, halvings: int) -> UInt8Array:
        """The picture halved so many times, uint8: pixel x of it lies at 2 * x of the level before."""
        while len(self._levels) <= halvings:
            self._levels.append(np.asarray(cv2.pyrDown(self._levels[-1]), np.uint8))
        return self._levels[halvings]

    @cached_property
    def grey(self) -> "Pyramid":
        """That of the same picture, which is in blue, green and red, without its colours."""
        return Pyramid(grey(self._levels[0]))


#: Points beside the camera fall billions of pixels beside the picture, more than a float32 holds.
FAR_OUT_PX = 1e6


def cut(
    frame: UInt8Array | Pyramid,
    sites: Sequence[FaceSite],
    offsets_uvw: FloatArray,
    step_edges: float,
    pose: CameraPose,
) -> UInt8Array:
    """Cut patches of faces out of a picture, each seen straight on.

    Parameters
    ----------
    frame : uint8 array of shape (height, width) or (height, width, channels), or its Pyramid
    sites : sequence of FaceSite, length n
    offsets_uvw : float array of shape (n, ..., side, 3), or (1, ..., side, 3) if the same for all
        Where to sample, right, up and outward (`patch_frames`) from each face's centre, in cube edges.
    step_edges : float
        Distance of neighbouring samples, in cube edges.
    pose : CameraPose
        For this very picture size.

    Returns
    -------
    uint8 array of shape (n, ..., side) or (n, ..., side, channels)
        Outside the picture the border pixel is repeated.
    """
    frames = patch_frames(sites, pose)
    offsets_uvw = np.broadcast_to(offsets_uvw, (len(frames), *offsets_uvw.shape[1:]))
    points_xy = np.empty((*offsets_uvw.shape[:-1], 2), np.float32)
    for face, (frame_of_face, offsets) in enumerate(zip(frames, offsets_uvw, strict=True)):
        # One face at a time stays in the processor's cache: half the time.
        points_xy[face] = np.clip(_seen_from(frame_of_face, pose).project(offsets), -FAR_OUT_PX, FAR_OUT_PX)
    return sample(Pyramid.of(frame), points_xy, _edge_px(sites, pose) * step_edges)


def cut_squares(
    frame: UInt8Array | Pyramid, sites: Sequence[FaceSite], side_px: int, side_edges: float, pose: CameraPose
) -> UInt8Array:
    """`cut` in the plane of each face: a square round its middle, of so many pixels and so many cube edges a side.

    Returns
    -------
    uint8 array of shape (n, side_px, side_px) or (n, side_px, side_px, channels)
    """
    return cut(frame, sites, square_lattice(side_px, side_edges)[None], side_edges / side_px, pose)


def _seen_from(frame_of_face: FloatArray, pose: CameraPose) -> CameraPose:
    """The camera where the world is a face's own: right, up and outward from its centre."""
    centre, axes = frame_of_face[0], frame_of_face[1:]
    return CameraPose(pose.lens, pose.rotation @ axes.T, pose.rotation @ centre + pose.translation)


def sample(pyramid: Pyramid, points_xy: Float32Array, step_px: FloatArray) -> UInt8Array:
    """Sample a picture at points, each patch from the level of the pyramid that suits its step.

    Parameters
    ----------
    pyramid : Pyramid
    points_xy : float32 array of shape (n, ..., side, 2)
    step_px : float array of shape (n,)
        How far neighbouring samples of each patch lie apart in the picture, in pixels.

    Returns
    -------
    uint8 array of shape (n, ..., side) or (n, ..., side, channels)
        Outside the picture the border pixel is repeated.
    """
    size_hw, channels = pyramid.level(0).shape[:2], pyramid.level(0).shape[2:]
    # Over 1.5 picture pixels from sample to sample would alias: take a level of half the size.
    levels = np.clip(np.ceil(np.log2(np.maximum(step_px, 1e-6) / 1.5)), 0, np.log2(max(size_hw))).astype(int)
    patches = np.empty((*points_xy.shape[:-1], *channels), np.uint8)
    for level in sorted(set(levels.tolist())):
        chosen = np.flatnonzero(levels == level)
        picture = pyramid.level(level)
        grid = (points_xy[chosen] / 2**level).reshape(-1, points_xy.shape[-2], 2)
        # remap takes at most 32767 rows.
        parts = [
            cv2.remap(picture, part[..., 0], part[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            for part in np.array_split(grid, len(grid) // 30000 + 1)
        ]
        patches[chosen] = np.concatenate(parts).reshape(-1, *patches.shape[1:])
    return patches


def _edge_px(sites: Sequence[FaceSite], pose: CameraPose) -> FloatArray:
    """The longest side of each face in the picture, shape (n,), in pixels."""
    return longest_sides_px(pose.project(face_corners(sites)))


def open_squares(
    sites: Sequence[FaceSite], cells: Sequence[Cell], pose: CameraPose, squares: int, side_edges: float
) -> BoolArray:
    """Which squares of each face's plane are in the picture, and hidden by no cube in `cells`.

    Parameters
    ----------
    sites : sequence of FaceSite, length n
    cells : sequence of cell
    pose : CameraPose
    squares : int
        Along a patch's side.
    side_edges : float
        A patch's side in cube edges.

    Returns
    -------
    bool array of shape (n, squares, squares)
    """
    # A little before the face, so that its own cube and its neighbours in the same plane do not hide it.
    lattice = square_lattice(squares, side_edges).reshape(-1, 3) + np.array([0.0, 0.0, 0.01])
    points = points_in_frames(patch_frames(sites, pose), lattice[None])
    return is_in_view(points, cells, pose).reshape(-1, squares, squares)


def enlarged(squares: BoolArray, side_px: int) -> BoolArray:
    """Squares (n, side, side) as pixels (n, side_px, side_px); side_px is a multiple of side."""
    times = side_px // squares.shape[-1]
    return squares.repeat(times, axis=1).repeat(times, axis=2)


def view_vectors(sites: Sequence[FaceSite], pose: CameraPose) -> Float32Array:
    """Unit vectors from each face's centre to the camera, right, up, outward in `patch_frames`; shape (n, 3)."""
    frames = patch_frames(sites, pose)
    rays = pose.centre - frames[:, 0]
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    return np.asarray(np.einsum("nd,nkd->nk", rays, frames[:, 1:]), np.float32)
