"""Reads a babel tower from one photo, on its mat or without: the pipeline, step by step.

Called by the program and the bench.
"""

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from calibration.arrays import FloatArray, UInt8Array
from calibration.camera import CameraPose, scaled_points
from calibration.colourless import NO_COLOUR, has_hardly_colour, is_grey, is_of_one_colour
from calibration.colours import grey
from calibration.focal_prior import LensKnowledge
from calibration.locating import LocatedMat
from calibration.paints import UNKNOWN_PAINTS, Paints
from calibration.paper import mat_white
from calibration.refusal import Unreadable
from calibration.stray_light import without_stray_light
from rules.games.babel import LEVELS, Cell, Face
from vision.burnt_out import are_lost, is_burnt_out
from vision.face_network import CLOSE_LOOK, SHARE_IN_VIEW, cut_colours
from vision.faces import FaceSite, Sightlines, not_flatter
from vision.games.babel.finding.cut_markers import quarters_on_mat
from vision.games.babel.finding.elsewhere_on_mat import tower_search
from vision.games.babel.finding.judged_pose import NO_TOWER
from vision.games.babel.finding.tower_frame import is_foot_cut, is_one_sided, may_go_on_below, with_doubt_below
from vision.games.babel.finding.tower_place import is_at_border
from vision.games.babel.finding.tower_pose import LocatedTower
from vision.games.babel.standing.candidates import next_cells
from vision.games.babel.standing.ground_seen import is_corner_open, with_ground_seen
from vision.games.babel.standing.occupancy import Occupancy, rather_empty
from vision.games.babel.standing.one_view import Standing
from vision.games.babel.standing.spares import with_doubt_beside
from vision.games.babel.telling.covering import is_crossed_by_light, rim_sectors
from vision.games.babel.telling.sight import FacesInView, Sight
from vision.games.babel.telling.tower_picture import tower_picture, without_paper
from vision.games.babel.telling.tower_white import tower_white
from vision.shrinking import shrunk
from vision.timing import timed

from .camera_and_cubes import CubeFinder, FoundTower, locate_camera
from .cues import ALL_CUES, NOTHING_GIVEN, Cue, Given
from .evidence import Reading

#: Pictures are read at this size of their longer side: a cube's face is then 40 to 200 px wide.
WORKING_PX = 1600
#: What `read` answers where the mat lies empty.
NO_CUBE = Unreadable(
    "the mat was found, but no cube is seen on it",
    "build the tower on the outline in the middle, on a mat printed at 100 %, or take a photo of it in good light, "
    "neither cropped, stretched nor straightened",
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
    located, looked = (mat, None) if mat else locate_camera(picture, working_lens, points_xy)
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
    tower = CubeFinder(picture, expected, cues, given, search).find(located, looked)
    if not tower.standing.occupancy.cells:
        return _nothing_seen(picture, tower.located)
    sight = _cut_out(picture, tower, paints, cues)
    if isinstance(sight, Unreadable):
        return sight
    return replace(sight, pose=sight.pose.scaled_to((frame_bgr.shape[1], frame_bgr.shape[0])))


def _cut_out(picture: UInt8Array, tower: FoundTower, paints: Paints, cues: Collection[Cue]) -> Sight | Unreadable:
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
    is_foot_open = _is_foot_open(picture, standing, located, on_mat)
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
        one_sided=not on_mat and (is_foot_open or is_one_sided(standing)),
        is_foot_open=is_foot_open,
        quarters=quarters,
        place=located.place,
        paints=paints,
        cues=cues,
    )


def _is_foot_open(picture: UInt8Array, standing: Standing, located: LocatedMat | LocatedTower, on_mat: bool) -> bool:
    """Whether it is open which end of the tower is up, or whether there is a further level below."""
    if on_mat:
        # A tower read a level too high seems to stand farther back on the mat.
        return is_at_border(located.place) and may_go_on_below(picture, standing)
    if isinstance(located, LocatedTower) and not located.is_upright_known:
        return True
    return is_foot_cut(standing.pose) or may_go_on_below(picture, standing)


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
