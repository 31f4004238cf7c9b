"""The type of each cube by its colour, all faces of a tower in view considered together by a small network.

One white cube in the shade is as dark as a grey one in the light: only the others tell. Each face sends its colours,
in linear light over the mat's white, and looks at the faces of its own cube, of its own side and of the whole tower
(attention); so the network works out the light on each side for itself. The paper round the tower helps: where the
tower's shadow lies, no light comes from the other side. Used by the readers; samples/training makes the network and
prepares its input with the same functions.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.camera import CameraPose, FloatArray, UInt8Array
from calibration.colours import light_at, linear_light, opponent
from rules.games.babel import Cell, Face

from .faces import FaceSite, hidden_by
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
    paper : float32 array of shape (4, 3)
        `opponent` of the paper just East, North, West and South of the tower, over the mat's white; NaN if not in view.
    """

    axes: Float32Array
    views: Float32Array
    shares: Float32Array
    sides: NDArray[np.int64]
    levels: NDArray[np.int64]
    cubes: NDArray[np.int64]
    paper: Float32Array


#: The sides of the tower, against the clock.
ROUND_THE_TOWER = (Face.E, Face.N, Face.W, Face.S)


def tower_colours(
    frame_bgr: UInt8Array,
    sites: Sequence[FaceSite],
    shares: FloatArray,
    cells: Sequence[Cell],
    pose: CameraPose,
    white: FloatArray,
) -> TowerColours:
    """Take the colours of the faces in view out of a picture.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    sites : sequence of FaceSite, length n
    shares : float array of shape (n,)
        Share of each face in view.
    cells : sequence of cell
        All cubes of the tower.
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
    in_view = list(dict.fromkeys(site.cell for site in sites))
    return TowerColours(
        axes=opponent(linear_light(patches)[..., ::-1] / white).astype(np.float32),
        views=view_vectors(sites, pose),
        shares=np.asarray(shares, np.float32),
        sides=np.array([order.index(site.face) for site in sites], np.int64),
        levels=np.array([site.cell[2] for site in sites], np.int64),
        cubes=np.array([in_view.index(site.cell) for site in sites], np.int64),
        paper=_paper(frame_bgr, cells, pose, white),
    )


# The strip of paper beside each side of the footprint that holds no marker, from and to (edges from the middle).
_STRIP = (1.12, 1.70)


def _paper(frame_bgr: UInt8Array, cells: Sequence[Cell], pose: CameraPose, white: FloatArray) -> Float32Array:
    """`TowerColours.paper`."""
    out, across = (axis.ravel() for axis in np.meshgrid(np.linspace(*_STRIP, 6), np.linspace(-0.9, 0.9, 10)))
    strips = np.stack(
        [
            np.stack([out * x - across * y, out * y + across * x, np.zeros_like(out)], axis=-1)
            for x, y, _ in (face.offset for face in ROUND_THE_TOWER)
        ]
    )
    free = np.asarray(~hidden_by(strips, cells, pose.centre).any(axis=1), np.bool_)
    paper = np.full((len(strips), 3), np.nan, np.float32)
    for i, (strip, visible) in enumerate(zip(strips, free, strict=True)):
        light = light_at(frame_bgr, pose, strip[visible])
        light = light[~np.isnan(light[:, 0])]
        if len(light) >= 5:
            paper[i] = opponent(np.median(light, axis=0) / white)
    return paper


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
        "patches" (n, 3, PATCH_PX, PATCH_PX); "features" (n, 20); "attention" (heads, n, n), added to the scores;
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
        _paper_features(colours),
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


def _paper_features(colours: TowerColours) -> Float32Array:
    """For each face the paper's lightness before it and to its left, behind it and to its right, whether each is in
    view, all for a side face as it looks out; for an upper face their mean. Shape (n, 8)."""
    seen = ~np.isnan(colours.paper[:, 0])
    lightness = np.where(seen, colours.paper[:, 0], 0.0)
    features = np.empty((len(colours.sides), 8), np.float32)
    for i, side in enumerate(colours.sides):
        face = list(Face)[side]
        if face in ROUND_THE_TOWER:
            turn = -ROUND_THE_TOWER.index(face)
            features[i] = np.concatenate([np.roll(lightness, turn), np.roll(seen, turn)])
        else:
            features[i] = np.repeat([lightness.sum() / max(1, seen.sum()), seen.mean()], 4)
    return features


def _on_rim() -> NDArray[np.bool_]:
    """Which pixels of a patch lie on the flat rim: outside the mark (radius up to 0.32) and inside the bevel."""
    lattice = square_lattice(PATCH_PX, 1.0)
    return np.asarray(
        (np.hypot(lattice[..., 0], lattice[..., 1]) > 0.355) & (abs(lattice[..., :2]).max(axis=-1) < 0.46)
    )
