"""Reads a babel tower from one photo, on its mat or without: the pipeline, step by step.

Called by the program and the bench.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from calibration.arrays import FloatArray, UInt8Array
from calibration.camera import CameraPose, scaled_points
from calibration.colourless import has_hardly_colour, is_grey, is_of_one_colour
from calibration.colours import grey
from calibration.focal_prior import LensKnowledge
from calibration.locating import NO_MARKER, LocatedMat
from calibration.marker_parts import locate_whole_or_parts
from calibration.paints import UNKNOWN_PAINTS, Paints
from calibration.paper import is_footprint_bare, mat_white
from calibration.refusal import Unreadable
from calibration.stray_light import without_stray_light
from rules.games.babel import LEVELS, Cell, Face, from_the_ground, in_footprint
from vision.burnt_out import are_lost, is_burnt_out
from vision.face_network import CLOSE_LOOK, SHARE_IN_VIEW, cut_colours
from vision.faces import FaceSite, Sightlines, face_corners, not_flatter
from vision.games.babel.finding.cut_markers import quarters_on_mat
from vision.games.babel.finding.edited import uncropped, unstretched
from vision.games.babel.finding.elsewhere_on_mat import (
    TowerSearch,
    columns_beside,
    found_elsewhere,
    squares_beside,
    tower_search,
)
from vision.games.babel.finding.judged_pose import NO_TOWER
from vision.games.babel.finding.off_mat import find_tower, place_tower
from vision.games.babel.finding.tower_frame import (
    is_foot_cut,
    is_one_sided,
    may_go_on_below,
    on_both_rows,
    with_doubt_below,
)
from vision.games.babel.finding.tower_place import (
    LEAST_GAIN,
    is_at_border,
    is_well_placed,
    is_well_sized,
    on_other_print,
    placed,
)
from vision.games.babel.finding.tower_pose import LocatedTower
from vision.games.babel.standing.candidates import next_cells
from vision.games.babel.standing.expected import near
from vision.games.babel.standing.ground_seen import is_corner_open, seen_through, with_ground_seen
from vision.games.babel.standing.occupancy import Occupancy, rather_empty
from vision.games.babel.standing.one_view import Standing, emptied, looked_closely, refined, stand
from vision.games.babel.standing.spares import refined_beside_spares, spare_columns, with_doubt_beside
from vision.games.babel.telling.covering import is_crossed_by_light, rim_sectors
from vision.games.babel.telling.sight import FacesInView, Sight
from vision.games.babel.telling.tower_picture import tower_picture, without_paper
from vision.games.babel.telling.tower_white import tower_white
from vision.shrinking import shrunk
from vision.timing import timed

from .cues import ALL_CUES, NOTHING_GIVEN, Cue, Given
from .evidence import Reading

#: Pictures are read at this size of their longer side: a cube's face is then 40 to 200 px wide.
WORKING_PX = 1600
# A pose that was this far off (edges) had patches a little beside the faces: what was doubtful is asked once more; one
# that was very far off, everything.
_OFF, _FAR_OFF = 0.03, 0.1
#: What `read` answers where the mat lies empty.
NO_CUBE = Unreadable(
    "the mat was found, but no cube is seen on it",
    "build the tower on the outline in the middle, on a mat printed at 100 %, or take a photo of it in good light, "
    "neither cropped nor stretched",
)
#: What `read` answers where the picture is all grey tones.
NO_COLOUR = Unreadable(
    "the photo is black-and-white, and cubes are told apart by colour", "take a colour photo, without a filter"
)
#: What `read` answers under a red bulb and the like.
ONE_COLOUR = Unreadable(
    "the light has a single colour, and cubes are told apart by colour", "use a white lamp, or set the white balance"
)
#: What `read` answers where the mat seems empty, but is burnt out, and what is told where a cube might be lost so.
BURNT_OUT = Unreadable(
    "the photo is burnt out, and white cubes look like the paper", "take light away, or shorten the exposure"
)
# White paper below this linear light (sRGB code 80): dark paints then lie within a few steps of black.
_DARKEST_WHITE = 0.08
# With more of the faces' pixels black, shadows were cut off: of 76 rendered photos none has more than a hundredth, and
# with their contrast raised by 1.6 a third of them more than this.
_MOST_BLACK = 0.1
# So few markers may tell a wrong place: one of which a cube hides a corner, or two that are small.
_FEW_MARKERS = 2
# A face seen flatter than this shows too little to tell whether it is lost in what is burnt out.
_FLATTEST_DEG = 80.0


def read(
    frame_bgr: UInt8Array,
    lens: LensKnowledge = None,
    expected: Collection[Cell] = (),
    paints: Paints = UNKNOWN_PAINTS,
    mat: LocatedMat | None = None,
) -> Reading | Unreadable:
    """See the tower and tell its types and marks: `see` and `Sight.tell` in one."""
    sight = see(frame_bgr, lens, expected, paints=paints, mat=mat)
    return sight if isinstance(sight, Unreadable) else sight.tell()


def see(
    frame_bgr: UInt8Array,
    lens: LensKnowledge = None,
    expected: Collection[Cell] = (),
    outline_xy: FloatArray | None = None,
    paints: Paints = UNKNOWN_PAINTS,
    mat: LocatedMat | None = None,
    cues: Collection[Cue] = ALL_CUES,
    given: Given = NOTHING_GIVEN,
) -> Sight | Unreadable:
    """See the tower.

    1. find the mat, by parts of its markers where hardly any is whole, and with it the camera, or without a mat the
    tower itself; 2. find which faces could be in view; 3. ask a network of each whether it is there; 4. find the set of
    cubes that explains this best, beside the mat's outline too, as if the photo had been edited, and anywhere on the
    mat, where its faces look little like faces; 5. move the camera until the tower's edges lie on the picture's, and if
    they lay far off, or the uppermost cubes look little like cubes, look for them once more; then look closely, with
    another network, at all that is in doubt, and take away what the mat's print is seen behind; where all stand on two
    by two columns beside the outline, go on in their frame, else doubt what lies beside the footprint otherwise than
    the tower stands; 6. where the tower itself was found, see by what is left of cut markers whether and which way it
    stands on the mat; 7. cut out all faces in view, and see where something may stand before them.
    `Sight.tell` does the rest: 8. ask another network of all faces together what types and marks they have, and the one
    that looks closely of the marks in doubt; join colour, marks and the box's inventory.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    lens : Lens or ClaimedFocal, optional
        The lens, or what the photo's file claims of it, for this picture size.
    expected : collection of Cell
        Where cubes stood a moment ago; empty if that is not known.
    outline_xy : float array of shape (6, 2), optional
        The tower's outline as given by hand, in this picture (`poses_from_outline`); no mat is looked for then. Left
        aside where `mat` is given.
    paints : Paints
        What is known of the set's paints.
    mat : LocatedMat, optional
        The mat, where it was found in this picture already; told from where the tower stood a moment ago, if known.
        Far from there the tower is not looked for.
    cues : collection of Cue
        What to go by: the bench takes each away in turn.
    given : Given
        What is told beforehand: the bench gives the truth in place of a step.

    Returns
    -------
    Sight or Unreadable
    """
    with timed("size"):
        picture, working_lens = _working_size(frame_bgr, lens)
        size_wh = (picture.shape[1], picture.shape[0])
        scale_xy = np.divide(size_wh, (frame_bgr.shape[1], frame_bgr.shape[0]))
        points_xy = None if outline_xy is None else scaled_points(outline_xy, scale_xy)
        mat = mat and mat.scaled_to(size_wh)
    located, looked = (mat, None) if mat else _located(picture, working_lens, points_xy)
    if isinstance(located, Unreadable):
        return located
    if is_grey(picture):
        return NO_COLOUR
    if isinstance(located, LocatedMat):
        with timed("mat"):
            picture = without_stray_light(picture, located.own_pose)
    if given.pose is not None:
        located, looked = replace(located, pose=given.pose.scaled_to(size_wh)), None
    search = None if mat else tower_search(picture)
    tower = _found(picture, located, looked, expected, cues, given, search)
    if search and given == NOTHING_GIVEN:
        tower = _on_own_columns(picture, tower, expected, cues, search)
    if not tower.standing.occupancy.cells:
        return _nothing_seen(picture, tower.located)
    sight = _cut_out(picture, tower, paints, cues)
    if isinstance(sight, Unreadable):
        return sight
    return replace(sight, pose=sight.pose.scaled_to((frame_bgr.shape[1], frame_bgr.shape[0])))


@dataclass(frozen=True, slots=True, eq=False)
class _Tower:
    """The tower as found: what gave the camera's place, and where cubes stand by the pose refined on their edges."""

    located: LocatedMat | LocatedTower
    standing: Standing


def _found(
    picture: UInt8Array,
    located: LocatedMat | LocatedTower,
    looked: Standing | None,
    expected: Collection[Cell],
    cues: Collection[Cue],
    given: Given,
    search: TowerSearch | None,
) -> _Tower:
    """Steps 2 to 5: the cubes, anywhere on the mat with a search, and the camera where the tower's edges say it is."""
    looked = looked or stand(picture, located.pose)
    if isinstance(located, LocatedMat) and given.pose is None:
        if not is_well_placed(looked):
            # Where cubes were read a moment ago, the camera's pictures are as they were.
            located, looked = _placed(picture, located, looked, may_be_edited=not expected)
        # By fewer markers the tower was looked for by itself already, or the mat may lie elsewhere.
        is_mat_sure = len(located.sighting.marker_ids) > _FEW_MARKERS
        is_place_sure = is_well_placed(looked) and not is_at_border(located.place)
        if search and is_mat_sure and not is_place_sure:
            located, looked = found_elsewhere(picture, located, looked, search)
    standing = _with_given(near(looked, expected), given)
    if not standing.occupancy.cells or Cue.REFINEMENT not in cues:
        return _Tower(located, standing)
    pose = located.pose
    if given.pose is None:
        standing, pose = _on_its_edges(picture, located, standing, expected, given)
    standing = near(looked_closely(picture, standing, pose), expected)
    if isinstance(located, LocatedMat):
        standing = emptied(standing, seen_through(picture, standing.occupancy.cells, located))
    return _Tower(located, _with_given(standing, given))


def _placed(picture: UInt8Array, mat: LocatedMat, looked: Standing, may_be_edited: bool) -> tuple[LocatedMat, Standing]:
    """The mat in the frame of a tower beside its outline, or as an edited picture shows it; and what stands there."""
    if not looked.occupancy.cells and is_footprint_bare(picture, mat.own_pose):
        return mat, looked
    way = placed(picture, mat, looked)
    if mat.is_lens_known or not may_be_edited:
        return way
    way = unstretched(picture, way, mat)
    return way if is_well_placed(way[1]) else uncropped(picture, way, mat)


def _on_own_columns(
    picture: UInt8Array, tower: _Tower, expected: Collection[Cell], cues: Collection[Cue], search: TowerSearch
) -> _Tower:
    """The same in the frame of the two by two columns on which all cubes stand, where these lie beside the outline."""
    mat, standing = tower.located, tower.standing
    cells = standing.occupancy.cells
    if not isinstance(mat, LocatedMat) or not cells or not columns_beside(standing):
        return tower
    ways: list[tuple[LocatedMat, Standing | None]] = [(mat.told_from(at), None) for at in squares_beside(standing)]
    itself = found_elsewhere(picture, mat, standing, search)
    ways += [itself] if itself[0] is not mat else []
    if not ways:
        return tower
    there = (_found(picture, way, looked, expected, cues, NOTHING_GIVEN, None) for way, looked in ways)
    best = max(there, key=lambda found: found.standing.score)
    # Cubes stacked beside, or one that stands as the tower does, are explained as well by one there; else it must gain.
    beside = {cell[:2] for cell in cells if not in_footprint(cell)}
    is_stacked = any(cell[2] > 0 and cell[:2] in beside for cell in cells)
    is_open = not is_stacked and beside <= spare_columns(picture, standing, cells)
    least_gain = LEAST_GAIN if is_open else -LEAST_GAIN
    return best if best.standing.score > standing.score + least_gain else tower


def _on_its_edges(
    picture: UInt8Array,
    located: LocatedMat | LocatedTower,
    standing: Standing,
    expected: Collection[Cell],
    given: Given,
) -> tuple[Standing, CameraPose]:
    """The pose refined on the tower's edges, and the cubes looked for once more where that is far off."""
    with timed("refinement"):
        pose = refined(picture, standing, located)
        pose = refined_beside_spares(picture, standing, located, pose)
    moved = _moved_edges(standing, pose)
    if moved > _OFF:
        told = {} if moved > _FAR_OFF else standing.clear_answers
        standing = _with_given(near(stand(picture, pose, told), expected), given)
    if isinstance(located, LocatedMat) and standing.occupancy.cells and not is_well_sized(standing):
        other = on_other_print(picture, located, standing)
        if other is not standing:
            return _with_given(near(other, expected), given), other.pose
    return standing, pose


def _cut_out(picture: UInt8Array, tower: _Tower, paints: Paints, cues: Collection[Cue]) -> Sight | Unreadable:
    """Steps 6 and 7: all that `Sight.tell` goes by, its pose that of this picture."""
    located, standing = tower.located, tower.standing
    lines, pose = standing.lines, standing.pose
    mat = located if isinstance(located, LocatedMat) else None
    with timed("mat"):
        quarters = 0 if mat else quarters_on_mat(grey(picture), pose, standing.occupancy.cells)
    on_mat = quarters is not None
    occupancy = standing.occupancy if on_mat else with_doubt_below(picture, standing)
    with timed("refinement"):
        occupancy = with_doubt_beside(picture, standing, occupancy)
    with timed("tower"):
        in_view = FacesInView.of(lines, occupancy, pose)
        if not in_view.sites:
            return Unreadable("too little of the tower is in view", "photograph the whole tower with the mat round it")
        white = mat_white(picture, mat.own_pose if mat else pose) if on_mat else None
        occupancy = with_ground_seen(picture, standing, occupancy, located.place, mat, white)
        light = tower_white(picture, in_view.sites, pose) if white is None else white
        if is_of_one_colour(light):
            return ONE_COLOUR
        faces = tower_picture(picture, in_view.sites, in_view.shares, occupancy.cells, pose, light)
        is_crossed = is_crossed_by_light(rim_sectors(faces))
        colours = cut_colours(picture, in_view.sites, pose, CLOSE_LOOK)
    return Sight(
        pose=pose,
        occupancy=occupancy,
        rather_empty=rather_empty(lines, standing.odds, occupancy),
        is_corner_open=is_corner_open(picture, standing, occupancy, mat, white),
        in_view=in_view,
        picture=without_paper(faces) if white is None else faces,
        colours=colours,
        presence_log_odds=standing.log_odds_of(in_view.sites),
        is_crossed=is_crossed,
        cut_off=_is_cut_off(lines, occupancy),
        too_dark=bool(light.max() < _DARKEST_WHITE) or faces.black_share > _MOST_BLACK,
        too_bright=white is not None and bool(is_burnt_out(white)) and _may_lose_a_cube(picture, occupancy, pose),
        colourless=has_hardly_colour(picture),
        one_sided=not on_mat and _are_levels_open(picture, standing, located),
        quarters=quarters,
        place=located.place,
        paints=paints,
        cues=cues,
    )


def _located(
    frame_bgr: UInt8Array,
    lens: LensKnowledge,
    outline_xy: FloatArray | None,
) -> tuple[LocatedMat | LocatedTower | Unreadable, Standing | None]:
    """Step 1: the camera's pose from the outline given by hand, from the mat, or else from the tower itself; and what
    stands there, where that had to be looked at already."""
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
        tower = find_tower(frame_bgr, lens)
    if not isinstance(tower, LocatedTower):
        return (tower, None) if located is NO_MARKER else (located, looked)
    if isinstance(located, LocatedMat) and looked is not None:
        on_mat, there = found_elsewhere(frame_bgr, located, looked, lambda _: tower)
        if on_mat is not located:
            return on_mat, there
    with timed("search"):
        return on_both_rows(frame_bgr, tower)


def _are_levels_open(picture: UInt8Array, standing: Standing, located: LocatedMat | LocatedTower) -> bool:
    """Whether it is open without a mat which end of the tower is up, or where its levels lie."""
    if isinstance(located, LocatedTower) and not located.is_upright_known:
        return True
    return is_one_sided(standing) or is_foot_cut(standing.pose) or may_go_on_below(picture, standing)


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


def _working_size(frame_bgr: UInt8Array, lens: LensKnowledge) -> tuple[UInt8Array, LensKnowledge]:
    """The picture at the working size, if it is larger, and the lens for it."""
    smaller = shrunk(frame_bgr, WORKING_PX)
    height, width = smaller.shape[:2]
    return smaller, lens and lens.scaled_to((width, height))


def _nothing_seen(picture: UInt8Array, located: LocatedMat | LocatedTower) -> Unreadable:
    """Why no cube is seen."""
    if not isinstance(located, LocatedMat):
        return NO_TOWER
    white = mat_white(picture, located.own_pose)
    return BURNT_OUT if white is not None and is_burnt_out(white) else NO_CUBE


def _may_lose_a_cube(picture: UInt8Array, occupancy: Occupancy, pose: CameraPose) -> bool:
    """Whether a further cube on a column, were it white, would be lost in what is burnt out."""
    cells = [cell for cell in next_cells(occupancy.cells) if cell[2] < LEVELS]
    sites = [FaceSite(cell, face) for cell in cells for face in Face if face is not Face.D]
    sites = not_flatter(sites, pose, _FLATTEST_DEG)
    return bool(sites) and bool(are_lost(picture, sites, occupancy.cells, pose).any())


def _is_cut_off(lines: Sightlines, occupancy: Occupancy) -> bool:
    """Whether a face turned to the camera, of the tower or of a cube more that may stand on it, reaches out of the
    picture."""
    # Where the top of a cube is in view, nothing stands on it.
    seen = lines.sites_in_view(occupancy.cells, SHARE_IN_VIEW)
    tops = {Face.U.beside(cell) for cell in occupancy.cells if FaceSite(cell, Face.U) not in seen}
    every = np.uint64(2**64 - 1)
    return any(
        bits != every and (site.cell in occupancy.cells or (site.cell in tops and bits == 0))
        for site, bits in zip(lines.sites, lines.in_picture, strict=True)
    )
