"""What a look at the tower shows against the tower that is known: cubes added, taken, turned. Used by live following.

Two witnesses are asked: what the reader says, and which pixels have changed since the last look. Neither knows what is
legal.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.arrays import BoolArray, FloatArray
from calibration.camera import CameraPose, scaled_points
from rules.games.babel import LEVELS, Cell, Face, from_the_ground, in_footprint
from vision.faces import FaceSite, face_corners, sightlines
from vision.games.babel.standing.candidates import TOWER_LEVELS, next_cells
from vision.regions import region_of, whole_pixels

from .evidence import SURE, CubeEvidence, FaceEvidence, Reading
from .memory import CubeMemory

#: Share of a cube's faces in view that must have changed for it to be new or gone. Chosen: a white cube on white paper
#: changes its marks, edges and shadow only.
_CHANGED_SHARE = 0.12
#: The same for it to be turned: a mark takes up a quarter of its face, and its rim stays as it was.
_TURNED_SHARE = 0.05
#: A face counts if this share of it is in view.
_IN_VIEW = 0.3
#: A cube is another, or turned, if what is seen of it now is this much (nats) less likely of what it was than of
#: anything: 1 in 400; and 1 in 37 where nothing else explains why its pixels have changed. At 1 in 5, a face behind
#: something put down before the tower was a turned cube's.
_OTHER_NATS, _ELSE_UNEXPLAINED_NATS = 6.0, 3.6
#: And 1 in 2.7 for the cube placed last where nothing else happened: its player may still turn it. In eight films seven
#: such cubes were turned, three of them with 1.4 to 2.9; of those that stayed, shadows cast over them in ten copies of
#: the films included, none has more than 0.
_LAST_NATS = 1.0
#: From this much on, 1 in 7, a cube is doubtful. In six films one face of a turned cube told 4.2, and another paint
#: alone tells 2.7; of cubes that stayed, one below an arm had 5.7, no other more than 1.5 where pixels had changed.
_DOUBTFUL_NATS = 2.0
#: And from here on where another cube is gone or altered, for those that came after it may have been taken back first:
#: one of which nothing is known has 0 but for rounding, those that stayed in the two committed films -1.2 at the most.
_DOUBTFUL_BESIDE_NATS = -1e-9
#: Where pixels cannot tell what has changed, it is another tower if so many cubes look otherwise, and all together what
#: is seen is this much (nats) likelier of any cubes than of those known: 1 in 8,000.
_ANOTHER_TOWER_CUBES, _ANOTHER_TOWER_NATS = 3, 9.0
_ANY_CUBE = CubeMemory()
#: A patch of change this large, in faces of a cube, must have a cause.
_UNEXPLAINED_FACES = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """The tower in one look against the tower as known.

    Attributes
    ----------
    added : tuple of CubeEvidence
        New cubes, from the ground up.
    hidden : tuple of Cell
        Cells below a new cube that must hold one by now, no face of which is in view.
    removed : tuple of Cell
    altered : tuple of CubeEvidence
        Cubes that have become others in their place, or were turned.
    is_unexplained : bool
        Whether pixels have changed where the next cube can stand, without any of these.
    is_clear : bool
        Whether the pixels that have changed agree with all this; a second look is due if not.
    doubtful : tuple of Cell
        Cells that may hold another cube by now, or the same turned, or none, and of which nothing is told: they seem
        to, but not clearly enough, or behind something that is no cube. What a person said of a cube is doubted only
        in the latter case.
    unseen : tuple of Cell
        Cells out of view on levels below a new cube, taken to be as empty as they were.
    """

    added: tuple[CubeEvidence, ...]
    hidden: tuple[Cell, ...]
    removed: tuple[Cell, ...]
    altered: tuple[CubeEvidence, ...]
    is_unexplained: bool
    is_clear: bool
    doubtful: tuple[Cell, ...] = ()
    unseen: tuple[Cell, ...] = ()

    @property
    def is_nothing(self) -> bool:
        """Whether the tower is as it was."""
        return not (self.added or self.hidden or self.removed or self.altered)

    @property
    def cells(self) -> tuple[frozenset[Cell], ...]:
        """Which cells are new, gone and altered: what two looks must agree on."""
        added, altered = ({cube.cell for cube in cubes} for cubes in (self.added, self.altered))
        return frozenset({*added, *self.hidden}), frozenset(self.removed), frozenset(altered)


def compare(
    known: Mapping[Cell, CubeMemory],
    reading: Reading,
    changed: BoolArray | None,
    may_hide: bool = True,
    last: Cell | None = None,
) -> Difference:
    """Find what has happened to the tower.

    Parameters
    ----------
    known : mapping of Cell to CubeMemory
        The tower before.
    reading : Reading
    changed : bool array of shape (h, w), or None
        Small pixels that have changed since the last look (`vision.scene`); None where that is not known, because there
        was no look yet or the camera moved.
    may_hide : bool
        Whether a cube may have been placed where nobody sees it, and nothing new was seen since.
    last : Cell, optional
        Of the known cubes the one that was placed last.

    Returns
    -------
    Difference
    """
    seen = {cube.cell: cube for cube in reading.cubes}
    new = [cube for cell, cube in seen.items() if cell not in known]
    come = {cube.cell: _has_come(cube, changed, reading.pose) for cube in new}
    added = tuple(cube for cube in new if in_footprint(cube.cell) or come[cube.cell])
    # Of several that came without a look between them, one may have come out of view.
    fillable = set(reading.hidden) - set(reading.rather_empty) if may_hide or len(added) > 1 else set()
    hidden = _needed(added, known, reading.hidden, fillable)
    unseen = tuple(cell for cell in _needed(added, known, reading.hidden, reading.hidden) if cell not in hidden)
    removed = _removed(known, reading, changed)
    is_else = bool(added or hidden or removed)
    still = [cube for cell, cube in seen.items() if cell in known]
    touched = _touched(still, changed, reading.pose)
    clearly = tuple(c for c in touched if _is_other(known[c.cell], c, _least_nats(is_else, c.cell == last)))
    altered = _of_another_tower(known, still) if changed is None else clearly
    least = _DOUBTFUL_BESIDE_NATS if changed is not None and (removed or altered) else _DOUBTFUL_NATS
    unlike = (cube for cube in touched if cube not in altered and _may_be_other(known[cube.cell], cube, least))
    doubtful = tuple(cube.cell for cube in unlike if known[cube.cell].told is None)
    if not (added or hidden or removed or altered):
        is_unexplained = changed is not None and _is_unexplained(known, reading, changed)
        return Difference((), (), (), (), is_unexplained, True, doubtful)
    is_clear = changed is not None and all(come[cube.cell] for cube in added)
    return Difference(added, hidden, removed, altered, False, is_clear, doubtful, unseen)


def unlike_told(known: Mapping[Cell, CubeMemory], reading: Reading) -> tuple[CubeEvidence, ...]:
    """The cubes that a person told before anybody saw them, and that this first look shows to be others."""
    told = (cube for cube in reading.cubes if cube.cell in known and known[cube.cell].told is not None)
    first = (cube for cube in told if not known[cube.cell].type_looks)
    return tuple(cube for cube in first if _is_other(known[cube.cell], cube, _ELSE_UNEXPLAINED_NATS))


def _least_nats(is_else: bool, is_last: bool) -> float:
    """From how much on a cube is another, whether or not something else happened, and whether it was placed last."""
    if is_else:
        return _OTHER_NATS
    return _LAST_NATS if is_last else _ELSE_UNEXPLAINED_NATS


def _has_come(cube: CubeEvidence, changed: BoolArray | None, pose: CameraPose) -> bool:
    """Whether pixels have changed where a cube is seen now, if that is known: what lies beside the tower may look like
    a cube of it, and has lain there before."""
    return changed is None or _share_changed(cube.faces, changed, pose) > _CHANGED_SHARE


def airspace(pose: CameraPose, size_wh: tuple[int, int]) -> BoolArray:
    """Where in a small picture of this size the tower, and a cube beside it, can be; shape (height, width)."""
    box = [(x, y, z) for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (0.0, float(TOWER_LEVELS))]
    sheet = [(x, y, 0.0) for x in (-2.0, 2.0) for y in (-2.0, 2.0)]
    return region_of(np.array(box + sheet), pose, size_wh)


def tower_room(cells: Collection[Cell], pose: CameraPose, size_wh: tuple[int, int]) -> BoolArray:
    """Where in a small picture of this size the tower shows, with the next cubes on it and those that lie beside it;
    shape (height, width)."""
    top = max((cell[2] for cell in cells), default=-1)
    box = [(x, y, z) for x in (-1.1, 1.1) for y in (-1.1, 1.1) for z in (0.0, top + 2.2)]
    beside = [corner for cell in cells if not in_footprint(cell) for corner in _cube_corners(cell)]
    return region_of(np.array(box + beside), pose, size_wh)


def behind(thing: BoolArray, cells: Iterable[Cell], pose: CameraPose) -> frozenset[Cell]:
    """Those of the cells of which a thing may hide something; shape (h, w) as the small picture."""
    height, width = thing.shape
    regions = {cell: region_of(np.array(_cube_corners(cell)), pose, (width, height)) for cell in cells}
    return frozenset(cell for cell, region in regions.items() if (thing & region).any())


def seen_to_be_empty(reading: Reading) -> frozenset[Cell]:
    """The cells above cubes of which the upper face is seen, and nothing before it: no cube there is just hidden."""
    tops = (cube.cell for cube in reading.cubes if cube.cell not in reading.covered and _is_top_seen(cube))
    return frozenset((x, y, level) for x, y, z in tops for level in range(z + 1, LEVELS))


def _is_top_seen(cube: CubeEvidence) -> bool:
    return any(face.face is Face.U and face.confidence >= SURE for face in cube.faces)


def _cube_corners(cell: Cell) -> list[tuple[float, float, float]]:
    """The eight corners of a cube, in cube edges."""
    x, y, z = cell
    return [(x - 1.0 + i, y - 1.0 + j, float(z + k)) for i in (0, 1) for j in (0, 1) for k in (0, 1)]


def _needed(
    added: Sequence[CubeEvidence], known: Mapping[Cell, CubeMemory], hidden: Iterable[Cell], fillable: Iterable[Cell]
) -> tuple[Cell, ...]:
    """Cells that hold a cube by now: the hidden ones on which new ones stand, and the fillable ones on levels below the
    highest of these."""
    top = max((cube.cell[2] for cube in added), default=0)
    heights = {cube.cell[:2]: cube.cell[2] for cube in added}
    carrying = {cell for cell in hidden if cell[2] < heights.get(cell[:2], 0)}
    filled = {cell for cell in fillable if cell[2] < top}
    return tuple(sorted((carrying | filled) - known.keys(), key=from_the_ground))


def _removed(known: Mapping[Cell, CubeMemory], reading: Reading, changed: BoolArray | None) -> tuple[Cell, ...]:
    """The known cells that are empty now: the camera would see their cubes, does not, and something changed there.

    What may stand out of view, behind something that is no cube, is not gone.
    """
    seen = {cube.cell for cube in reading.cubes}
    missing = [cell for cell in known if cell not in seen and cell not in reading.hidden]
    if not missing:
        return ()
    lines = sightlines(tuple({*known, *seen}), reading.pose)
    removed = set()
    for cell in missing:
        standing = tuple({*seen, cell, *(other for other in known if other[2] <= cell[2])})
        sites = [site for site in lines.sites_in_view(standing, _IN_VIEW) if site.cell == cell]
        if sites and (changed is None or _share_of_sites(sites, changed, reading.pose) > _CHANGED_SHARE):
            removed.add(cell)
    # A cube on which another still stands is still there, whatever was read.
    highest = {cell[:2]: cell[2] for cell in sorted({*known, *seen} - removed, key=from_the_ground)}
    return tuple(cell for cell in known if cell in removed and cell[2] > highest.get(cell[:2], -1))


def _touched(still: Sequence[CubeEvidence], changed: BoolArray | None, pose: CameraPose) -> tuple[CubeEvidence, ...]:
    """Of cubes where some were known before, those of which enough pixels have changed; all if that is not known."""
    return tuple(c for c in still if changed is None or _share_changed(c.faces, changed, pose) >= _TURNED_SHARE)


def _of_another_tower(known: Mapping[Cell, CubeMemory], still: Sequence[CubeEvidence]) -> tuple[CubeEvidence, ...]:
    """The cubes that are others than they were, by their looks alone: many, or none."""
    gains = [_gain_of_another(known[cube.cell], cube) for cube in still]
    others = tuple(cube for cube, gain in zip(still, gains, strict=True) if gain > 0)
    is_another_tower = len(others) >= _ANOTHER_TOWER_CUBES and sum(gains) > _ANOTHER_TOWER_NATS
    return others if is_another_tower else ()


def _may_be_other(memory: CubeMemory, cube: CubeEvidence, nats: float) -> bool:
    """Whether a cube looks like another than it was, turned too, or of another colour with the marks in view, at least
    so much (nats) more than like itself."""
    in_view = {face.face: memory.marks[face.face] for face in cube.faces if face.face in memory.marks}
    others = _ANY_CUBE, replace(memory, marks={}), replace(_ANY_CUBE, marks=in_view)
    return _gain_of_another(memory, cube, others) >= nats


def _is_other(memory: CubeMemory, cube: CubeEvidence, nats: float) -> bool:
    """Whether a cube looks like another than it was, or turned, so much (nats) more than like itself."""
    return _gain_of_another(memory, cube, (_ANY_CUBE, replace(memory, marks={}))) > nats


def _gain_of_another(memory: CubeMemory, cube: CubeEvidence, others: Sequence[CubeMemory] = (_ANY_CUBE,)) -> float:
    """How much likelier (nats) what is seen of a cube is of another, the likeliest of these, than of what it was."""
    now = CubeMemory().seen(cube).log_likelihoods()
    *of_others, of_itself = (np.logaddexp.reduce(now + one.log_probabilities()) for one in (*others, memory))
    return float(max(of_others) - of_itself)


def _is_unexplained(known: Mapping[Cell, CubeMemory], reading: Reading, changed: BoolArray) -> bool:
    """Whether a patch as large as half a face has changed where the next cube can stand."""
    sites = [FaceSite(cell, face) for cell in next_cells(known) for face in Face if face is not Face.D]
    if not sites:
        return False
    polygons_xy = _small(reading.pose.project(face_corners(sites)), reading.pose, changed)
    mask = _filled(polygons_xy, changed)
    face_px = max(cv2.contourArea(polygon.astype(np.float32)) for polygon in polygons_xy)
    _, _, stats, _ = cv2.connectedComponentsWithStats((changed & mask).astype(np.uint8))
    return bool(stats[1:, cv2.CC_STAT_AREA].max(initial=0) > _UNEXPLAINED_FACES * face_px)


def _share_changed(faces: Sequence[FaceEvidence], changed: BoolArray, pose: CameraPose) -> float:
    """Share of the pixels of faces in view that have changed."""
    corners_xy = np.array([face.corners_xy for face in faces])
    return _share(_small(corners_xy, pose, changed), changed)


def _share_of_sites(sites: Sequence[FaceSite], changed: BoolArray, pose: CameraPose) -> float:
    return _share(_small(pose.project(face_corners(sites)), pose, changed), changed)


def _small(corners_xy: FloatArray, pose: CameraPose, changed: BoolArray) -> FloatArray:
    """Corners in a full picture as corners in the small one."""
    scale = np.array(changed.shape[::-1]) / np.array(pose.lens.size_wh)
    return scaled_points(corners_xy, scale)


def _share(polygons_xy: FloatArray, changed: BoolArray) -> float:
    inside = _filled(polygons_xy, changed)
    return float(changed[inside].mean()) if inside.any() else 0.0


def _filled(polygons_xy: FloatArray, changed: BoolArray) -> BoolArray:
    """The inside of polygons, as a mask like `changed`."""
    mask = np.zeros(changed.shape, np.uint8)
    for polygon in polygons_xy:
        cv2.fillConvexPoly(mask, whole_pixels(polygon), 1)
    return mask.astype(bool)
