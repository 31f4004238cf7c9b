"""The tower network gets each face's colours and shape and who belongs together, and answers for cubes and faces."""

from dataclasses import replace

import numpy as np
import pytest

from rules.games.babel import Face
from vision.games.babel.cues import ALL_CUES, Cue
from vision.games.babel.telling.tower_network import (
    FEATURES,
    HEADS_FOR_ALL,
    HEADS_FOR_CUBE,
    HEADS_FOR_SIDE,
    TowerAnswers,
    ask_tower,
    mean_answers,
    network_input,
    unsure_in_the_dark,
    unsure_without_colour,
)
from vision.games.babel.telling.tower_picture import COLOUR_PX, PAPER_PATCHES, ROUND_THE_TOWER

#: The last features are what a profile knows: three axes and how sure they are, for each of five types.
PAINT_FEATURES = 20


def test_faces_know_their_side_and_their_cube(picture):
    attention = network_input(picture)["attention"]
    assert len(attention) == HEADS_FOR_ALL + HEADS_FOR_SIDE + HEADS_FOR_CUBE
    assert not attention[0].any()
    side, cube = attention[HEADS_FOR_ALL] == 0, attention[-1] == 0
    assert side.tolist() == [[True, False, True], [False, True, False], [True, False, True]]
    assert cube.tolist() == [[True, True, False], [True, True, False], [False, False, True]]


def test_a_cube_is_the_mean_of_its_faces(picture):
    assert network_input(picture)["pooling"].tolist() == [[0.5, 0.5, 0.0], [0.0, 0.0, 1.0]]


def test_a_face_is_told_of_the_paper_round_the_tower_from_where_it_looks_to(picture):
    # Each piece of paper has its number for lightness; the last four, before the South side, are not in view.
    paper = np.full((PAPER_PATCHES, 3), np.nan, np.float32)
    paper[:12] = np.arange(12)[:, None] * [-0.1, 0.01, 0.0]
    facing = np.array([ROUND_THE_TOWER.index(face) for face in (Face.E, Face.S, Face.N)])
    features = network_input(replace(picture, paper=paper, facing=facing))["features"]
    assert features.shape == (3, FEATURES)
    told = features[:, -PAINT_FEATURES - 4 * PAPER_PATCHES : -PAINT_FEATURES].reshape(3, PAPER_PATCHES, 4)
    is_seen = told[..., 3]
    assert is_seen[0].tolist() == [1] * 12 + [0] * 4
    assert is_seen[1].tolist() == [0] * 4 + [1] * 12
    assert is_seen[2].tolist() == [1] * 8 + [0] * 4 + [1] * 4
    assert told[0, :12, 0] == pytest.approx(-0.1 * np.arange(12))
    assert told[2, :8, 1] == pytest.approx(0.01 * np.arange(4, 12))
    assert not told[1, :4].any()


def test_types_are_answered_for_cubes_and_marks_for_faces(picture):
    answers = ask_tower(picture)
    assert answers.type_log_likelihoods.shape == (2, 5)
    assert np.exp(answers.type_log_likelihoods).sum(axis=1) == pytest.approx(1.0)
    assert answers.bulge_log_odds.shape == (3,)


def test_of_answers_that_differ_the_mean_is_told():
    surely_grey, rather_blue = np.log([[0.96, 0.01, 0.01, 0.01, 0.01]]), np.log([[0.1, 0.1, 0.1, 0.1, 0.6]])
    mean = mean_answers(TowerAnswers(surely_grey, np.array([3.0])), TowerAnswers(rather_blue, np.array([-1.0])))
    types = np.exp(mean.type_log_likelihoods[0])
    assert types.sum() == pytest.approx(1.0)
    assert types[0] / types[4] == pytest.approx(np.sqrt(96 * 0.1 / 0.6))
    assert mean.bulge_log_odds.tolist() == [1.0]


def test_no_type_is_sure_without_colour(picture):
    answers = unsure_without_colour(ask_tower(picture))
    types = np.exp(answers.type_log_likelihoods)
    assert types.sum(axis=1) == pytest.approx(1.0)
    assert types.max() <= np.exp(1.5) / (np.exp(1.5) + 4) + 1e-6
    assert (types.argmax(axis=1) == ask_tower(picture).type_log_likelihoods.argmax(axis=1)).all()


def test_no_mark_in_the_dark_is_sure(picture):
    said = np.array([9.0, -9.0, 2.0])
    for grey_level, told in (
        (120, [9.0, -9.0, 2.0]),
        (20, [3.6, -3.6, 2.0]),
        (2, [0.0, 0.0, 0.0]),
        (0, [0.0, 0.0, 0.0]),
    ):
        assert unsure_in_the_dark(said, np.full(3, grey_level)).tolist() == told
    assert not ask_tower(replace(picture, patches=np.zeros_like(picture.patches))).bulge_log_odds.any()


def test_the_order_of_the_faces_does_not_matter(picture):
    generator = np.random.default_rng(5)
    noise = generator.normal(0, 0.3, (3, COLOUR_PX, COLOUR_PX, 3)).astype(np.float32)
    varied = replace(picture, axes=picture.axes + noise)
    order = [2, 0, 1]
    by_face = ("axes", "patches", "is_open", "views", "shares", "sides", "levels", "facing")
    turned = replace(varied, **{name: getattr(varied, name)[order] for name in by_face}, cubes=np.array([0, 1, 1]))
    before, after = ask_tower(varied), ask_tower(turned)
    assert after.type_log_likelihoods[::-1] == pytest.approx(before.type_log_likelihoods, abs=1e-4)
    assert after.bulge_log_odds == pytest.approx(before.bulge_log_odds[order], abs=1e-4)


def test_without_comparison_a_cube_does_not_see_another(picture):
    brighter = picture.axes.copy()
    brighter[2] += 1.0
    alone = ALL_CUES - {Cue.OTHERS}
    one, other = (ask_tower(each, cues=alone) for each in (picture, replace(picture, axes=brighter)))
    assert other.type_log_likelihoods[0] == pytest.approx(one.type_log_likelihoods[0], abs=1e-5)
    assert other.type_log_likelihoods[1] != pytest.approx(one.type_log_likelihoods[1], abs=1e-5)
