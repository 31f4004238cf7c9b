"""The type network gets each face's colours and who belongs together, and answers for whole cubes."""

import numpy as np
import pytest

from rules.games.babel import Face
from vision.faces import FaceSite
from vision.type_network import (
    HEADS_FOR_ALL,
    HEADS_FOR_CUBE,
    HEADS_FOR_SIDE,
    PATCH_PX,
    TowerColours,
    network_input,
    tower_colours,
    type_log_likelihoods,
)

SITES = [FaceSite((0, 0, 0), Face.S), FaceSite((0, 0, 0), Face.W), FaceSite((1, 0, 0), Face.S)]


@pytest.fixture
def colours(camera_at):
    """Two cubes, three faces, in a picture of one colour."""
    frame = np.full((960, 1280, 3), (60, 120, 200), np.uint8)
    return tower_colours(
        frame, SITES, np.ones(3), [(0, 0, 0), (1, 0, 0)], camera_at((-6, -7, 4)), np.array([0.8, 0.8, 0.8])
    )


def test_colours_are_linear_light_over_the_white(colours):
    # sRGB 200, 120, 60 in linear light (IEC 61966-2-1) over 0.8.
    red, green, blue = np.log([0.5776 / 0.8, 0.1878 / 0.8, 0.0452 / 0.8])
    expected = [(red + green + blue) / 3, red - green, blue - green]
    assert colours.axes[0, 5, 5] == pytest.approx(expected, abs=0.01)


def test_faces_know_their_side_and_their_cube(colours):
    attention = network_input(colours)["attention"]
    assert len(attention) == HEADS_FOR_ALL + HEADS_FOR_SIDE + HEADS_FOR_CUBE
    assert not attention[0].any()
    side, cube = attention[HEADS_FOR_ALL] == 0, attention[-1] == 0
    assert side.tolist() == [[True, False, True], [False, True, False], [True, False, True]]
    assert cube.tolist() == [[True, True, False], [True, True, False], [False, False, True]]


def test_a_cube_is_the_mean_of_its_faces(colours):
    assert network_input(colours)["pooling"].tolist() == [[0.5, 0.5, 0.0], [0.0, 0.0, 1.0]]


def test_answers_are_probabilities_for_each_cube(colours):
    logs = type_log_likelihoods(colours)
    assert logs.shape == (2, 5)
    assert np.exp(logs).sum(axis=1) == pytest.approx(1.0)


def test_the_order_of_the_faces_does_not_matter(colours):
    generator = np.random.default_rng(5)
    varied = TowerColours(
        colours.axes + generator.normal(0, 0.3, (3, PATCH_PX, PATCH_PX, 3)).astype(np.float32),
        *(getattr(colours, name) for name in ("views", "shares", "sides", "levels", "cubes", "paper")),
    )
    order = [2, 0, 1]
    turned = TowerColours(
        varied.axes[order],
        varied.views[order],
        varied.shares[order],
        varied.sides[order],
        varied.levels[order],
        np.array([0, 1, 1]),
        varied.paper,
    )
    assert type_log_likelihoods(turned)[::-1] == pytest.approx(type_log_likelihoods(varied), abs=1e-4)
