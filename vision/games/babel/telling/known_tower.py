"""What a photo shows of cubes whose types are known: colours, worn edges, the marks' outline.

Used to learn a set's paints, to see whether a profile fits a photo, and by the bench.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import BoolArray, FloatArray, IntArray, UInt8Array
from calibration.camera import CameraPose
from calibration.colours import channel_logs, grey
from calibration.locating import Place
from calibration.paints import FACE_SPREAD
from calibration.paper import mat_white
from calibration.stray_light import without_stray_light
from rules.games.babel import Cell
from vision.faces import FACE_PLACES, FaceSite, sightlines
from vision.patches import cut, square_lattice

from .tower_picture import COLOUR_PX, tower_picture

#: Faces of which less is in view tell too little of their colour.
_LEAST_SHARE = 0.5
_BARE_WOOD = 3
# The band along a face's edges where paint wears off first: from and to, in edges from the middle; the bevel is beyond.
_EDGE_BAND = (0.44, 0.48)
# Standard deviations from bare wood: what lies further off, such as a bright edge of black paint, is something else.
_LIKE_WOOD = 3.0
# Points on each circle on which the marks' outline is looked for; a circle stands out that changes this much more than
# the face as a whole.
_ANGLES, _STANDS_OUT = 96, 1.15
# Mean and standard deviation of the radius between sets, chosen wide: what people sell lies within 0.2 to 0.32.
_USUAL_RADIUS = (0.26, 0.06)
_RADIUS_STEP = 0.005
_RADII = np.arange(0.14, 0.40, _RADIUS_STEP)


# A channel darker or brighter than this (linear light), or so dark against the mat's white that `opponent` nearly ends
# there, may have been cut off. Chosen on rendered photos of five sets: by faces beyond, one learns other paints.
_LEAST_LIGHT, _MOST_LIGHT, _LEAST_OVER_WHITE = 0.003, 0.95, 0.006


@dataclass(frozen=True, slots=True, eq=False)
class KnownFaces:
    """The faces in view of cubes of known types, n of them.

    Attributes
    ----------
    sites : tuple of FaceSite
    types : int array of shape (n,)
    colours : float64 array of shape (n, 3)
        Of each face's rim, on the axes of `calibration.colours.opponent`, over the mat's white.
    edges : float64 array of shape (n, m, 3)
        The same of each pixel along its edges.
    white : float64 array of shape (3,)
        The mat's white, linear red, green, blue.
    """

    sites: tuple[FaceSite, ...]
    types: IntArray
    colours: FloatArray
    edges: FloatArray
    white: FloatArray

    @property
    def sides(self) -> IntArray:
        """Which way each face looks, shape (n,): its place in `Face`; one side has one light."""
        return np.array([FACE_PLACES[site.face] for site in self.sites], np.int64)


def known_faces(
    frame_bgr: UInt8Array,
    pose: CameraPose,
    place: Place,
    types: Mapping[Cell, int | None],
    all_cells: tuple[Cell, ...],
) -> KnownFaces | None:
    """Measure the faces in view of cubes whose types are known, those left out of which a colour was cut off.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    pose : CameraPose
        For this very picture size.
    place : Place
        Where on the mat the cells lie.
    types : mapping of cell to type number
        Cubes of which it is None are passed over.
    all_cells : tuple of cell
        Every cube of the tower, also those of unknown type: they hide others.

    Returns
    -------
    KnownFaces or None
        None where no such face of them or no white paper is in view.
    """
    mat_pose = place.pose_on_mat(pose)
    clear_bgr, white = without_stray_light(frame_bgr, mat_pose), mat_white(frame_bgr, mat_pose)
    lines = sightlines(all_cells, pose)
    shares = lines.visible_shares(all_cells)
    rows = [i for i, site in enumerate(lines.sites) if types.get(site.cell) is not None and shares[i] >= _LEAST_SHARE]
    if white is None or not rows:
        return None
    sites = tuple(lines.sites[i] for i in rows)
    picture = tower_picture(clear_bgr, sites, shares[rows], all_cells, pose, white)
    colours = picture.rims.astype(np.float64)
    told = np.flatnonzero(~_is_clipped(colours, white))
    if not len(told):
        return None
    lattice = abs(square_lattice(COLOUR_PX, 1.0)[..., :2]).max(axis=-1)
    band = (lattice > _EDGE_BAND[0]) & (lattice < _EDGE_BAND[1])
    return KnownFaces(
        sites=tuple(sites[i] for i in told),
        types=np.array([types[sites[i].cell] for i in told], np.int64),
        colours=colours[told],
        edges=picture.axes[told][:, band].astype(np.float64),
        white=white,
    )


def _is_clipped(colours: FloatArray, white: FloatArray) -> BoolArray:
    """Whether any channel of each face's rim ends at black or at full light, so that its colour is not that of its
    paint: a blue cube under a warm lamp, a white one in the sun. Shape (n,)."""
    over_white = np.exp(channel_logs(colours))
    light = over_white * white
    return np.asarray(((light < _LEAST_LIGHT) | (light > _MOST_LIGHT) | (over_white < _LEAST_OVER_WHITE)).any(axis=1))


def worn_share(photos: Sequence[KnownFaces], paints: FloatArray, number: int) -> float:
    """Share of the edges of one painted type's faces that looks more like bare wood than like the paint, 0..1.

    Parameters
    ----------
    photos : sequence of KnownFaces
        Of one set, one for each photo.
    paints : float array of shape (5, 3)
        The paint of each type on the opponent axes.
    number : int
        The type; bare wood itself wears no paint off and gives 0, as does a type of which no face is in view.
    """
    edges = np.concatenate([faces.edges[faces.types == number] for faces in photos])
    colours = np.concatenate([faces.colours[faces.types == number] for faces in photos])
    if number == _BARE_WOOD or not len(edges):
        return 0.0
    toward_wood = (paints[_BARE_WOOD] - paints[number]) / FACE_SPREAD
    away = (edges - colours[:, None]) / FACE_SPREAD
    from_wood = np.linalg.norm(away - toward_wood, axis=-1)
    return float(((from_wood < np.linalg.norm(away, axis=-1)) & (from_wood < _LIKE_WOOD)).mean())


def mark_radius(frame_bgr: UInt8Array, sites: tuple[FaceSite, ...], pose: CameraPose) -> float | None:
    """The radius of the marks' outline, where a bulge or a hollow begins: the circle across which most faces change.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    sites : tuple of FaceSite
        Faces in view, each with a mark.
    pose : CameraPose

    Returns
    -------
    float or None
        In cube edges; None where no circle stands out.
    """
    gray = grey(frame_bgr)
    angles = np.linspace(0, 2 * np.pi, _ANGLES, endpoint=False)
    radii = np.append(_RADII, _RADII[-1] + _RADIUS_STEP)
    circles = np.stack(
        [radii[:, None] * np.cos(angles), radii[:, None] * np.sin(angles), np.zeros((len(radii), len(angles)))], axis=-1
    )
    samples = cut(gray, sites, circles[None], 0.01, pose).astype(np.float64)
    # How much the picture changes from each circle to the next, over how much it does on the face as a whole.
    change = abs(np.diff(samples, axis=1)).mean(axis=2)
    change /= np.maximum(change.mean(axis=1, keepdims=True), 1e-6)
    smooth = np.convolve(np.median(change, axis=0), np.ones(3) / 3, mode="same")[1:-1]
    usual, spread = _USUAL_RADIUS
    likely = smooth * np.exp(-0.5 * ((_RADII[1:-1] - usual) / spread) ** 2)
    best = int(likely.argmax())
    return float(_RADII[best + 1] + _RADIUS_STEP / 2) if smooth[best] > _STANDS_OUT else None
