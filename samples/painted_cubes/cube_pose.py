"""The pose of a single cube with six painted faces, from the regions of colour in one picture. No marker is needed.

Two or three regions that touch are taken for faces. Their middles and spreads tell roughly how the cube is turned; then
its edges are laid on the regions' borders. Which face is which the paints tell, all together. Used by
`samples.trifinger`, which measures it.
"""

from dataclasses import dataclass
from functools import partial
from itertools import permutations, product

import cv2
import numpy as np
from skimage.measure import find_contours

from calibration.arrays import BoolArray, FloatArray, IntArray
from calibration.camera import CameraPose, Lens
from calibration.robust_fit import fit_robustly
from calibration.rotation import rotation_of
from vision.rounded_edges import rounding

from ..camera import straight_tangents
from .colour_masks import ColourRegions, paint_costs
from .cube_starts import rough_poses

#: Outward normals of the faces, in the order in which paints are given: +x, +y, +z, -x, -y, -z.
FACE_NORMALS = np.concatenate([np.eye(3), -np.eye(3)])
#: How far from an edge, in shares of it, a border may lie and still belong to it, round by round; others are a
#: finger's.
_REACHES = (0.4, 0.25, 0.12, 0.06, 0.04)
_POINTS = 100
#: A border belongs to an edge only if it faces the same way: the cosine of the angle between, at least.
_SAME_WAY = 0.95
_FEWEST_POINTS = 12
#: Pixels of a face that are seen in another colour count this much against a pose, over those that agree.
_MISSING = 0.5
#: A doubtful paint takes away this share of what agrees, for each unit of log-likelihood and face.
_DOUBT = 0.04
#: A face's outline is taken so much wider when it is asked which regions lie on it.
_WIDENED = 1.1
_MOSTLY = 0.7
# Two pieces of one face have chromas closer than this; a face not seen before is one if its paint fits so well.
_ALIKE, _LIKELY = 0.35, 4.0
#: Less overlap of faces and regions than this is no cube: half of it hidden gives 0.5.
_LEAST_OVERLAP = 0.45


@dataclass(frozen=True, slots=True, eq=False)
class LocatedCube:
    """A cube found in a picture.

    Attributes
    ----------
    pose : CameraPose
        In the cube's frame: its centre is the origin, its edge the unit.
    regions : tuple of tuple of int, length 6
        For each face, in the order of `FACE_NORMALS`, the regions that show it, counted from 1; possibly none.
    overlap : float
        Intersection over union of the faces in view and their regions, 0..1.
    score : float
        In pixels; only for comparing answers in one picture.
    """

    pose: CameraPose
    regions: tuple[tuple[int, ...], ...]
    overlap: float
    score: float


def locate_cube(regions: ColourRegions, lens: Lens, usual_rgb: FloatArray, radius: float = 0.0) -> LocatedCube | None:
    """Find the cube of which two or three faces are in view.

    Parameters
    ----------
    regions : ColourRegions
        Of the picture.
    lens : Lens
        For the picture's size.
    usual_rgb : float array of shape (6, 3)
        Roughly the linear reflectance of each face, in the order of `FACE_NORMALS`.
    radius : float
        With which the cube's edges are rounded, in edges.

    Returns
    -------
    LocatedCube or None
        None where no two regions look like faces of a cube.
    """
    costs = paint_costs(regions.chromas, usual_rgb)
    best: LocatedCube | None = None
    for group, faces, start in rough_poses(regions, lens):
        borders = [_Border.of(regions.labels == number, lens) for number in group]
        pose = _fitted(start, faces, borders, _REACHES[:3], radius)
        found = _judged(pose, faces, group, regions, costs)
        if found.overlap >= _LEAST_OVERLAP and (best is None or found.score > best.score):
            best = found
    return best and _completed(best, regions, costs, radius)


def _completed(cube: LocatedCube, regions: ColourRegions, costs: FloatArray, radius: float) -> LocatedCube:
    """The cube with all regions that lie on its faces and look like them, fitted once more to their borders."""
    shown: list[tuple[int, ...]] = [()] * 6
    areas = np.bincount(regions.labels.ravel(), minlength=len(regions.chromas) + 1)
    for face in faces_in_view(cube.pose):
        outline = _filled(cube.pose, face, regions.labels.shape, _WIDENED)
        inside = np.bincount(regions.labels[outline], minlength=len(areas)) >= _MOSTLY * areas
        own = cube.regions[face]
        if own:
            alike = np.linalg.norm(regions.chromas - regions.chromas[own[0] - 1], axis=1) < _ALIKE
        else:
            alike = costs[:, face] < _LIKELY
        shown[face] = tuple(sorted({*own, *(np.flatnonzero(inside[1:] & alike) + 1).tolist()}))
    cube = LocatedCube(cube.pose, tuple(shown), cube.overlap, cube.score)
    masks = _regions_of(cube, regions)
    faces = tuple(face for face in range(6) if masks[face].any())
    borders = [_Border.of(masks[face], cube.pose.lens) for face in faces]
    pose = _fitted(cube.pose, faces, borders, _REACHES[1:], radius)
    return LocatedCube(pose, cube.regions, cube.overlap, cube.score)


def cube_masks(cube: LocatedCube, regions: ColourRegions) -> BoolArray:
    """Where nothing but a face is seen, shape (6, height, width): its regions as far as they lie within its outline.

    Pixels on a region's border are left out: they show what is beside it as well.

    Parameters
    ----------
    cube : LocatedCube
    regions : ColourRegions
        From which it was located.
    """
    cross = cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))
    return np.array([cv2.erode(mask.view(np.uint8), cross) > 0 for mask in _regions_of(cube, regions)])


def _regions_of(cube: LocatedCube, regions: ColourRegions) -> BoolArray:
    """The same with the pixels on the regions' borders."""
    masks = np.zeros((6, *regions.labels.shape), np.bool_)
    for face, numbers in enumerate(cube.regions):
        if numbers:
            outline = _filled(cube.pose, face, regions.labels.shape, _WIDENED)
            masks[face] = np.isin(regions.labels, numbers) & outline
    return masks


def face_corners(face: int, half: float = 0.5) -> FloatArray:
    """Corners of a face in order round it, shape (4, 3), `half` an edge from its middle."""
    normal = FACE_NORMALS[face]
    right, up = np.roll(np.abs(normal), 1), np.roll(np.abs(normal), 2)
    return np.array([normal / 2 + half * (x * right + y * up) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])


def faces_in_view(pose: CameraPose) -> tuple[int, ...]:
    """The faces that are turned toward the camera."""
    return tuple(int(face) for face in np.flatnonzero(FACE_NORMALS @ pose.centre > 0.5))


@dataclass(frozen=True, slots=True, eq=False)
class _Border:
    """Points on a region's border, as tangents of angles, and the unit normals outward there; each (n, 2)."""

    points: FloatArray
    normals: FloatArray

    @classmethod
    def of(cls, mask: BoolArray, lens: Lens) -> "_Border":
        """Points half-way between pixels inside and outside; not at the picture's own border."""
        lines = find_contours(mask.astype(np.float64), 0.5)
        points = np.concatenate(lines)[:, ::-1]
        height, width = mask.shape
        points = points[np.all((points > 1.5) & (points < [width - 2.5, height - 2.5]), axis=1)]
        points = points[:: max(1, len(points) // _POINTS)]
        if not len(points):
            return cls(points, points)
        soft = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 2.0)
        x, y = points.astype(np.float32).T
        slopes = [
            cv2.remap(cv2.Sobel(soft, cv2.CV_32F, *order), x, y, cv2.INTER_LINEAR).ravel() for order in ((1, 0), (0, 1))
        ]
        inward = np.stack(slopes, axis=1).astype(np.float64)
        return cls(
            straight_tangents(points, lens), -inward / np.maximum(np.linalg.norm(inward, axis=1, keepdims=True), 1e-9)
        )


def _moved(pose: CameraPose, changes: FloatArray) -> CameraPose:
    """The pose with the cube turned (0-2, about its own middle) and shifted (3-5, in shares of its distance)."""
    rotation = rotation_of(changes[:3]) @ pose.rotation
    return CameraPose(pose.lens, rotation, pose.translation + changes[3:6] * np.linalg.norm(pose.translation))


def _fitted(
    pose: CameraPose, faces: tuple[int, ...], borders: list[_Border], reaches: tuple[float, ...], radius: float
) -> CameraPose:
    """Lay the faces' edges on the borders of their regions, those of fingers left aside more and more."""
    points = np.concatenate([border.points for border in borders])
    normals = np.concatenate([border.normals for border in borders])
    owner = np.repeat(np.arange(len(faces)), [len(border.points) for border in borders])
    edges_of = partial(_edges, faces=np.array(faces), radius=radius)
    focal_px = float(pose.lens.matrix[0, 0])
    changes = np.zeros(6)
    for reach in reaches:
        current = _moved(pose, changes)
        starts, outward = edges_of(current)
        away = abs(np.sum((points[:, None] - starts[owner]) * outward[owner], axis=-1))
        away[np.sum(normals[:, None] * outward[owner], axis=-1) < _SAME_WAY] = np.inf
        nearest = np.argmin(away, axis=1)
        near = away.min(axis=1) < reach / float(np.linalg.norm(current.translation))
        if near.sum() < _FEWEST_POINTS:
            return current
        edges, taken = (owner[near], nearest[near]), points[near]

        def residuals(
            tried: FloatArray,
            edges: tuple[IntArray, IntArray] = edges,
            taken: FloatArray = taken,
        ) -> FloatArray:
            starts, outward = edges_of(_moved(pose, tried))
            return np.asarray(np.sum((taken - starts[edges]) * outward[edges], axis=-1) * focal_px)

        changes = fit_robustly(residuals, changes, scale=1.0, most_evaluations=8)
    return _moved(pose, changes)


def _edges(pose: CameraPose, faces: IntArray, radius: float) -> tuple[FloatArray, FloatArray]:
    """A point of each edge of faces and its unit normal outward, as they are seen; as tangents, (n, 4, 2)."""
    corners = np.array([face_corners(face) for face in faces])
    ends = np.stack([corners, np.roll(corners, -1, axis=1)], axis=2)
    facing, middles = FACE_NORMALS[faces][:, None], ends.mean(axis=2)
    # An edge's middle is half of both faces' normals.
    shifts = radius * rounding(middles, facing, 2 * middles - facing, pose.centre)
    placed = (ends + shifts[:, :, None]) @ pose.rotation.T + pose.translation
    starts, stops = np.moveaxis(placed[..., :2] / np.maximum(placed[..., 2:], 1e-3), 2, 0)
    along = stops - starts
    normals = np.stack([along[..., 1], -along[..., 0]], axis=-1)
    normals /= np.maximum(np.linalg.norm(normals, axis=-1, keepdims=True), 1e-12)
    inside = np.sum((starts.mean(axis=1, keepdims=True) - starts) * normals, axis=-1, keepdims=True) > 0
    return starts, np.where(inside, -normals, normals)


def _judged(
    pose: CameraPose, faces: tuple[int, ...], group: tuple[int, ...], regions: ColourRegions, costs: FloatArray
) -> LocatedCube:
    """How well a pose explains the regions, with the cube named by its paints."""
    shape = regions.labels.shape
    agree = filled = 0
    for face in faces_in_view(pose):
        outline = _filled(pose, face, shape)
        filled += int(outline.sum())
        if face in faces:
            agree += int((outline & (regions.labels == group[faces.index(face)])).sum())
    seen = int(np.isin(regions.labels, group).sum())
    turn, cost = _named(faces, costs[np.array(group) - 1])
    named: list[tuple[int, ...]] = [()] * 6
    for face, number in zip(faces, group, strict=True):
        named[int(np.argmax(FACE_NORMALS @ turn @ FACE_NORMALS[face]))] = (number,)
    score = agree * (1 - _DOUBT * cost) - _MISSING * (filled + seen - 2 * agree)
    overlap = agree / max(filled + seen - agree, 1)
    return LocatedCube(CameraPose(pose.lens, pose.rotation @ turn.T, pose.translation), tuple(named), overlap, score)


def _named(faces: tuple[int, ...], costs: FloatArray) -> tuple[FloatArray, float]:
    """The turn of the cube in itself by which its paints fit best what is seen on the faces, and their cost."""
    indices = [[int(np.argmax(FACE_NORMALS @ turn @ FACE_NORMALS[face])) for face in faces] for turn in _QUARTER_TURNS]
    totals = [float(costs[np.arange(len(faces)), index].sum()) for index in indices]
    best = int(np.argmin(totals))
    return _QUARTER_TURNS[best], totals[best]


def _filled(pose: CameraPose, face: int, shape: tuple[int, ...], widened: float = 1.0) -> BoolArray:
    outline = np.zeros(shape, np.uint8)
    corners_xy = np.clip(pose.project(face_corners(face, widened / 2)), -4000, 8000)
    cv2.fillConvexPoly(outline, np.rint(corners_xy * 16).astype(np.int32), 1, shift=4)
    return outline.astype(np.bool_)


def _quarter_turns() -> tuple[FloatArray, ...]:
    """The 24 rotations that bring a cube onto itself."""
    turns = (
        np.eye(3)[list(order)] * np.array(signs)[:, None]
        for order in permutations(range(3))
        for signs in product((1.0, -1.0), repeat=3)
    )
    return tuple(turn for turn in turns if np.linalg.det(turn) > 0)


_QUARTER_TURNS = _quarter_turns()
