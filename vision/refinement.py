"""The pose of a tower refined on its own edges: people set it down a little beside and turned, on mats that
are not printed quite to scale, and crop photos in which no mat tells where the lens looked.

Called by the readers once it is known where cubes stand. Camera and tower are fitted together, to the markers' corners
and to the edges of the faces in view (`moving_edges`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from calibration.arrays import BoolArray, Float32Array, FloatArray, UInt8Array
from calibration.camera import CameraPose
from calibration.colours import grey
from calibration.plane_pose import CORNER_SIGMA_PX
from calibration.robust_fit import fit_robustly
from calibration.rotation import rotation_of
from rules.cubes import Cell

from .faces import FaceSite
from .moving_edges import EDGE_PX, Edges, Matches, edges_found, edges_in_view, not_flat, sides_told, smoothed
from .patches import Pyramid

#: How far from where it is expected an edge is looked for, in shares of a cube's edge as the face shows it square to
#: the edge looked for, round by round: people set a tower down beside its outline on the mat.
ROUND_THE_OUTLINE = (0.16, 0.10, 0.06, 0.04)
#: The same where the tower's own lines gave the pose, and where the pose was refined so: what is farther is another
#: edge, of a mark or a shadow (chosen on 28 rendered photos of 14 towers).
ROUND_THE_LINES = (0.10, 0.08, 0.06, 0.03)
ROUND_THE_EDGES = (0.06, 0.06)
#: So often the network is asked where the faces' sides lie, each time from where it put them. Of 136 rendered photos
#: without a mat, 117 have all corners within 1 % of the tower's height after two times, 121 after three.
_LOOKS = 3
#: Of the tower's shift (edges) and turn (radians): chosen, a millimetre of a 30 mm cube, and a degree.
_SHIFT, _TURN = 0.03, 0.015
#: Of the logarithm of the cubes' size on the mat: printers fit sheets to the page. At first so small that the loss
#: grows with its absolute value, not its square: rounded edges, which make cubes look smaller, then hardly pull it off
#: 0 (the median of 74 rendered photos of true prints is -0.001, of 28 of prints at 95 and 103 % 0.037 and -0.027).
_LOG_SIZE_AT_FIRST = 0.002
#: Beyond this the mat was not printed at its true size, and the top of a high tower lay out of reach: all rounds are
#: gone through once more, with the size as good as free.
_TRUE_SIZE, _LOG_SIZE = 0.01, 0.02
#: Of what the mat told of the lens: the logarithm of its focal length, and k1.
_LOG_FOCAL, _DISTORTION = 0.15, 0.1
#: k1 where no marker holds it: the tower's edges alone tell little of it (chosen on 14 rendered towers).
_DISTORTION_UNHELD = 0.03
#: The same where the lens is known: as good as nothing.
_KNOWN_LENS = 1e-4
#: Of `Lens.edit`: at first so small that, as with the size, the loss grows with its absolute value. Photos as taken
#: then stay below what follows: 111 rendered ones with a mat below 0.08 and 0.012, of 121 without one all but one
#: (chosen on 33 edited photos of 19 towers without a mat, and 44 as taken).
_EDIT_AT_FIRST = np.array([0.02, 0.02, 0.01])
_AS_TAKEN = np.full(3, _KNOWN_LENS)
#: Beyond this, shares of the picture's longer side and a logarithm, it was cropped aside or stretched.
_CROPPED, _STRETCHED = 0.1, 0.03
#: Then it is as good as free, and the network is asked so often, as cubes may lie a quarter of an edge off at first.
_EDIT, _LOOKS_EDITED = 0.15, 6
#: Fewer edge points than this tell nothing that the markers do not tell better.
_FEWEST_POINTS = 24


class Located(Protocol):
    """A first pose and what holds it: a located mat with its markers, or a tower without any."""

    @property
    def pose(self) -> CameraPose: ...

    @property
    def is_lens_known(self) -> bool: ...

    @property
    def corners_xyz(self) -> FloatArray:
        """Corners of markers in the world, shape (n, 3), n possibly 0."""

    @property
    def corners_xy(self) -> FloatArray:
        """The same in the picture, shape (n, 2)."""


def refine_pose(
    frame_bgr: UInt8Array,
    located: Located,
    cells: Sequence[Cell],
    sites: Sequence[FaceSite],
    reaches: Sequence[float] = ROUND_THE_OUTLINE,
    log_size: float | None = None,
) -> CameraPose:
    """Move camera and tower until the tower's faces lie on those of the picture.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    located : Located
        The first pose, and the markers of the mat, if there is one.
    cells : sequence of cell
        Where cubes stand.
    sites : sequence of FaceSite
        Their faces in view.
    reaches : sequence of float, optional
        How far from where it is expected an edge is looked for, round by round, in cube edges.
    log_size : float, optional
        Logarithm of the cubes' size on the mat, in edges as printed, to begin with. Without it the mat is taken to be
        printed at its true size, until that does not fit.

    Returns
    -------
    CameraPose
        In the tower's frame: cells lie where `faces.face_frames` says. The first one where too few edges are in view.
    """
    edges = edges_in_view(cells, sites, located.pose)
    if len(edges.points) < _FEWEST_POINTS:
        return located.pose
    pyramid, asked = Pyramid(frame_bgr), not_flat(sites, located.pose)
    picture = _Picture(smoothed(grey(frame_bgr)), edges, reaches, lambda pose: sides_told(pyramid, pose, asked, cells))
    return _moved(located.pose, picture.explained(located, log_size))


def follow_edges(
    frame_gray: UInt8Array,
    located: Located,
    cells: Sequence[Cell],
    sites: Sequence[FaceSite],
    reaches: Sequence[float] = ROUND_THE_OUTLINE,
) -> CameraPose:
    """Move camera and tower until the tower's edges lie on those of the picture: `refine_pose` without the network.

    A picture of shape (height, width); the rest as there. For poses that may be no tower's.
    """
    edges = edges_in_view(cells, sites, located.pose)
    if len(edges.points) < _FEWEST_POINTS:
        return located.pose
    return _moved(located.pose, _Picture(smoothed(frame_gray), edges, reaches).sized(located))


@dataclass(frozen=True, slots=True, eq=False)
class _Prior:
    """What is known of the changes of `_moved` from (6) on before the picture is asked.

    Attributes
    ----------
    expected, spreads : float64 array of shape (6,) or, where the photo may have been edited, (9,)
        Means and standard deviations.
    """

    expected: FloatArray
    spreads: FloatArray

    @classmethod
    def of(cls, located: Located, log_size: float) -> "_Prior":
        """Where nothing was done to the photo but what the pose tells; for the spread of the cubes' size on the mat."""
        distortion = _DISTORTION if len(located.corners_xyz) else _DISTORTION_UNHELD
        lens = (_KNOWN_LENS, _KNOWN_LENS) if located.is_lens_known else (_LOG_FOCAL, distortion)
        return cls(np.zeros(6), np.array([*lens, _SHIFT, _SHIFT, _TURN, log_size]))

    @classmethod
    def of_edit(cls, located: Located, edit: FloatArray) -> "_Prior":
        """Where the photo may have been edited; for the spreads of what was done (`Lens.edit`)."""
        known = cls.of(located, _LOG_SIZE_AT_FIRST)
        return cls(np.append(known.expected, -located.pose.lens.edit), np.append(known.spreads, edit))


@dataclass(frozen=True, slots=True, eq=False)
class _Picture:
    """A picture in which a tower's edges are looked for.

    Attributes
    ----------
    smooth : float32 array of shape (height, width)
    edges : Edges
    reaches : sequence of float
        As `refine_pose` takes them.
    ask : callable, optional
        Where a network tells that the sides of faces lie, from the pose.
    """

    smooth: Float32Array
    edges: Edges
    reaches: Sequence[float]
    ask: Callable[[CameraPose], Matches] | None = None

    def sized(self, located: Located, log_size: float | None = None) -> FloatArray:
        """The changes of `_moved`; on the mat cubes have their true size, unless that does not fit."""
        changes = np.array([*[0.0] * 11, log_size or 0.0])
        for spread in (_LOG_SIZE_AT_FIRST, _LOG_SIZE) if log_size is None else (_LOG_SIZE,):
            prior = _Prior.of(located, spread)
            changes = self._followed(located, changes, prior)
            if abs(changes[11]) < _TRUE_SIZE:
                break
        return self._looked(located, changes, prior, _LOOKS)

    def explained(self, located: Located, log_size: float | None) -> FloatArray:
        """The changes of `_moved`; the photo is as it was taken, unless it clearly was edited."""
        if located.is_lens_known or log_size is not None:
            return self.sized(located, log_size)
        return self._on_mat(located) if len(located.corners_xyz) else self._by_itself(located)

    def _on_mat(self, located: Located) -> FloatArray:
        as_told = self.sized(located)
        # Markers hold the camera so well that one fit tells whether an edit has to be looked for.
        found = self._found(_moved(located.pose, as_told), self.reaches[-1])
        tried = _fit(located, np.append(as_told, np.zeros(3)), found, _Prior.of_edit(located, _EDIT_AT_FIRST))
        changes = self._edited(located) if _is_edited(located, tried).any() else tried
        return changes if _is_edited(located, changes).any() else as_told

    def _by_itself(self, located: Located) -> FloatArray:
        changes = self._edited(located)
        if _is_edited(located, changes).any():
            return changes
        prior = _Prior.of_edit(located, _AS_TAKEN)
        return self._looked(located, self._followed(located, changes, prior), prior, _LOOKS)

    def _edited(self, located: Located) -> FloatArray:
        """The changes if the photo may have been edited; what clearly was done to it is as good as free."""
        prior = _Prior.of_edit(located, _EDIT_AT_FIRST)
        changes = self._looked(located, self._followed(located, np.zeros(15), prior), prior, _LOOKS)
        is_free = _is_edited(located, changes)
        if not is_free.any():
            return changes
        prior = _Prior.of_edit(located, np.where(is_free, _EDIT, _EDIT_AT_FIRST))
        return self._looked(located, changes, prior, _LOOKS_EDITED)

    def _followed(self, located: Located, changes: FloatArray, prior: _Prior) -> FloatArray:
        """The changes that put the tower's edges on the picture's, round by round."""
        for reach in self.reaches:
            changes = _fit(located, changes, self._found(_moved(located.pose, changes), reach), prior)
        return changes

    def _looked(self, located: Located, changes: FloatArray, prior: _Prior, looks: int) -> FloatArray:
        """The changes once the network, if there is one, was asked so often."""
        if self.ask is None:
            return changes
        for _ in range(looks):
            tower = _moved(located.pose, changes)
            found = Matches.joined(self._found(tower, self.reaches[-1]), self.ask(tower))
            changes = _fit(located, changes, found, prior)
        return changes

    def _found(self, tower: CameraPose, reach: float) -> Matches:
        return edges_found(self.smooth, tower, self.edges, reach)


def _is_edited(located: Located, changes: FloatArray) -> BoolArray:
    """Whether the photo clearly was cropped aside, twice, or stretched, by changes that tell of it; shape (3,)."""
    edit = abs(located.pose.lens.edit + changes[12:])
    is_cropped = edit[:2].max() > _CROPPED
    return np.array([is_cropped, is_cropped, edit[2] > _STRETCHED])


def _moved(pose: CameraPose, changes: FloatArray) -> CameraPose:
    """The camera in the tower's frame, for changes of (0-2) rotation, (3-5) translation, (6) log focal length, (7) k1,
    (8-9) the tower's shift East and North, (10) its turn against the clock, (11) the logarithm of its cubes' size,
    (12-14), where they are given, of what was done to the photo (`Lens.edit`)."""
    return _told_from_tower(moved_camera(pose, changes), changes)


def _told_from_tower(camera: CameraPose, changes: FloatArray) -> CameraPose:
    """A moved camera in the frame of the tower that is moved by the same changes."""
    shift = np.array([changes[8], changes[9], 0.0])
    tower = camera.told_from(shift, float(np.degrees(changes[10])))
    # Cubes k times as large, in a frame counted in cubes, are a camera k times nearer.
    return CameraPose(tower.lens, tower.rotation, tower.translation * np.exp(-changes[11]))


def moved_camera(pose: CameraPose, changes: FloatArray) -> CameraPose:
    """The camera after some changes, shape (8 or more,), those of the lens and its place in `_moved`."""
    lens = pose.lens.zoomed(float(np.exp(changes[6])))
    lens = replace(lens, distortion=np.add(lens.distortion, [changes[7], 0.0, 0.0, 0.0, 0.0]))
    if len(changes) > 12:
        lens = lens.edited(changes[12:])
    return CameraPose(lens, rotation_of(changes[:3]) @ pose.rotation, pose.translation + changes[3:6])


def _fit(located: Located, start: FloatArray, matches: Matches, prior: _Prior) -> FloatArray:
    """Least squares over the changes of `_moved`, robust against edges that belong to something else."""

    def residuals(changes: FloatArray) -> FloatArray:
        camera = moved_camera(located.pose, changes)
        placed = _told_from_tower(camera, changes).project(matches.points)
        edges_px = np.sum(placed * matches.normals_xy, axis=1) - matches.targets_px
        markers_px = (camera.project(located.corners_xyz) - located.corners_xy).ravel()
        unlike = (changes[6:] - prior.expected) / prior.spreads
        return np.concatenate([matches.weights * edges_px / EDGE_PX, markers_px / CORNER_SIGMA_PX, unlike])

    return fit_robustly(residuals, start, scale=0.5, most_evaluations=15)
