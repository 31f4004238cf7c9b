"""Where the camera is and in which cells cubes stand: the reader's first five steps. Called by `reader` alone."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from calibration.arrays import FloatArray, UInt8Array
from calibration.camera import CameraPose
from calibration.colours import grey
from calibration.focal_prior import LensKnowledge
from calibration.locating import NO_MARKER, LocatedMat
from calibration.marker_parts import locate_whole_or_parts
from calibration.paper import is_footprint_bare
from calibration.refusal import Unreadable
from rules.games.babel import Cell, Face, from_the_ground, in_footprint
from vision.faces import FaceSite, face_corners
from vision.games.babel.finding.edited import in_screenshot, uncropped, unstretched
from vision.games.babel.finding.elsewhere_on_mat import TowerSearch, columns_beside, found_elsewhere, squares_beside
from vision.games.babel.finding.off_mat import find_shown_tower, place_tower
from vision.games.babel.finding.tower_frame import on_both_rows
from vision.games.babel.finding.tower_place import (
    LEAST_GAIN,
    is_at_border,
    is_well_placed,
    is_well_sized,
    on_other_print,
    placed,
)
from vision.games.babel.finding.tower_pose import LocatedTower
from vision.games.babel.standing.expected import near
from vision.games.babel.standing.ground_seen import seen_through
from vision.games.babel.standing.occupancy import Occupancy
from vision.games.babel.standing.one_view import Standing, emptied, looked_closely, refined, stand
from vision.games.babel.standing.spares import refined_beside_spares, spare_columns
from vision.games.shown_board import shown_board
from vision.timing import timed

from .cues import NOTHING_GIVEN, Cue, Given

# A pose that was this far off (edges) had patches a little beside the faces: what was doubtful is asked once more; one
# that was very far off, everything.
_OFF, _FAR_OFF = 0.03, 0.1
# So few markers may tell a wrong place: one of which a cube hides a corner, or two that are small.
_FEW_MARKERS = 2


@dataclass(frozen=True, slots=True, eq=False)
class FoundTower:
    """The tower as found.

    Attributes
    ----------
    located : LocatedMat or LocatedTower
        What gave the camera's place.
    standing : Standing
        Where cubes stand, by the pose refined on their edges.
    """

    located: LocatedMat | LocatedTower
    standing: Standing


def locate_camera(
    frame_bgr: UInt8Array,
    lens: LensKnowledge,
    outline_xy: FloatArray | None,
) -> tuple[LocatedMat | LocatedTower | Unreadable, Standing | None]:
    """Find the camera's pose from the outline given by hand, from the mat, or else from the tower itself: step 1.

    Where another game's printed board is in view, no tower is looked for, which takes long.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    lens : Lens or ClaimedFocal, optional
        For this picture size.
    outline_xy : float array of shape (6, 2), optional
        The tower's outline in this picture, as given by hand.

    Returns
    -------
    tuple of LocatedMat, LocatedTower or Unreadable, and Standing or None
        Also what stands there, where that had to be looked at already.
    """
    if outline_xy is not None:
        with timed("search"):
            return place_tower(frame_bgr, outline_xy, lens), None
    with timed("mat"):
        located = locate_whole_or_parts(grey(frame_bgr), lens)
    looked = None
    if isinstance(located, LocatedMat) and len(located.sighting.marker_ids) <= _FEW_MARKERS:
        looked = stand(frame_bgr, located.pose)
    if located is not NO_MARKER and (looked is None or looked.occupancy.cells):
        return located, looked
    with timed("search"):
        game = shown_board(grey(frame_bgr)) if located is NO_MARKER else None
        if game is not None:
            return _board_of(game), None
        tower = find_shown_tower(frame_bgr, lens)
    if not isinstance(tower, LocatedTower):
        return (tower, None) if located is NO_MARKER else (located, looked)
    if isinstance(located, LocatedMat) and looked is not None:
        on_mat, there = found_elsewhere(frame_bgr, located, looked, lambda _: tower)
        if on_mat is not located:
            return on_mat, there
    with timed("search"):
        return on_both_rows(frame_bgr, tower)


def _board_of(game: str) -> Unreadable:
    """What is answered where another game's board is in view."""
    beside = "give the outline of a tower beside it with --corners"
    return Unreadable(f"shows the printed board of {game}", f"add --game {game} to read it, or {beside}")


@dataclass(frozen=True, slots=True, eq=False)
class CubeFinder:
    """Finds which cells hold a cube in one picture: steps 2 to 5.

    Attributes
    ----------
    picture : uint8 array of shape (height, width, 3)
        Blue, green, red.
    expected : collection of Cell
        Where cubes stood a moment ago; empty if that is not known.
    cues : collection of Cue
    given : Given
    search : TowerSearch, optional
        In this picture; without it a tower is not looked for elsewhere on the mat.
    """

    picture: UInt8Array
    expected: Collection[Cell]
    cues: Collection[Cue]
    given: Given
    search: TowerSearch | None

    def find(self, located: LocatedMat | LocatedTower, looked: Standing | None) -> FoundTower:
        """Find the cubes, and move the camera until the tower's edges lie on the picture's.

        Parameters
        ----------
        located : LocatedMat or LocatedTower
        looked : Standing, optional
            What stands there, where that was looked at already.

        Returns
        -------
        FoundTower
            Possibly without any cube; in the frame of the tower, where that stands beside the mat's outline.
        """
        tower = self._found(located, looked)
        return self._on_own_columns(tower, self.search) if self.search and self.given == NOTHING_GIVEN else tower

    def _found(self, located: LocatedMat | LocatedTower, looked: Standing | None) -> FoundTower:
        """`find`, but for towers beside the outline that look as if they stood on it."""
        picture = self.picture
        looked = looked or stand(picture, located.pose)
        if isinstance(located, LocatedMat) and self.given.pose is None:
            if not is_well_placed(looked):
                # Where cubes were read a moment ago, the camera's pictures are as they were.
                located, looked = _placed(picture, located, looked, may_be_edited=not self.expected)
            # By fewer markers the tower was looked for by itself already, or the mat may lie elsewhere.
            is_mat_sure = len(located.sighting.marker_ids) > _FEW_MARKERS
            is_place_sure = is_well_placed(looked) and not is_at_border(located.place)
            if self.search and is_mat_sure and not is_place_sure:
                located, looked = found_elsewhere(picture, located, looked, self.search)
        standing = self._as_known(looked)
        if not standing.occupancy.cells or Cue.REFINEMENT not in self.cues:
            return FoundTower(located, standing)
        pose = located.pose
        if self.given.pose is None:
            standing, pose = self._on_its_edges(located, standing)
        standing = near(looked_closely(picture, standing, pose), self.expected)
        if isinstance(located, LocatedMat):
            standing = emptied(standing, seen_through(picture, standing.occupancy.cells, located))
        return FoundTower(located, _with_given(standing, self.given))

    def _on_own_columns(self, tower: FoundTower, search: TowerSearch) -> FoundTower:
        """The same in the frame of the two by two columns on which all cubes stand, if these lie beside the outline."""
        mat, standing = tower.located, tower.standing
        cells = standing.occupancy.cells
        if not isinstance(mat, LocatedMat) or not cells or not columns_beside(standing):
            return tower
        ways: list[tuple[LocatedMat, Standing | None]] = [(mat.told_from(at), None) for at in squares_beside(standing)]
        itself = found_elsewhere(self.picture, mat, standing, search)
        ways += [itself] if itself[0] is not mat else []
        if not ways:
            return tower
        finder = replace(self, search=None)
        best = max((finder.find(*way) for way in ways), key=lambda found: found.standing.score)
        # Cubes stacked beside, or one that stands as the tower does, are explained as well by one there; else it must
        # gain.
        beside = {cell[:2] for cell in cells if not in_footprint(cell)}
        is_stacked = any(cell[2] > 0 and cell[:2] in beside for cell in cells)
        is_open = not is_stacked and beside <= spare_columns(self.picture, standing, cells)
        least_gain = LEAST_GAIN if is_open else -LEAST_GAIN
        return best if best.standing.score > standing.score + least_gain else tower

    def _on_its_edges(self, located: LocatedMat | LocatedTower, standing: Standing) -> tuple[Standing, CameraPose]:
        """The pose refined on the tower's edges, and the cubes looked for once more where that is far off."""
        with timed("refinement"):
            pose = refined(self.picture, standing, located)
            pose = refined_beside_spares(self.picture, standing, located, pose)
        moved = _moved_edges(standing, pose)
        if moved > _OFF:
            told = {} if moved > _FAR_OFF else standing.clear_answers
            standing = self._as_known(stand(self.picture, pose, told))
        if isinstance(located, LocatedMat) and standing.occupancy.cells and not is_well_sized(standing):
            other = on_other_print(self.picture, located, standing)
            if other is not standing:
                return self._as_known(other), other.pose
        return standing, pose

    def _as_known(self, standing: Standing) -> Standing:
        """The same with the cubes that were there a moment ago, where they may well be, or those that are given."""
        return _with_given(near(standing, self.expected), self.given)


def _placed(picture: UInt8Array, mat: LocatedMat, looked: Standing, may_be_edited: bool) -> tuple[LocatedMat, Standing]:
    """The mat in the frame of a tower beside its outline, or as an edited picture shows it; and what stands there."""
    if not looked.occupancy.cells and is_footprint_bare(picture, mat.own_pose):
        return mat, looked
    may_be_edited = may_be_edited and not mat.is_lens_known
    if may_be_edited:
        # By far the quickest to ask.
        way = in_screenshot(picture, (mat, looked), mat)
        if is_well_placed(way[1]):
            return way
    way = placed(picture, mat, looked)
    if not may_be_edited:
        return way
    way = unstretched(picture, way, mat)
    return way if is_well_placed(way[1]) else uncropped(picture, way, mat)


def _with_given(standing: Standing, given: Given) -> Standing:
    """The same with the cubes that are given, if they are."""
    if given.cells is None:
        return standing
    cells = tuple(sorted(set(given.cells) & set(standing.lines.cells), key=from_the_ground))
    return replace(standing, occupancy=Occupancy(cells, (1.0,) * len(cells), ()))


def _moved_edges(standing: Standing, pose: CameraPose) -> float:
    """How far a refined pose moves the tower in the picture at most, in cube edges at its middle."""
    corners = face_corners([FaceSite(cell, Face.U) for cell in standing.occupancy.cells])
    return pose.shift_from(standing.pose, corners.reshape(-1, 3))
