"""The tower network gets each face's colours and shape and who belongs together, and answers for cubes and faces."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.babel import Face
from vision.cues import ALL_CUES, Cue
from vision.faces import FaceSite
from vision.tower_network import (
    COLOUR_PX,
    HEADS_FOR_ALL,
    HEADS_FOR_CUBE,
    HEADS_FOR_SIDE,
    ask_tower,
    mirrored,
    network_input,
    quantiles_where,
    tower_picture,
    without_paper,
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


def test_no_mark_in_the_dark_is_sure(picture, monkeypatch):
    said = np.array([9.0, -9.0, 2.0])
    monkeypatch.setattr("vision.tower_network._run", lambda entries: (np.zeros((2, 5)), said))
    assert ask_tower(picture).bulge_log_odds.tolist() == said.tolist()
    in_the_dark = replace(picture, patches=np.full_like(picture.patches, 20))
    assert ask_tower(in_the_dark).bulge_log_odds == pytest.approx([3.6, -3.6, 2.0])
    assert ask_tower(replace(picture, patches=np.zeros_like(picture.patches))).bulge_log_odds.tolist() == [0, 0, 0]


def test_the_order_of_the_faces_does_not_matter(picture):
    generator = np.random.default_rng(5)
    noise = generator.normal(0, 0.3, (3, COLOUR_PX, COLOUR_PX, 3)).astype(np.float32)
    varied = replace(picture, axes=picture.axes + noise)
    order = [2, 0, 1]
    by_face = ("axes", "patches", "is_open", "views", "shares", "sides", "levels")
    turned = replace(varied, **{name: getattr(varied, name)[order] for name in by_face}, cubes=np.array([0, 1, 1]))
    before, after = ask_tower(varied), ask_tower(turned)
    assert after.type_log_likelihoods[::-1] == pytest.approx(before.type_log_likelihoods, abs=1e-4)
    assert after.bulge_log_odds == pytest.approx(before.bulge_log_odds[order], abs=1e-4)


def test_what_stands_before_a_face_is_told(camera_at):
    # Seen from the South, the cube in front hides the one behind it, all but its top.
    frame = np.full((960, 1280, 3), 120, np.uint8)
    sites = [FaceSite((0, 1, 0), Face.U), FaceSite((0, 0, 0), Face.U)]
    picture = tower_picture(
        frame, sites, np.ones(2), [(0, 0, 0), (0, 1, 0), (0, 0, 1)], camera_at((-0.5, -8, 4)), np.ones(3)
    )
    behind, below = picture.is_open.reshape(2, -1).mean(axis=1)
    assert 0.2 < behind < 0.9
    assert below < 0.5


def test_the_rim_is_measured_where_nothing_hides_it(picture):
    half = picture.is_open.copy()
    half[:, :, : half.shape[2] // 2] = False
    axes = picture.axes.copy()
    axes[:, :, : COLOUR_PX // 2] += 1.0
    assert replace(picture, axes=axes, is_open=half).rims == pytest.approx(picture.rims, abs=1e-5)


@given(st.integers(0, 10_000))
def test_quantiles_of_chosen_values_are_those_that_numpy_finds_among_them(seed):
    generator = np.random.default_rng(seed)
    values = generator.normal(size=(5, 9, 2)).astype(np.float32)
    chosen = generator.random((5, 9)) < 0.6
    chosen[0] = False
    found = quantiles_where(values, chosen, [0.05, 0.5, 0.9])
    assert np.isnan(found[0]).all()
    for row in np.flatnonzero(chosen.any(axis=1)):
        assert found[row] == pytest.approx(np.quantile(values[row, chosen[row]], [0.05, 0.5, 0.9], axis=0), abs=1e-6)


def test_without_paper_the_lights_colour_does_not_matter(picture):
    generator = np.random.default_rng(2)
    axes = picture.axes + generator.normal(0, 0.3, picture.axes.shape).astype(np.float32)
    under_another = replace(picture, axes=axes + np.array([0.4, -0.2, 0.3], np.float32))
    one, other = without_paper(replace(picture, axes=axes)), without_paper(under_another)
    assert other.axes == pytest.approx(one.axes, abs=1e-5)
    assert np.isnan(one.paper).all()


def test_a_mirror_of_a_mirror_is_the_tower_itself(picture):
    twice = mirrored(mirrored(picture))
    assert (twice.axes == picture.axes).all()
    assert (twice.is_open == picture.is_open).all()
    assert (twice.sides == picture.sides).all()


def test_without_comparison_a_cube_does_not_see_another(picture):
    brighter = picture.axes.copy()
    brighter[2] += 1.0
    alone = ALL_CUES - {Cue.OTHERS}
    one, other = (ask_tower(each, cues=alone) for each in (picture, replace(picture, axes=brighter)))
    assert other.type_log_likelihoods[0] == pytest.approx(one.type_log_likelihoods[0], abs=1e-5)
    assert other.type_log_likelihoods[1] != pytest.approx(one.type_log_likelihoods[1], abs=1e-5)
