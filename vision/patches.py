"""Square pictures of cube faces, taken out of a photo and set upright. Used by the face network and its training."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import CameraPose, FloatArray, UInt8Array

from .faces import FaceSite, face_corners, face_frame, face_points

#: Pixels along a patch's side, and the edges of cube that it covers: a margin shows joints and a bulge's outline.
PATCH_PX = 40
PATCH_EDGES = 1.8
#: Heights above the face (edges) of the two planes that a patch samples: on the face, and half-way up a bulge.
PLANE_HEIGHTS = (0.0, 0.2)

Float32Array = NDArray[np.float32]


def patch_offsets() -> FloatArray:
    """Right, up, outward of each patch pixel from the face's centre, shape (2, PATCH_PX, PATCH_PX, 3), in edges."""
    steps = ((np.arange(PATCH_PX) + 0.5) / PATCH_PX - 0.5) * PATCH_EDGES
    right, down = np.meshgrid(steps, steps)
    return np.stack([np.stack([right, -down, np.full_like(right, height)], axis=-1) for height in PLANE_HEIGHTS])


def cut_patches(frame_gray: UInt8Array, sites: Sequence[FaceSite], pose: CameraPose) -> Float32Array:
    """Cut the patches of faces out of a picture.

    Each patch is seen straight on, twice: in the plane of the face, and in a plane raised above it, where a
    bulge's top falls on the middle of the patch from wherever the camera looks (a plane sweep of two planes).

    Parameters
    ----------
    frame_gray : uint8 array of shape (height, width)
    sites : sequence of FaceSite, length n
    pose : CameraPose

    Returns
    -------
    float32 array of shape (n, 2, PATCH_PX, PATCH_PX), 0..255
        Outside the picture the border pixel is repeated.
    """
    return sample_patches(frame_gray, pose.project(face_points(sites, patch_offsets())), edge_px(sites, pose))


def sample_patches(frame_gray: UInt8Array, points_xy: FloatArray, edge_px: FloatArray) -> Float32Array:
    """Sample a picture at given points, each patch from the pyramid level that suits its size.

    Parameters
    ----------
    frame_gray : uint8 array of shape (height, width)
    points_xy : float array of shape (n, 2, PATCH_PX, PATCH_PX, 2), in pixels
    edge_px : float array of shape (n,)
        Length of a cube's edge in the picture.

    Returns
    -------
    float32 array of shape (n, 2, PATCH_PX, PATCH_PX)
    """
    # Over 1.5 picture pixels for a patch pixel, sampling would alias: take a level of half the size.
    levels = np.maximum(0, np.ceil(np.log2(edge_px * PATCH_EDGES / PATCH_PX / 1.5))).astype(int)
    patches = np.empty(points_xy.shape[:-1], np.float32)
    picture = frame_gray
    for level in range(int(levels.max(initial=0)) + 1):
        chosen = np.flatnonzero(levels == level)
        if len(chosen):
            # pyrDown keeps even pixels: pixel x of a level lies at x * 2 of the level below.
            grid = (points_xy[chosen] / 2**level).astype(np.float32).reshape(-1, PATCH_PX, 2)
            # remap takes at most 32767 rows.
            parts = [
                cv2.remap(picture, part[..., 0], part[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
                for part in np.array_split(grid, len(grid) // 30000 + 1)
            ]
            patches[chosen] = np.concatenate(parts).reshape(-1, *points_xy.shape[1:-1])
        picture = np.asarray(cv2.pyrDown(picture), np.uint8)
    return patches


def edge_px(sites: Sequence[FaceSite], pose: CameraPose) -> FloatArray:
    """The longest side of each face in the picture, shape (n,), in pixels."""
    corners_xy = pose.project(face_corners(sites))
    return np.asarray(np.linalg.norm(corners_xy - np.roll(corners_xy, 1, axis=1), axis=-1).max(axis=1))


def view_vectors(sites: Sequence[FaceSite], pose: CameraPose) -> FloatArray:
    """Unit vectors from each face's centre to the camera, in the face's right, up, outward; shape (n, 3)."""
    frames = np.array([face_frame(site) for site in sites]).reshape(-1, 4, 3)
    rays = pose.centre - frames[:, 0]
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    return np.asarray(np.einsum("nd,nkd->nk", rays, frames[:, 1:]))


def normalised(patches: Float32Array) -> Float32Array:
    """Take brightness and contrast out of patches: what is left is shape.

    Parameters
    ----------
    patches : float32 array of shape (n, 2, PATCH_PX, PATCH_PX)

    Returns
    -------
    float32 array of the same shape, within -4..4; the face itself (the middle 1 x 1 edge of the first plane)
    has mean 0 and standard deviation 1.
    """
    margin = round(PATCH_PX * (1 - 1 / PATCH_EDGES) / 2)
    face = patches[:, :1, margin:-margin, margin:-margin]
    mean = face.mean(axis=(2, 3), keepdims=True)
    # Two grey levels: below that there is nothing but noise to enlarge.
    spread = face.std(axis=(2, 3), keepdims=True) + 2.0
    return np.asarray(np.clip((patches - mean) / spread, -4.0, 4.0), np.float32)
