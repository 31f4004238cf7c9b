"""The tower network gets each face's colours and shape and who belongs together, and answers for cubes and faces."""

from dataclasses import replace

import numpy as np
import pytest

from vision.cues import ALL_CUES, Cue
from vision.tower_network import (
    HEADS_FOR_ALL,
    HEADS_FOR_CUBE,
    HEADS_FOR_SIDE,
    ask_tower,
    network_input,
    unsure_in_the_dark,
)
from vision.tower_picture import COLOUR_PX


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
