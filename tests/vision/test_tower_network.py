"""The tower network gets each face's colours and shape and who belongs together, and answers for cubes and faces."""

from dataclasses import replace

import numpy as np
import pytest

from rules.games.babel import Face
from vision.cues import ALL_CUES, Cue
from vision.faces import FACE_PLACES
from vision.tower_network import (
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
from vision.tower_picture import COLOUR_PX

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


def test_a_face_is_told_of_the_paper_before_it_and_round_the_tower(picture):
    # East, North and West of the tower; in the South none is in view.
    paper = np.array([-0.1, -0.2, -0.3, np.nan], np.float32)
    sides = np.array([FACE_PLACES[face] for face in (Face.S, Face.W, Face.U)])
    features = network_input(replace(picture, paper=paper, sides=sides))["features"]
    assert features.shape == (3, FEATURES)
    # Before the face, to its left as it looks out, behind the tower, to its right; then which of these are in view.
    told = features[:, FEATURES - PAINT_FEATURES - 8 : FEATURES - PAINT_FEATURES]
    assert told[0] == pytest.approx([0, -0.1, -0.2, -0.3, 0, 1, 1, 1])
    assert told[1] == pytest.approx([-0.3, 0, -0.1, -0.2, 1, 0, 1, 1])
    assert told[2] == pytest.approx([-0.2] * 4 + [0.75] * 4)


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
    for grey_level, told in ((120, [9.0, -9.0, 2.0]), (20, [3.6, -3.6, 2.0]), (0, [0.0, 0.0, 0.0])):
        assert unsure_in_the_dark(said, np.full(3, grey_level)).tolist() == told
    assert not ask_tower(replace(picture, patches=np.zeros_like(picture.patches))).bulge_log_odds.any()


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


def test_without_comparison_a_cube_does_not_see_another(picture):
    brighter = picture.axes.copy()
    brighter[2] += 1.0
    alone = ALL_CUES - {Cue.OTHERS}
    one, other = (ask_tower(each, cues=alone) for each in (picture, replace(picture, axes=brighter)))
    assert other.type_log_likelihoods[0] == pytest.approx(one.type_log_likelihoods[0], abs=1e-5)
    assert other.type_log_likelihoods[1] != pytest.approx(one.type_log_likelihoods[1], abs=1e-5)
