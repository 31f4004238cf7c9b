"""What light a lamp and the sky throw on a tower is told from the paper round it and from cubes that are known."""

import cv2
import numpy as np
import pytest
from numpy.testing import assert_allclose

from calibration.linear_light import linear_light
from calibration.locating import ON_OUTLINE, Place
from calibration.paints import UNKNOWN_PAINTS, Paints
from calibration.paper import is_blank_paper, mat_white
from rules.games.babel import Face
from vision.faces import FaceSite, face_points, hidden_by
from vision.irradiance import SeenPaper, see_paper, told_by_irradiance
from vision.tower_picture import COLOUR_PX, OPEN_PX, PAPER_PATCHES, SHAPE_PX, TowerPicture

GREY, WHITE, BLACK, BEIGE, BLUE = range(5)
#: What these paints send back of what paper does.
REFLECTANCES = np.array([0.28, 0.88, 0.054, 0.54, 0.2])
#: The ground round the tower, square by square (quarters of an edge), row by row from the South.
STEPS = (np.arange(24) + 0.5) / 4 - 3
GROUND = np.array([[x, y, 0.0] for y in STEPS for x in STEPS])
TOWER = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 0, 1), (1, 0, 1))
SIDES = tuple(FaceSite(cell, face) for cell in TOWER for face in (Face.W, Face.S) if face.beside(cell) not in TOWER)
LAMP = np.array([0.72, -0.5, 0.48])  # In the South-East, and low: the West sides lie in the shade.


def light_on(points_xyz, normal, cells):
    """From the lamp, of which each part of the ground gets 1 where nothing shades it, and from a faint even sky."""
    lamp_far_off = 1e6 * LAMP
    is_free = ~hidden_by(points_xyz[:, None], cells, lamp_far_off).any(axis=1)[:, 0]
    return max(0.0, float(normal @ LAMP)) / LAMP[2] * is_free + 0.15 * (1 + normal[2]) / 2


def sent_by_paper(cells):
    return np.log(light_on(GROUND, np.array([0.0, 0.0, 1.0]), cells))


def sent_by_face(site, type_number, cells):
    """Lightness of a face of this type; the lit ground, of which half its view down shows some, lights it too."""
    normal = np.array(site.face.offset, float)
    rim = face_points([site], np.array([[[u, v, 0.02] for u in (-0.4, 0.4) for v in (-0.4, 0.4)]]))[0]
    bounced = 0.0 if site.face is Face.U else 0.4 * np.exp(sent_by_paper(cells)[_before(site)]).mean()
    return np.log(REFLECTANCES[type_number] * (light_on(rim, normal, cells).mean() + bounced))


def _before(site):
    """Which squares of the ground lie before a face, out to two edges from it."""
    out = np.array(site.face.offset[:2])
    return (GROUND[:, :2] @ out > 1) & (abs(GROUND[:, :2] @ out[::-1]) < 1.5)


def seen_paper(cells):
    squares = np.flatnonzero(is_blank_paper(GROUND[:, :2]) & (abs(GROUND).max(axis=1) > 1.2))
    return SeenPaper(squares, sent_by_paper(cells)[squares])


def pictured(sites, cells, types_of):
    """The faces of a tower as they are lit, each of one lightness."""
    n, lightness = len(sites), [sent_by_face(site, types_of[site.cell], cells) for site in sites]
    axes = np.zeros((n, COLOUR_PX, COLOUR_PX, 3), np.float32)
    axes[..., 0] = np.reshape(lightness, (n, 1, 1))
    nothing = np.zeros(n, int)
    return TowerPicture(
        axes=axes,
        patches=np.zeros((n, 3, SHAPE_PX, SHAPE_PX), np.uint8),
        is_open=np.ones((n, OPEN_PX, OPEN_PX), np.bool_),
        views=np.zeros((n, 3), np.float32),
        shares=np.ones(n, np.float32),
        sides=nothing,
        levels=nothing,
        cubes=np.array([cells.index(site.cell) for site in sites]),
        facing=nothing,
        paper=np.zeros((PAPER_PATCHES, 3), np.float32),
    )


def told(types_of, doubtful_cell, doubt, paper=None, paints=UNKNOWN_PAINTS):
    """Probabilities of the types of the cube in doubt, all others being known."""
    types = np.full((len(TOWER), 5), np.log(1e-6))
    for row, cell in enumerate(TOWER):
        types[row, types_of[cell]] = 0.0
    types[TOWER.index(doubtful_cell)] = np.log(doubt)
    seen = seen_paper(TOWER) if paper is None else paper
    answer = told_by_irradiance(types, pictured(SIDES, TOWER, types_of), SIDES, TOWER, seen, paints)
    return np.exp(answer[TOWER.index(doubtful_cell)])


COLOURS = dict(zip(TOWER, (WHITE, BEIGE, WHITE, BLUE, BEIGE, WHITE), strict=True))
HALF_WHITE_HALF_GREY = (0.4998, 0.4998, 0.0002, 0.0001, 0.0001)
HALF_GREY_HALF_BLACK = (0.4998, 0.0001, 0.4998, 0.0002, 0.0001)


@pytest.mark.parametrize("cell", [(0, 0, 0), (0, 1, 0), (0, 0, 1)])
@pytest.mark.parametrize("true", [WHITE, GREY])
def test_a_white_cube_is_told_from_a_grey_one_in_any_light(cell, true):
    assert told(COLOURS | {cell: true}, cell, HALF_WHITE_HALF_GREY).argmax() == true


@pytest.mark.parametrize("true", [GREY, BLACK])
def test_a_grey_cube_in_the_shade_is_told_from_a_black_one(true):
    assert told(COLOURS | {(0, 1, 0): true}, (0, 1, 0), HALF_GREY_HALF_BLACK).argmax() == true


def test_what_the_colours_tell_surely_is_not_asked_again():
    sure = (0.9995, 0.0002, 0.0001, 0.0001, 0.0001)
    assert_allclose(told(COLOURS, (0, 0, 1), sure), sure)


def test_little_paper_tells_of_no_sky():
    paper = seen_paper(TOWER)
    little = SeenPaper(paper.squares[:10], paper.lightness[:10])
    assert_allclose(told(COLOURS, (0, 0, 1), HALF_WHITE_HALF_GREY, little), HALF_WHITE_HALF_GREY)


def test_a_grey_that_a_profile_knows_to_be_pale_is_looked_for_as_such():
    pale = Paints(np.array([[1.0, 0, 0]] + [[0.0, 0, 0]] * 4), np.array([0.98, 0, 0, 0, 0]))
    doubtful = COLOURS | {(0, 0, 0): GREY}
    assert (
        told(doubtful, (0, 0, 0), HALF_WHITE_HALF_GREY, paints=pale)[GREY]
        < told(doubtful, (0, 0, 0), HALF_WHITE_HALF_GREY)[GREY]
    )


def test_one_cube_alone_is_told_by_the_paper():
    cells, sites = [(0, 0, 0)], [FaceSite((0, 0, 0), Face.S)]
    for true in (GREY, WHITE):
        picture = pictured(sites, cells, {(0, 0, 0): true})
        doubt = np.log([HALF_WHITE_HALF_GREY])
        answer = told_by_irradiance(doubt, picture, sites, cells, seen_paper(cells), UNKNOWN_PAINTS)
        assert answer[0].argmax() == true


@pytest.fixture
def mat_frame(camera_at, mat_picture):
    """Function (place) -> picture of a mat, the camera's pose in the frame of the place, and in the mat's."""

    def mat_frame(place=ON_OUTLINE):
        pose = camera_at((-6, -7, 6))
        mat_pose = place.pose_on_mat(pose)
        return cv2.cvtColor(mat_picture(mat_pose), cv2.COLOR_GRAY2BGR), pose, mat_pose

    return mat_frame


@pytest.mark.parametrize("place", [ON_OUTLINE, Place(0.4, -0.2, 15.0)])
def test_paper_is_measured_beside_print_and_tower(mat_frame, place):
    frame, pose, mat_pose = mat_frame(place)
    paper = see_paper(frame, TOWER, pose, place, mat_white(frame, mat_pose))
    assert len(paper.squares) > 100
    assert_allclose(paper.lightness, 0, atol=0.05)


def test_paper_in_the_shade_is_as_dark_as_it_is(mat_frame):
    frame, pose, _ = mat_frame()
    white = mat_white(frame, pose)
    frame[:, :640] //= 2
    dark = linear_light(np.uint8([235 // 2]))[0] / linear_light(np.uint8([235]))[0]
    told = see_paper(frame, TOWER, pose, ON_OUTLINE, white).lightness
    assert told.min() == pytest.approx(np.log(dark), abs=0.05)
    assert told.max() == pytest.approx(0.0, abs=0.05)
