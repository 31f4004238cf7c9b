"""The faces of a tower as one picture: colours over white, shapes, what is open to view, and the paper round it.

Made by the readers and by samples/training, which shows the network just the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from calibration.arrays import BoolArray, Float32Array, FloatArray, IntArray, UInt8Array
from calibration.camera import CameraPose
from calibration.colours import channel_logs, grey, opponent, white_balanced
from calibration.linear_light import linear_light
from calibration.paper import light_at
from rules.games.babel import Cell, Face
from vision.face_network import CLOSE_LOOK, cut_patches
from vision.faces import FACE_PLACES, FaceSite, hidden_by
from vision.patches import (
    IN_A_MIRROR,
    cut_squares,
    enlarged,
    margin_px,
    open_squares,
    patch_frames,
    square_lattice,
    view_vectors,
)

#: Pixels along the side of a patch of colours, which is the face without margin: fine enough to show a mark's shading.
COLOUR_PX = 40
#: Pixels along the side of a patch of shapes, and the cube edges that it covers: those of a close look at one face.
SHAPE_PX, SHAPE_EDGES = CLOSE_LOOK.side_px, CLOSE_LOOK.side_edges
#: What stands before a face is told on OPEN_PX x OPEN_PX squares of a patch of shapes, a tenth of an edge each.
OPEN_PX = CLOSE_LOOK.open_squares
#: Of a face of this grey level or a lower one nothing is told: a filter, or the camera, has made what is dark black.
BLACK = 2


@dataclass(frozen=True, slots=True, eq=False)
class TowerPicture:
    """The faces of one tower, n of them, as the network gets them before scaling.

    Attributes
    ----------
    axes : float32 array of shape (n, COLOUR_PX, COLOUR_PX, 3)
        `calibration.colours.opponent` of linear light over the mat's white.
    patches : array of shape (n, PLANES, SHAPE_PX, SHAPE_PX), 0..255
        As `face_network.cut_patches` makes them.
    is_open : bool array of shape (n, OPEN_PX, OPEN_PX)
        Where no other cube hides the plane of the face, over the same square as the patches.
    views : float32 array of shape (n, 3)
        Direction to the camera, right, up, outward (`patches.patch_frames`).
    shares : float32 array of shape (n,)
        Share of the face in view.
    sides : int array of shape (n,)
        Which way each face looks: its place in `Face`.
    levels : int array of shape (n,)
    cubes : int array of shape (n,)
        Which cube each face belongs to, numbered from 0 without gaps.
    facing : int array of shape (n,)
        To which of `ROUND_THE_TOWER` each side face looks, and an upper face's lower edge in its patch: to the camera.
    paper : float32 array of shape (PAPER_PATCHES, 3)
        Colour (`opponent`) of the paper round the tower, over the mat's white; against the clock, before the East side
        from South to North, the corner, and so on. NaN if not in view.
    """

    axes: Float32Array
    patches: UInt8Array | Float32Array
    is_open: BoolArray
    views: Float32Array
    shares: Float32Array
    sides: IntArray
    levels: IntArray
    cubes: IntArray
    facing: IntArray
    paper: Float32Array

    @property
    def rims(self) -> Float32Array:
        """Colour of the flat rim of each face, its median where nothing hides it; shape (n, 3), on the axes."""
        return self._open_quantiles(on_rim(), [0.5])[:, 0]

    @property
    def lightness(self) -> Float32Array:
        """Quantiles 0.05, 0.25 and 0.9 of the lightness of each face where nothing hides it, shape (n, 3)."""
        everywhere = np.ones((COLOUR_PX, COLOUR_PX), np.bool_)
        return self._open_quantiles(everywhere, [0.05, 0.25, 0.9])[..., 0]

    @property
    def grey_levels(self) -> FloatArray:
        """Median grey level of each face, what hides it included, shape (n,), 0..255."""
        return np.asarray(np.median(self._grey, axis=1), np.float64)

    @property
    def black_share(self) -> float:
        """Share of all pixels that are black, 0..1, in which nothing is to be seen."""
        return float(np.mean(self._grey <= BLACK))

    @property
    def _grey(self) -> UInt8Array | Float32Array:
        """Grey levels of the faces' pixels, shape (n, pixels), 0..255."""
        margin = margin_px(SHAPE_PX, SHAPE_EDGES)
        faces = self.patches[:, 0, margin:-margin, margin:-margin]
        return faces.reshape(len(faces), -1)

    def _open_quantiles(self, where: BoolArray, quantiles: Sequence[float]) -> Float32Array:
        """Quantiles of the open pixels of each face among `where`; of all of those if hardly any is open."""
        is_open = open_pixels(self.is_open)[:, where]
        hardly_any = is_open.mean(axis=1, keepdims=True) < 0.1
        return quantiles_where(self.axes[:, where], is_open | hardly_any, quantiles)


def quantiles_where(values: Float32Array, chosen: BoolArray, quantiles: Sequence[float]) -> Float32Array:
    """Quantiles of the chosen values of each row, four times as fast as `numpy.nanquantile`.

    Parameters
    ----------
    values : float array of shape (n, m, channels)
    chosen : bool array of shape (n, m)
    quantiles : sequence of float, length q, 0..1

    Returns
    -------
    float32 array of shape (n, q, channels)
        NaN where none is chosen.
    """
    ordered = np.sort(np.where(chosen[..., None], values, np.nan), axis=1)  # NaN comes last
    place = np.maximum(chosen.sum(axis=1, keepdims=True) - 1, 0) * np.asarray(quantiles)
    below, above = np.floor(place).astype(np.int64), np.ceil(place).astype(np.int64)
    rows, part = np.arange(len(values))[:, None], (place - below)[..., None]
    lower = ordered[rows, below]
    return np.asarray(lower + part * (ordered[rows, above] - lower), np.float32)


def open_pixels(is_open: BoolArray) -> BoolArray:
    """Which pixels of the patches of colours nothing hides, shape (n, COLOUR_PX, COLOUR_PX)."""
    margin = margin_px(OPEN_PX, SHAPE_EDGES)
    return enlarged(is_open[:, margin:-margin, margin:-margin], COLOUR_PX)


#: The sides of the tower, against the clock.
ROUND_THE_TOWER = (Face.E, Face.N, Face.W, Face.S)
#: So many pieces of paper lie before each side of the tower, the corner that follows it among them.
PAPER_PER_SIDE = 4
PAPER_PATCHES = PAPER_PER_SIDE * len(ROUND_THE_TOWER)


def tower_picture(
    frame_bgr: UInt8Array,
    sites: Sequence[FaceSite],
    shares: FloatArray,
    cells: Sequence[Cell],
    pose: CameraPose,
    white: FloatArray,
) -> TowerPicture:
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
        What the mat's paper sends (`calibration.paper.mat_white`).

    Returns
    -------
    TowerPicture
    """
    frame_gray = grey(frame_bgr)
    colours = cut_squares(frame_bgr, sites, COLOUR_PX, 1.0, pose)
    in_view = list(dict.fromkeys(site.cell for site in sites))
    return TowerPicture(
        axes=opponent(white_balanced(linear_light(colours)[..., ::-1], white)).astype(np.float32),
        patches=cut_patches(frame_gray, sites, pose, side_px=SHAPE_PX, side_edges=SHAPE_EDGES),
        is_open=open_squares(sites, cells, pose, OPEN_PX, SHAPE_EDGES),
        views=view_vectors(sites, pose),
        shares=np.asarray(shares, np.float32),
        sides=np.array([FACE_PLACES[site.face] for site in sites], np.int64),
        levels=np.array([site.cell[2] for site in sites], np.int64),
        cubes=np.array([in_view.index(site.cell) for site in sites], np.int64),
        facing=_facing(sites, pose),
        paper=_paper(frame_bgr, cells, pose, white),
    )


def _facing(sites: Sequence[FaceSite], pose: CameraPose) -> IntArray:
    """`TowerPicture.facing`."""
    frames = patch_frames(sites, pose)
    is_upper = np.array([site.face in (Face.U, Face.D) for site in sites], np.bool_)[:, None]
    toward = np.where(is_upper, -frames[:, 2], frames[:, 3])
    ways = np.array([face.offset for face in ROUND_THE_TOWER])
    return np.asarray(np.argmax(toward @ ways.T, axis=1), np.int64)


# The paper beside the footprint that holds no marker: from and to, out from the middle and along a side (edges), and
# how many samples are taken each way.
_OUT, _ALONG, _STEPS = (1.12, 1.70), 0.9, (6, 4)
# Of a piece of paper so many samples must be in view.
_LEAST_PAPER = 5


def _paper(frame_bgr: UInt8Array, cells: Sequence[Cell], pose: CameraPose, white: FloatArray) -> Float32Array:
    """`TowerPicture.paper`; of a tower beside its outline markers may reach into a piece, which its median bears."""
    points = _paper_points()
    is_free = ~hidden_by(points, cells, pose.centre).any(axis=1)
    light = light_at(frame_bgr, pose, points)
    is_seen = is_free & ~np.isnan(light[..., 0])
    paper = np.full((len(points), 3), np.nan, np.float32)
    for i in np.flatnonzero(is_seen.sum(axis=1) >= _LEAST_PAPER):
        paper[i] = opponent(white_balanced(np.median(light[i, is_seen[i]], axis=0), white))
    return paper


@cache
def _paper_points() -> FloatArray:
    """Where the pieces of paper are sampled, shape (PAPER_PATCHES, samples, 3)."""
    ends = np.linspace(-_ALONG, _ALONG, PAPER_PER_SIDE)
    starts, stops = np.append(ends[:-1], _OUT[0]), np.append(ends[1:], _OUT[1])
    out, part = (axis.ravel() for axis in np.meshgrid(np.linspace(*_OUT, _STEPS[0]), np.linspace(0, 1, _STEPS[1])))
    along = starts[:, None] + (stops - starts)[:, None] * part
    out = np.broadcast_to(out, along.shape)
    return np.concatenate(
        [
            np.stack([x * out - y * along, y * out + x * along, np.zeros_like(out)], axis=-1)
            for x, y, _ in (face.offset for face in ROUND_THE_TOWER)
        ]
    )


_EAST, _WEST = FACE_PLACES[Face.E], FACE_PLACES[Face.W]


def mirrored(picture: TowerPicture) -> TowerPicture:
    """The same tower in a mirror that swaps East and West."""
    swapped = np.arange(len(Face))
    swapped[[_EAST, _WEST]] = _WEST, _EAST
    return replace(
        picture,
        axes=picture.axes[:, :, ::-1],
        patches=picture.patches[..., ::-1],
        is_open=picture.is_open[..., ::-1],
        views=picture.views * IN_A_MIRROR,
        sides=swapped[picture.sides],
        # East and West change places, and the paper goes round with the clock.
        facing=np.array([2, 1, 0, 3])[picture.facing],
        paper=picture.paper[(2 * PAPER_PER_SIDE + 2 - np.arange(PAPER_PATCHES)) % PAPER_PATCHES],
    )


#: Without paper in view, white is this quantile of the tower's own faces in each colour: its white cubes in the light.
WHITE_QUANTILE = 0.95


def without_paper(picture: TowerPicture) -> TowerPicture:
    """The same tower with its own brightest faces as white, as if there were no mat: the light's colour is a guess."""
    logs = channel_logs(picture.axes[open_pixels(picture.is_open)].astype(np.float64))
    white = opponent(np.exp(np.quantile(logs, WHITE_QUANTILE, axis=0)))
    return replace(picture, axes=picture.axes - white.astype(np.float32), paper=np.full_like(picture.paper, np.nan))


def on_rim() -> BoolArray:
    """Which pixels of a patch of colours lie on the flat rim: outside the mark (radius up to 0.32), inside the bevel.

    Shape (COLOUR_PX, COLOUR_PX).
    """
    lattice = square_lattice(COLOUR_PX, 1.0)
    return np.asarray(
        (np.hypot(lattice[..., 0], lattice[..., 1]) > 0.355) & (abs(lattice[..., :2]).max(axis=-1) < 0.46)
    )
