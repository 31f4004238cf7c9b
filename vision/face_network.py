"""Is a face of a cube here, and is its mark a bulge? Asked of a small network, one face at a time.

Used by the readers; samples/training makes the networks and prepares their input with the same functions.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import BoolArray, Float32Array, FloatArray, UInt8Array
from calibration.camera import CameraPose
from rules.cubes import Cell

from .faces import FaceSite
from .networks import CLOSE_FACES, FACES, load_network
from .patches import IN_A_MIRROR, Pyramid, cut, enlarged, margin_px, open_squares, square_lattice, view_vectors

#: A face of which at least this share is visible counts as there; one of which at most that much is, as not there.
SHARE_IN_VIEW, SHARE_OUT_OF_VIEW = 0.3, 0.1
#: Planes that a patch samples: the face, one raised half-way up a bulge, and one that faces the camera.
PLANES = 3
#: Planes of the network's input: the same, two of colour, and what is open to view.
FACE_PLANES = PLANES + 3
# Height of the raised plane, and of the middle of the one that faces the camera, above the face (edges).
_RAISED, _FACING = 0.2, 0.12


@dataclass(frozen=True, slots=True)
class Look:
    """How closely faces are looked at.

    Attributes
    ----------
    network : str
        The file of the network that is asked.
    side_px, side_edges : int, float
        A patch's side, in pixels and in edges of cube: a margin shows joints and a bulge's outline.
    open_squares : int
        What stands before a face is told on so many squares along a patch's side.
    """

    network: str
    side_px: int
    side_edges: float
    open_squares: int


#: Before it is known where exactly the camera is, of all faces that may be there.
FIRST_LOOK = Look(FACES, side_px=40, side_edges=1.8, open_squares=20)
#: Once the tower's own edges have told that, of those in doubt: larger, and three times as slow.
CLOSE_LOOK = Look(CLOSE_FACES, side_px=48, side_edges=1.6, open_squares=16)


def ask_presence(frame_bgr: UInt8Array | Pyramid, sites: Sequence[FaceSite], pose: CameraPose) -> FloatArray:
    """Ask a network whether faces are there, with nothing known of what stands before them.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3), or its Pyramid
    sites : sequence of FaceSite, length n
    pose : CameraPose
        For this very picture size.

    Returns
    -------
    float64 array of shape (n,)
        Natural logarithm of the odds that this face of a cube is there and at least SHARE_IN_VIEW of it in view.
    """
    if not sites:
        return np.empty(0)
    return _answers(FIRST_LOOK, *_questions(frame_bgr, sites, pose, (), FIRST_LOOK))[:, 0]


def ask_again(
    frame_bgr: UInt8Array | Pyramid,
    sites: Sequence[FaceSite],
    pose: CameraPose,
    before: Sequence[Cell],
    look: Look = FIRST_LOOK,
) -> FloatArray:
    """`ask_presence` of faces in doubt, once cubes are known, `before`: the network is told what these hide.

    The mean of two looks, one in a mirror, as what only one of them says is chance: of 4,251 faces in doubt in 367
    rendered photos one close look misjudges 123, both together 105.
    """
    if not sites:
        return np.empty(0)
    planes, views = _questions(frame_bgr, sites, pose, before, look)
    in_a_mirror = _answers(look, np.ascontiguousarray(planes[..., ::-1]), views * IN_A_MIRROR)
    return np.asarray((_answers(look, planes, views) + in_a_mirror)[:, 0] / 2)


def ask_marks(
    patches: UInt8Array | Float32Array, colours: UInt8Array, is_open: BoolArray, views: Float32Array
) -> FloatArray:
    """Ask the network that looks closely whether the marks of faces that are there are bulges.

    Parameters
    ----------
    patches, colours, is_open : arrays of length n
        As for `face_planes`, by `CLOSE_LOOK`.
    views : float32 array of shape (n, 3)
        As `patches.view_vectors` makes them.

    Returns
    -------
    float64 array of shape (n,)
        Natural logarithm of the odds of a bulge on each.
    """
    if not len(views):
        return np.empty(0)
    return _answers(CLOSE_LOOK, face_planes(patches, colours, is_open, CLOSE_LOOK), views)[:, 1]


def _questions(
    frame_bgr: UInt8Array | Pyramid, sites: Sequence[FaceSite], pose: CameraPose, before: Sequence[Cell], look: Look
) -> tuple[Float32Array, Float32Array]:
    """What a network is asked about n faces: `face_planes` and `patches.view_vectors`."""
    pyramid = Pyramid.of(frame_bgr)
    patches = cut_patches(pyramid.grey, sites, pose, look.side_px, look.side_edges)
    is_open = open_squares(sites, before, pose, look.open_squares, look.side_edges)
    return face_planes(patches, cut_colours(pyramid, sites, pose, look), is_open, look), view_vectors(sites, pose)


def _answers(look: Look, planes: Float32Array, views: Float32Array) -> FloatArray:
    """Log-odds that each of n faces, at least one, is there and in view, and that its mark is a bulge, shape (n, 2)."""
    network = load_network(look.network)
    network.setInput(planes, "patches")
    network.setInput(views, "views")
    return np.asarray(network.forward(), np.float64).reshape(len(views), 2)


def cut_patches(
    frame_gray: UInt8Array | Pyramid,
    sites: Sequence[FaceSite],
    pose: CameraPose,
    side_px: int,
    side_edges: float,
    shifts_uvw: FloatArray | None = None,
) -> UInt8Array:
    """Cut a network's patches of faces out of a picture.

    Each patch shows three planes: that of the face; one raised above it, where a bulge's top falls on the middle from
    wherever the camera looks (a plane sweep of two planes); and one that faces the camera, turned so that the face's
    normal points up, where a bulge stands out over the face's rim however flat the face is seen.

    Parameters
    ----------
    frame_gray : uint8 array of shape (height, width), or its Pyramid
    sites : sequence of FaceSite, length n
    pose : CameraPose
    side_px, side_edges : int, float
        A patch's side, in pixels and in edges of cube.
    shifts_uvw : float array of shape (n, 3), optional
        Moves each patch, in cube edges: training shows misplaced cubes with it.

    Returns
    -------
    uint8 array of shape (n, PLANES, side_px, side_px)
    """
    plane = square_lattice(side_px, side_edges)
    views = view_vectors(sites, pose).astype(np.float64)
    across = np.stack([-views[:, 1], views[:, 0], np.zeros(len(views))], axis=-1)
    across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-6)
    upward = np.cross(views, across)
    facing = (plane[..., :2].reshape(-1, 2) @ np.stack([across, upward], axis=1)).reshape(len(views), *plane.shape)
    facing[..., 2] += _FACING
    flat = np.broadcast_to(plane, facing.shape)
    offsets = np.stack([flat, flat + np.array([0.0, 0.0, _RAISED]), facing], axis=1)
    if shifts_uvw is not None:
        offsets = offsets + shifts_uvw[:, None, None, None]
    return cut(frame_gray, sites, offsets, side_edges / side_px, pose)


def cut_colours(
    frame_bgr: UInt8Array | Pyramid,
    sites: Sequence[FaceSite],
    pose: CameraPose,
    look: Look,
    shifts_uvw: FloatArray | None = None,
) -> UInt8Array:
    """The first plane of `cut_patches` in colour, shape (n, side_px, side_px, 3), blue, green, red."""
    offsets = square_lattice(look.side_px, look.side_edges)[None]
    if shifts_uvw is not None:
        offsets = offsets + shifts_uvw[:, None, None]
    return cut(frame_bgr, sites, offsets, look.side_edges / look.side_px, pose)


def face_planes(
    patches: UInt8Array | Float32Array, colours: UInt8Array | Float32Array, is_open: BoolArray, look: Look
) -> Float32Array:
    """The network's input: shape, how colour differs from the face's own, over its brightness, and what is open.

    Parameters
    ----------
    patches : array of shape (n, PLANES, side_px, side_px), 0..255
    colours : array of shape (n, side_px, side_px, 3), 0..255, blue, green, red
    is_open : bool array of shape (n, open_squares, open_squares)
        As `patches.open_squares` makes it.
    look : Look

    Returns
    -------
    float32 array of shape (n, FACE_PLANES, side_px, side_px), within -4..4
    """
    veil = enlarged(is_open, look.side_px)[:, None].astype(np.float32)
    shapes = normalised(patches, look.side_edges)
    return np.concatenate([shapes, chroma(colours, look.side_edges), veil], axis=1)


def chroma(colours: UInt8Array | Float32Array, side_edges: float) -> Float32Array:
    """How colour differs from the face's own, over the face's brightness.

    Parameters
    ----------
    colours : array of shape (n, side, side, 3), 0..255, blue, green, red
    side_edges : float
        A patch's side in cube edges.

    Returns
    -------
    float32 array of shape (n, 2, side, side), within -4..4
        Red and blue, each less green; of the face itself (the middle 1 x 1 edge) the mean is 0.
    """
    blue, green, red = np.moveaxis(colours.astype(np.float32), -1, 0)
    planes = np.stack([red - green, blue - green], axis=1)
    margin = margin_px(colours.shape[1], side_edges)
    inside = slice(margin, -margin)
    # Eight grey levels: in the dark, colours are noise.
    brightness = green[:, None, inside, inside].mean(axis=(2, 3), keepdims=True) + 8.0
    planes -= planes[..., inside, inside].mean(axis=(2, 3), keepdims=True)
    return np.asarray(np.clip(4 * planes / brightness, -4.0, 4.0), np.float32)


def normalised(patches: UInt8Array | Float32Array, side_edges: float) -> Float32Array:
    """Take brightness and contrast out of patches: what is left is shape.

    Parameters
    ----------
    patches : array of shape (n, planes, side, side), 0..255
    side_edges : float
        A patch's side in cube edges.

    Returns
    -------
    float32 array of the same shape, within -4..4; the face itself (the middle 1 x 1 edge of the first plane)
    has mean 0 and a standard deviation of 1, or less where little but noise shows.
    """
    values = patches.astype(np.float32)
    margin = margin_px(values.shape[-1], side_edges)
    face = values[:, :1, margin:-margin, margin:-margin]
    mean = face.mean(axis=(2, 3), keepdims=True)
    # Two grey levels: below that there is nothing but noise to enlarge.
    spread = face.std(axis=(2, 3), keepdims=True) + 2.0
    return np.asarray(np.clip((values - mean) / spread, -4.0, 4.0), np.float32)
