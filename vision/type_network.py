"""The type of each cube by its colour, all faces of a tower in view considered together by a small network.

One white cube in the shade is as dark as a grey one in the light: only the others tell. Each face sends its colours,
in linear light over the mat's white, and looks at the faces of its own cube, of its own side and of the whole tower
(attention); so the network works out the light on each side for itself. Used by the readers; samples/training makes
the network and prepares its input with the same functions.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.camera import CameraPose, FloatArray, UInt8Array
from calibration.colours import linear_light, opponent
from rules.games.babel import Face

from .faces import FaceSite
from .networks import load_network
from .patches import Float32Array, cut, square_lattice, view_vectors

#: Pixels along a patch's side; a patch is the face without margin.
PATCH_PX = 20
#: Attention heads: the first ones see all faces, the next those of the same side, the last those of the same cube.
HEADS_FOR_ALL, HEADS_FOR_SIDE, HEADS_FOR_CUBE = 2, 2, 2
_UNSEEN = -30.0  # added to an attention score: as good as nothing


@dataclass(frozen=True, slots=True, eq=False)
class TowerColours:
    """The faces of one tower, n of them, as the network gets them before scaling.

    Attributes
    ----------
    axes : float32 array of shape (n, PATCH_PX, PATCH_PX, 3)
        `calibration.colours.opponent` of linear light over the mat's white.
    views : float32 array of shape (n, 3)
        Direction to the camera in the face's right, up, outward.
    shares : float32 array of shape (n,)
        Share of the face in view.
    sides : int array of shape (n,)
        Which way each face looks: its place in `Face`.
    levels : int array of shape (n,)
    cubes : int array of shape (n,)
        Which cube each face belongs to, numbered from 0 without gaps.
    """

    axes: Float32Array
    views: Float32Array
    shares: Float32Array
    sides: NDArray[np.int64]
    levels: NDArray[np.int64]
    cubes: NDArray[np.int64]


def tower_colours(
    frame_bgr: UInt8Array, sites: Sequence[FaceSite], shares: FloatArray, pose: CameraPose, white: FloatArray
) -> TowerColours:
    """Take the colours of the faces in view out of a picture.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    sites : sequence of FaceSite, length n
    shares : float array of shape (n,)
        Share of each face in view.
    pose : CameraPose
        For this very picture size.
    white : float array of shape (3,), linear red, green, blue
        What the mat's paper sends (`calibration.colours.mat_white`).

    Returns
    -------
    TowerColours
    """
    patches = cut(frame_bgr, sites, square_lattice(PATCH_PX, 1.0), 1.0 / PATCH_PX, pose)
    order = list(Face)
    cells = list(dict.fromkeys(site.cell for site in sites))
    return TowerColours(
        axes=opponent(linear_light(patches)[..., ::-1] / white).astype(np.float32),
        views=view_vectors(sites, pose),
        shares=np.asarray(shares, np.float32),
        sides=np.array([order.index(site.face) for site in sites], np.int64),
        levels=np.array([site.cell[2] for site in sites], np.int64),
        cubes=np.array([cells.index(site.cell) for site in sites], np.int64),
    )


def type_log_likelihoods(colours: TowerColours) -> FloatArray:
    """How likely the colours are for each type.

    Parameters
    ----------
    colours : TowerColours
        Of at least one face.

    Returns
    -------
    float64 array of shape (number of cubes, 5), natural logarithms, normalised over the types.
    """
    network = load_network("types.onnx")
    for name, values in network_input(colours).items():
        network.setInput(values, name)
    logs = np.asarray(network.forward(), np.float64).reshape(-1, 5)
    return np.asarray(logs - np.logaddexp.reduce(logs, axis=1, keepdims=True))


def network_input(colours: TowerColours) -> dict[str, Float32Array]:
    """The network's input by name: patches, features, attention, pooling.

    Returns
    -------
    dict
        "patches" (n, 3, PATCH_PX, PATCH_PX); "features" (n, 12); "attention" (heads, n, n), added to the scores;
        "pooling" (cubes, n), the mean over each cube's faces.
    """
    axes = colours.axes
    patches = (axes - np.array([-1.5, 0.0, 0.0], np.float32)) * np.array([0.7, 1.5, 1.5], np.float32)
    lightness = axes[..., 0].reshape(len(axes), -1)
    features = [
        np.median(axes[:, _on_rim()], axis=1),
        colours.views,
        np.quantile(lightness, [0.05, 0.25, 0.9], axis=1).T,
        colours.shares[:, None],
        (colours.sides == list(Face).index(Face.U))[:, None],
        (colours.levels[:, None] - 2) / 3,
    ]
    same_side = colours.sides[:, None] == colours.sides
    same_cube = colours.cubes[:, None] == colours.cubes
    everything = np.ones_like(same_side)
    heads = [everything] * HEADS_FOR_ALL + [same_side] * HEADS_FOR_SIDE + [same_cube] * HEADS_FOR_CUBE
    members = np.arange(colours.cubes.max() + 1)[:, None] == colours.cubes
    return {
        "patches": np.ascontiguousarray(patches.transpose(0, 3, 1, 2), np.float32),
        "features": np.concatenate(features, axis=1).astype(np.float32),
        "attention": np.where(np.stack(heads), 0.0, _UNSEEN).astype(np.float32),
        "pooling": (members / members.sum(axis=1, keepdims=True)).astype(np.float32),
    }


def _on_rim() -> NDArray[np.bool_]:
    """Which pixels of a patch lie on the flat rim: outside the mark (radius up to 0.32) and inside the bevel."""
    lattice = square_lattice(PATCH_PX, 1.0)
    return np.asarray(
        (np.hypot(lattice[..., 0], lattice[..., 1]) > 0.355) & (abs(lattice[..., :2]).max(axis=-1) < 0.46)
    )
