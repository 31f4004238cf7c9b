"""Where do the edges of a face really lie? Asked of a small network, one face at a time.

Used by refinement; samples/training makes the network and prepares its input with the same functions.

An edge of a cube is rounded, a joint is a dark groove with an edge on either side, and beside it run the outline of a
mark and shadows: where along the picture's gradient the cube ends, only the look of the whole face tells.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import BoolArray, Float32Array, FloatArray, UInt8Array
from calibration.camera import CameraPose
from rules.cubes import Cell

from .face_network import chroma, normalised
from .faces import FaceSite, points_in_frames
from .networks import EDGES, load_network
from .patches import Pyramid, cut_squares, enlarged, open_squares, patch_frames, view_vectors

#: Pixels along a patch's side, and the edges of cube that it covers: finer than where faces are looked for.
PATCH_PX, PATCH_EDGES = 48, 1.5
#: What stands before a face is told on so many squares along a patch's side.
OPEN_SQUARES = 24
#: Planes of the network's input: grey, two of colour, and what is open to view.
EDGE_PLANES = 4
#: Ends of the four sides of a face: two each.
ENDS = 8
# The corners as a patch shows them, right and up of the face's centre, from the lower left one against the clock.
_CORNERS = np.array([[-0.5, -0.5, 0.0], [0.5, -0.5, 0.0], [0.5, 0.5, 0.0], [-0.5, 0.5, 0.0]])
# What is outward of the side that runs from each corner to the next.
_OUTWARD = _CORNERS + np.roll(_CORNERS, -1, axis=0)


@dataclass(frozen=True, slots=True, eq=False)
class SideEnds:
    """The ends of the sides of n faces where a pose puts them, both of each side, from the lower one against the clock.

    Attributes
    ----------
    points : float64 array of shape (n, ENDS, 3)
        In the world: each corner twice, once for either side that ends there.
    along, outward : float64 array of shape (n, ENDS, 3)
        Unit vectors in the face's plane: along the side, and away from the face's middle.
    """

    points: FloatArray
    along: FloatArray
    outward: FloatArray

    @classmethod
    def of(cls, sites: Sequence[FaceSite], pose: CameraPose) -> "SideEnds":
        """Those of some faces, turned as their patches are (`patches.patch_frames`)."""
        frames = patch_frames(sites, pose)
        corners = points_in_frames(frames, _CORNERS[None])
        outward = np.einsum("sk,nkd->nsd", _OUTWARD, frames[:, 1:]).repeat(2, axis=1)
        points = np.stack([corners, np.roll(corners, -1, axis=1)], axis=2).reshape(-1, ENDS, 3)
        return cls(points, np.cross(frames[:, None, 3], outward), outward)


@dataclass(frozen=True, slots=True, eq=False)
class EdgeAnswers:
    """How far the sides of n faces lie outward of where a pose puts them.

    Attributes
    ----------
    offsets : float64 array of shape (n, ENDS)
        At each of `SideEnds`, in cube edges.
    spreads : float64 array of shape (n, ENDS)
        The mean error of each that the network expects, in cube edges.
    """

    offsets: FloatArray
    spreads: FloatArray


def ask_edges(
    frame_bgr: UInt8Array | Pyramid, sites: Sequence[FaceSite], cells: Sequence[Cell], pose: CameraPose
) -> EdgeAnswers:
    """Ask the network where the sides of faces lie.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3), or its Pyramid
    sites : sequence of FaceSite, length n > 0
    cells : sequence of cell
        Where cubes stand: what they hide is no part of a face.
    pose : CameraPose
        For this very picture size; a twentieth of an edge off or less.

    Returns
    -------
    EdgeAnswers
    """
    network = load_network(EDGES)
    is_open = open_squares(sites, cells, pose, OPEN_SQUARES, PATCH_EDGES)
    network.setInput(edge_planes(cut_edges(frame_bgr, sites, pose), is_open), "patches")
    network.setInput(view_vectors(sites, pose), "views")
    answers = np.asarray(network.forward(), np.float64).reshape(len(sites), 2, ENDS)
    return EdgeAnswers(answers[:, 0], np.exp(answers[:, 1]))


def cut_edges(frame_bgr: UInt8Array | Pyramid, sites: Sequence[FaceSite], pose: CameraPose) -> UInt8Array:
    """Cut the network's patches of faces out of a picture, shape (n, PATCH_PX, PATCH_PX, 3), blue, green, red."""
    return cut_squares(frame_bgr, sites, PATCH_PX, PATCH_EDGES, pose)


def edge_planes(colours: UInt8Array | Float32Array, is_open: BoolArray) -> Float32Array:
    """The network's input.

    Parameters
    ----------
    colours : array of shape (n, PATCH_PX, PATCH_PX, 3), 0..255, blue, green, red
    is_open : bool array of shape (n, OPEN_SQUARES, OPEN_SQUARES)
        As `patches.open_squares` makes it.

    Returns
    -------
    float32 array of shape (n, EDGE_PLANES, PATCH_PX, PATCH_PX), within -4..4
    """
    shape = normalised(colours.mean(axis=-1, dtype=np.float32)[:, None], PATCH_EDGES)
    veil = enlarged(is_open, PATCH_PX)[:, None].astype(np.float32)
    return np.concatenate([shape, chroma(colours, PATCH_EDGES), veil], axis=1)
