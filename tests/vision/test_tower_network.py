"""The tower network gets each face's colours and shape and who belongs together, and answers for cubes and faces."""

import numpy as np
import pytest

from rules.games.babel import Face
from vision.faces import FaceSite
from vision.tower_network import (
    COLOUR_PX,
    HEADS_FOR_ALL,
    HEADS_FOR_CUBE,
    HEADS_FOR_SIDE,
    TowerPicture,
    ask_tower,
    network_input,
    tower_picture,
)

SITES = [FaceSite((0, 0, 0), Face.S), FaceSite((0, 0, 0), Face.W), FaceSite((1, 0, 0), Face.S)]


@pytest.fixture
def picture(camera_at):
    """Two cubes, three faces, in a picture of one colour."""
    frame = np.full((960, 1280, 3), (60, 120, 200), np.uint8)
    return tower_picture(
        frame, SITES, np.ones(3), [(0, 0, 0), (1, 0, 0)], camera_at((-6, -7, 4)), np.array([0.8, 0.8, 0.8])
    )


def test_colours_are_linear_light_over_the_white(picture):
    # sRGB 200, 120, 60 in linear light (IEC 61966-2-1) over 0.8.
    red, green, blue = np.log([0.5776 / 0.8, 0.1878 / 0.8, 0.0452 / 0.8])
    expected = [(red + green + blue) / 3, red - green, blue - green]
    assert picture.axes[0, 5, 5] == pytest.approx(expected, abs=0.01)


def test_faces_know_their_side_and_their_cube(picture):
    attention = network_input(picture)["attention"]
    assert len(attention) == HEADS_FOR_ALL + HEADS_FOR_SIDE + HEADS_FOR_CUBE
    assert not attention[0].any()
    side, cube = attention[HEADS_FOR_ALL] == 0, attention[-1] == 0
    assert side.tolist() == [[True, False, True], [False, True, False], [True, False, True]]
    assert cube.tolist() == [[True, True, False], [True, True, False], [False, False, True]]


def test_a_cube_is_the_mean_of_its_faces(picture):
    assert network_input(picture)["pooling"].tolist() == [[0.5, 0.5, 0.0], [0.0, 0.0, 1.0]]


def test_types_are_answered_for_cubes_and_marks_for_faces(picture):
    answers = ask_tower(picture)
    assert answers.type_log_likelihoods.shape == (2, 5)
    assert np.exp(answers.type_log_likelihoods).sum(axis=1) == pytest.approx(1.0)
    assert answers.bulge_log_odds.shape == (3,)


def test_the_order_of_the_faces_does_not_matter(picture):
    generator = np.random.default_rng(5)
    varied = TowerPicture(
        picture.axes + generator.normal(0, 0.3, (3, COLOUR_PX, COLOUR_PX, 3)).astype(np.float32),
        *(getattr(picture, name) for name in ("patches", "views", "shares", "sides", "levels", "cubes", "paper")),
    )
    order = [2, 0, 1]
    turned = TowerPicture(
        varied.axes[order],
        varied.patches[order],
        varied.views[order],
        varied.shares[order],
        varied.sides[order],
        varied.levels[order],
        np.array([0, 1, 1]),
        varied.paper,
    )
    before, after = ask_tower(varied), ask_tower(turned)
    assert after.type_log_likelihoods[::-1] == pytest.approx(before.type_log_likelihoods, abs=1e-4)
    assert after.bulge_log_odds == pytest.approx(before.bulge_log_odds[order], abs=1e-4)
