"""Where cube faces lie and which of them a camera sees: unit cubes on a grid. Used by the readers."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import BoolArray, FloatArray
from calibration.camera import CameraPose
from rules.cubes import Cell, Face

#: Visibility is tested on a GRID x GRID lattice of points of each face, one bit of a uint64 for each point.
GRID = 8
# Boxes are shrunk by this much (edges) before they hide anything, so that neighbours' touching sides don't.
_BOX_SHRINK = 0.02

#: Flatter than this no face of 100 px is 4 px high: nothing can be read from it.
_FLATTEST_DEG = 88.0
#: Faces of which less is in view are left out: the mark itself is then hidden.
LEAST_SHARE = 0.3
# A face counts less the flatter it is seen, from this cosine on: the network says nearly the same of table and cube.
_FLAT = 0.2


@dataclass(frozen=True, slots=True)
class FaceSite:
    """A place where a cube face may be seen.

    Attributes
    ----------
    cell : tuple of int
    face : Face
    """

    cell: Cell
    face: Face


def face_frames(sites: Sequence[FaceSite]) -> FloatArray:
    """Centre, right, up and outward normal of faces, as seen from outside; shape (n, 4, 3), in cube edges.

    Up is the world's up for side faces and North for U; D is seen from below with North up.

    Examples
    --------
    >>> centre, right, up, normal = face_frames([FaceSite((1, 0, 0), Face.E)])[0]
    >>> centre.tolist(), right.tolist(), up.tolist()
    ([1.0, -0.5, 0.5], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0])
    """
    if not sites:
        return np.empty((0, 4, 3))
    axes = _FACE_AXES[[FACE_PLACES[site.face] for site in sites]]
    cells = np.array([site.cell for site in sites], np.float64)
    centres = cells + _FIRST_CENTRE + axes[:, 2] / 2
    return np.concatenate([centres[:, None], axes], axis=1)


#: The place of each face in `Face`, as in arrays over faces.
FACE_PLACES = {face: place for place, face in enumerate(Face)}
_FIRST_CENTRE = np.array([-0.5, -0.5, 0.5])


def _axes_of(face: Face) -> FloatArray:
    """Right, up and outward normal of a face, shape (3, 3)."""
    normal = np.array(face.offset, np.float64)
    up = np.array([0.0, 0.0, 1.0]) if normal[2] == 0 else np.array([0.0, 1.0, 0.0])
    return np.stack([np.cross(up, normal), up, normal])


_FACE_AXES = np.stack([_axes_of(face) for face in Face])


def cell_centre(cell: Cell) -> FloatArray:
    """Centre of a cell in the world frame, shape (3,): cell (0, 0, 0) is centred at (-0.5, -0.5, 0.5)."""
    return np.asarray(np.array(cell, np.float64) + _FIRST_CENTRE)


def face_points(sites: Sequence[FaceSite], offsets_uvw: FloatArray) -> FloatArray:
    """World points of faces, given in each face's own coordinates.

    Parameters
    ----------
    sites : sequence of FaceSite, length n
    offsets_uvw : float array of shape (n, ..., 3), or (1, ..., 3) if they are the same for all faces
        Right, up and outward from each face's centre, in cube edges.

    Returns
    -------
    float64 array of shape (n, ..., 3)
    """
    return points_in_frames(face_frames(sites), offsets_uvw)


def points_in_frames(frames: FloatArray, offsets_uvw: FloatArray) -> FloatArray:
    """World points, given in frames of shape (n, 4, 3) as `face_frames` gives them; otherwise like `face_points`."""
    shape = (len(frames), *offsets_uvw.shape[1:])
    flat = offsets_uvw.reshape(len(offsets_uvw), int(np.prod(shape[1:-1])), 3) @ frames[:, 1:] + frames[:, :1]
    return np.asarray(flat.reshape(shape), np.float64)


def lattice_points(sites: Sequence[FaceSite]) -> FloatArray:
    """World points just above faces on which visibility is tested, row by row from below; shape (n, GRID**2, 3)."""
    steps = (np.arange(GRID) + 0.5) / GRID - 0.5
    right, up = np.meshgrid(steps, steps)
    return face_points(sites, np.stack([right.ravel(), up.ravel(), np.full(GRID**2, 0.01)], axis=-1)[None])


def face_corners(sites: Sequence[FaceSite]) -> FloatArray:
    """World corners of faces, upper left first, clockwise seen from outside; shape (n, 4, 3)."""
    return face_points(sites, np.array([[[-0.5, 0.5, 0.0], [0.5, 0.5, 0.0], [0.5, -0.5, 0.0], [-0.5, -0.5, 0.0]]]))


def view_angles_deg(sites: Sequence[FaceSite], pose: CameraPose) -> FloatArray:
    """Angle between each face's normal and the ray from its centre to the camera, shape (n,); over 90 = turned away."""
    frames = face_frames(sites)
    rays = pose.centre - frames[:, 0]
    cosines = np.sum(rays * frames[:, 3], axis=1) / np.linalg.norm(rays, axis=1)
    return np.asarray(np.degrees(np.arccos(np.clip(cosines, -1.0, 1.0))))


def not_flatter(sites: Sequence[FaceSite], pose: CameraPose, flattest_deg: float) -> list[FaceSite]:
    """Those of some faces that are turned to the camera and seen at less than this angle from their normal."""
    angles_deg = view_angles_deg(sites, pose)
    return [site for site, angle in zip(sites, angles_deg, strict=True) if angle < flattest_deg]


@dataclass(frozen=True, slots=True, eq=False)
class Sightlines:
    """Which points of which faces each possible cube would hide, for one camera.

    Attributes
    ----------
    sites : tuple of FaceSite
        All faces turned toward the camera, of all cells, length n.
    cells : tuple of cell
        All cells that may hold a cube, length m.
    in_picture : uint64 array of shape (n,)
        Bits of the points that fall into the picture.
    hidden_by : uint64 array of shape (n, m)
        Bits of the points of site i that a cube in cell j would hide.
    weights : float64 array of shape (n,), 0..1
        How far what is seen of each site tells a cube from a table: less the flatter it is seen.
    """

    sites: tuple[FaceSite, ...]
    cells: tuple[Cell, ...]
    in_picture: NDArray[np.uint64]
    hidden_by: NDArray[np.uint64]
    weights: FloatArray

    def visible_bits(self, occupied: Sequence[Cell]) -> NDArray[np.uint64]:
        """Bits of the points of each site in view, shape (n,), were the `occupied` cells and the site's own filled."""
        index = {cell: j for j, cell in enumerate(self.cells)}
        columns = self.hidden_by[:, [index[cell] for cell in occupied]]
        hidden = np.bitwise_or.reduce(columns, axis=1, initial=np.uint64(0))
        return np.asarray(self.in_picture & ~hidden)

    def visible_shares(self, occupied: Sequence[Cell]) -> FloatArray:
        """The same as a share of each site's area, shape (n,), 0..1."""
        return np.asarray(np.bitwise_count(self.visible_bits(occupied)) / GRID**2)

    def sites_in_view(self, occupied: Sequence[Cell], least_share: float) -> tuple[FaceSite, ...]:
        """The faces of the `occupied` cells of which at least this share is in view."""
        shares = self.visible_shares(occupied)
        sites = zip(self.sites, shares, strict=True)
        return tuple(site for site, share in sites if site.cell in occupied and share >= least_share)


def sightlines(cells: Sequence[Cell], pose: CameraPose) -> Sightlines:
    """Find which faces of `cells` are turned toward the camera and what would hide them.

    Parameters
    ----------
    cells : sequence of cell
    pose : CameraPose

    Returns
    -------
    Sightlines
    """
    everything = [FaceSite(cell, face) for cell in cells for face in Face]
    angles_deg = view_angles_deg(everything, pose)
    rows = np.flatnonzero(angles_deg < _FLATTEST_DEG)
    sites = tuple(everything[i] for i in rows)
    weights = np.minimum(1.0, np.cos(np.radians(angles_deg[rows])) / _FLAT)
    points = lattice_points(sites)
    hidden = hidden_by(points, cells, pose.centre)
    index = {cell: j for j, cell in enumerate(cells)}
    for i, site in enumerate(sites):
        # Past the shrunk cube that touches a face, a flat ray would slip through the joint.
        if (touching := index.get(site.face.beside(site.cell))) is not None:
            hidden[i, touching] = True
    return Sightlines(sites, tuple(cells), _as_bits(in_picture(points, pose)), _as_bits(hidden), weights)


def in_picture(points: FloatArray, pose: CameraPose) -> BoolArray:
    """Which points of the world, shape (..., 3), fall into the picture; shape (...)."""
    points_xy = pose.project(points)
    inside = np.all((points_xy >= 0) & (points_xy <= np.array(pose.lens.size_wh) - 1), axis=-1)
    return np.asarray(inside & pose.can_show(points))


def is_in_view(points: FloatArray, cells: Sequence[Cell], pose: CameraPose) -> BoolArray:
    """Which points of the world, shape (n, p, 3), fall into the picture and are hidden by no cube; shape (n, p)."""
    return in_picture(points, pose) & ~hidden_by(points, cells, pose.centre).any(axis=1)


def hidden_by(points: FloatArray, cells: Sequence[Cell], centre: FloatArray) -> BoolArray:
    """Which cubes stand between points and the camera.

    Parameters
    ----------
    points : float array of shape (n, p, 3), in cube edges
    cells : sequence of cell, length m
    centre : float array of shape (3,)
        The camera's place.

    Returns
    -------
    bool array of shape (n, m, p)
    """
    half = 0.5 - _BOX_SHRINK
    hidden = np.empty((len(points), len(cells), points.shape[1]), np.bool_)
    # Axis by axis: a reduction over an axis of length three is many times slower. In single precision, which is 40 %
    # faster: of 9.7 million lines of sight none ends otherwise.
    places = np.ascontiguousarray(np.moveaxis(points, -1, 0), np.float32)
    # A ray along a cube's surface gives NaN, and is not hidden by it.
    with np.errstate(divide="ignore", invalid="ignore"):
        inverse = 1 / (centre.astype(np.float32)[:, None, None] - places)
        for j, cell in enumerate(cells):
            enter, leave = (np.full(points.shape[:2], bound, np.float32) for bound in (-np.inf, np.inf))
            for place, per_step, middle in zip(places, inverse, cell_centre(cell).tolist(), strict=True):
                one = (middle - half - place) * per_step
                other = (middle + half - place) * per_step
                np.maximum(enter, np.minimum(one, other), out=enter)
                np.minimum(leave, np.maximum(one, other), out=leave)
            hidden[:, j] = (enter < leave) & (leave > 0) & (enter < 1)
    return hidden


def _as_bits(flags: BoolArray) -> NDArray[np.uint64]:
    """Pack the last axis of length GRID * GRID = 64 into one uint64."""
    packed = np.packbits(flags, axis=-1, bitorder="little")
    return np.ascontiguousarray(packed).view(np.uint64)[..., 0]
