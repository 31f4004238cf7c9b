"""Faces that something stands before are told by two signs, and what is said of them is said with doubt."""

from dataclasses import replace

import numpy as np
import pytest

from rules.games.babel import Face
from vision.faces import FaceSite
from vision.games.babel.telling.covering import (
    COVERED,
    MAY_BE_COVERED,
    RimSectors,
    covered_log_odds,
    has_spot,
    is_crossed_by_light,
    may_mislead,
    rim_sectors,
    rim_spread,
    tempered,
)
from vision.games.babel.telling.tower_network import TowerAnswers
from vision.games.babel.telling.tower_picture import COLOUR_PX, tower_picture

SITES = [FaceSite((0, 0, 0), Face.S), FaceSite((1, 0, 0), Face.S)]


@pytest.fixture
def picture(camera_at):
    """Two faces of one paint."""
    frame = np.full((960, 1280, 3), (60, 120, 200), np.uint8)
    return tower_picture(frame, SITES, np.ones(2), [(0, 0, 0), (1, 0, 0)], camera_at((-6, -7, 4)), np.ones(3))


@pytest.fixture
def half_covered(picture):
    """The same, the right half of the first face of another tint."""
    axes = picture.axes.copy()
    axes[0, :, COLOUR_PX // 2 :, 1] += 0.7
    return replace(picture, axes=axes)


def test_a_rim_of_one_paint_has_one_tint(picture):
    assert rim_spread(rim_sectors(picture)) == pytest.approx([0, 0], abs=0.02)


def test_a_rim_that_is_covered_on_one_side_has_two(half_covered):
    assert rim_spread(rim_sectors(half_covered))[0] >= 0.35
    assert rim_spread(rim_sectors(half_covered))[1] < 0.02


def test_a_shadow_across_a_face_is_no_cover(picture):
    axes = picture.axes.copy()
    axes[0, :, COLOUR_PX // 2 :, 0] -= 1.5
    assert rim_spread(rim_sectors(replace(picture, axes=axes)))[0] < 0.02


def shaded(picture, lightness):
    axes = picture.axes.copy()
    axes[0, ..., 0] += lightness
    return replace(picture, axes=axes)


# A third and a seventh of the light.
@pytest.mark.parametrize("depth", [np.log(3), np.log(7)])
def test_a_shadow_that_ends_on_a_face_crosses_it(picture, depth):
    across = np.where(np.arange(COLOUR_PX) < 0.6 * COLOUR_PX, -depth, 0.0)
    for lightness in (across, across[::-1], across[:, None], -across):
        assert is_crossed_by_light(rim_sectors(shaded(picture, lightness))).tolist() == [True, False]


def test_light_that_fades_or_differs_little_crosses_no_face(picture):
    fading = np.linspace(-1.5, 0.0, COLOUR_PX)
    slight = np.where(np.arange(COLOUR_PX) < 0.5 * COLOUR_PX, -0.6, 0.0)
    for lightness in (0.0, -1.5, fading, slight):
        assert not is_crossed_by_light(rim_sectors(shaded(picture, lightness))).any()


def crossed(lightness):
    """Whether a rim with sectors of this lightness is crossed."""
    colours = np.zeros((1, len(lightness), 3), np.float32)
    colours[0, :, 0] = lightness
    return bool(is_crossed_by_light(RimSectors(colours, np.ones((1, len(lightness)), np.bool_)))[0])


@pytest.mark.parametrize(("depth", "is_crossed"), [(1.2, True), (0.7, False)])
def test_an_edge_may_run_through_a_sector_at_either_end_of_an_arc(depth, is_crossed):
    assert crossed([0, 0, 0, 0, -0.45 * depth, -depth, -depth, -0.55 * depth, 0, 0, 0, 0]) is is_crossed


def test_uneven_shades_round_a_bulge_are_no_edge_with_something_between():
    assert not crossed([-2.2, -2.6, -3.1, -3.9, -3.7, -4.5, -4.2, -3.2, -2.4, -2.1, -2.0, -2.0])


def test_a_face_of_which_little_is_in_view_is_not_said_to_be_crossed(picture):
    half = shaded(picture, np.where(np.arange(COLOUR_PX) < 0.5 * COLOUR_PX, -1.5, 0.0))
    is_open = np.zeros_like(half.is_open)
    is_open[:, 6:10, -6:] = True
    assert not is_crossed_by_light(rim_sectors(replace(half, is_open=is_open))).any()


FACE_TO_FACE, FLAT = np.array([1.0, 1.0]), np.array([0.05, 0.05])


def test_both_signs_count(picture, half_covered):
    clear = covered_log_odds(np.array([6.0, 6.0]), rim_sectors(picture), FACE_TO_FACE)
    assert (clear < MAY_BE_COVERED).all()
    two_tints = covered_log_odds(np.array([2.0, 6.0]), rim_sectors(half_covered), FACE_TO_FACE)
    assert two_tints[0] > MAY_BE_COVERED
    assert two_tints[0] > covered_log_odds(np.array([6.0, 6.0]), rim_sectors(half_covered), FACE_TO_FACE)[0]
    assert covered_log_odds(np.array([-6.0, 6.0]), rim_sectors(half_covered), FACE_TO_FACE)[0] > COVERED


def test_they_say_less_of_a_face_that_is_seen_flat(half_covered):
    presence, rims = np.array([0.0, 6.0]), rim_sectors(half_covered)
    assert (covered_log_odds(presence, rims, FLAT) < covered_log_odds(presence, rims, FACE_TO_FACE) - 2.0).all()


@pytest.mark.parametrize("axes", [(-3.0, 0.0, 0.0), (0.0, 1.0, -1.0)])
def test_two_tints_say_less_of_a_dark_face_and_of_a_strong_colour(half_covered, axes):
    presence, shifted = np.array([2.0, 6.0]), replace(half_covered, axes=half_covered.axes + np.float32(axes))
    usual, other = (
        covered_log_odds(presence, rim_sectors(picture), FACE_TO_FACE) for picture in (half_covered, shifted)
    )
    assert (other < usual - 0.5).all()


def test_what_lies_behind_a_bulge_says_nothing(half_covered):
    is_behind = np.zeros(half_covered.axes.shape[:3], bool)
    is_behind[0, :, COLOUR_PX // 2 :] = True
    assert rim_spread(rim_sectors(half_covered, is_behind)) == pytest.approx([0, 0], abs=0.02)


def test_answers_on_covered_faces_are_less_sure_but_the_same():
    types = np.log(np.array([[0.996, 0.001, 0.001, 0.001, 0.001], [0.96, 0.01, 0.01, 0.01, 0.01]]))
    answers = TowerAnswers(types, np.array([-9.0, 9.0, 9.0]))
    is_covered = np.array([True, True, False])
    doubtful = tempered(answers, is_covered, is_covered, np.array([0, 0, 1]))
    assert doubtful.bulge_log_odds.tolist() == [-2.0, 2.0, 9.0]
    assert doubtful.type_log_likelihoods[0].argmax() == 0
    assert 0.6 < np.exp(doubtful.type_log_likelihoods[0, 0]) < 0.9
    np.testing.assert_allclose(doubtful.type_log_likelihoods[1], types[1])


def test_one_face_of_two_makes_the_type_less_sure_only_if_it_is_covered_for_certain():
    types = np.log(np.array([[0.996, 0.001, 0.001, 0.001, 0.001]]))
    answers, misleads = TowerAnswers(types, np.array([9.0, 9.0])), np.array([True, False])
    maybe, surely = (tempered(answers, misleads, covered, np.array([0, 0])) for covered in (misleads & False, misleads))
    assert maybe.bulge_log_odds.tolist() == [4.6, 9.0]
    np.testing.assert_allclose(maybe.type_log_likelihoods, types)
    assert surely.bulge_log_odds.tolist() == [2.0, 9.0]
    assert 0.6 < np.exp(surely.type_log_likelihoods[0, 0]) < 0.9


def test_a_spot_in_the_middle_of_a_face_is_told_by_its_colour(picture):
    pale = replace(picture, axes=picture.axes * np.array([1, 0.1, 0.1], np.float32))
    grey, blue = np.array([0, 0]), np.array([4, 4])
    assert has_spot(pale, grey).tolist() == [False, False]
    axes = pale.axes.copy()
    middle = slice(COLOUR_PX // 2 - 8, COLOUR_PX // 2 + 8)
    axes[0, middle, middle, 1:] = (-2.0, 1.0)
    assert has_spot(replace(pale, axes=axes), grey).tolist() == [True, False]
    assert not has_spot(replace(pale, axes=axes), blue).any()
    # A highlight on a coloured bulge is paler than its paint.
    paler = picture.axes.copy()
    paler[:, middle, middle, 1:] *= 0.1
    assert not has_spot(replace(picture, axes=paler), grey).any()


def test_what_may_be_covered_or_has_light_ending_on_it_may_mislead():
    covered, is_crossed = np.array([0.0, MAY_BE_COVERED + 0.1, 0.0]), np.array([False, False, True])
    apart = [FaceSite((0, 0, level), Face.S) for level in (0, 2, 4)]
    assert may_mislead(covered, is_crossed, np.zeros(3, np.bool_), apart).tolist() == [False, True, True]
    assert may_mislead(covered, is_crossed, np.array([True, False, False]), apart).all()


def test_beside_a_face_that_may_be_covered_less_is_enough():
    """An arm or a finger lies across several."""
    sites = [FaceSite((0, 0, 1), Face.S), FaceSite((0, 0, 2), Face.S), FaceSite((0, 0, 2), Face.E)]
    nothing = np.zeros(3, np.bool_)
    assert may_mislead(np.array([MAY_BE_COVERED + 0.1, 0.8, 0.8]), nothing, nothing, sites).tolist() == [
        True,
        True,
        False,
    ]
    assert may_mislead(np.array([0.8, 0.8, 0.8]), nothing, nothing, sites).tolist() == [False] * 3
    apart = [replace(sites[0], cell=cell) for cell in ((0, 0, 1), (0, 0, 3), (1, 0, 2))]
    assert may_mislead(np.array([MAY_BE_COVERED + 0.1, 0.8, 0.8]), nothing, nothing, apart).tolist() == [
        True,
        False,
        False,
    ]


def test_where_a_hollow_may_look_like_a_bulge_bulges_are_doubted_more():
    answers = TowerAnswers(np.log(np.full((5, 5), 0.2)), np.array([-9.0, -3.0, 1.0, 5.0, 12.0]))
    marks = tempered(answers, np.ones(5, bool), np.zeros(5, bool), np.arange(5)).bulge_log_odds
    assert marks.tolist() == pytest.approx([-4.6, -3.0, 1.0, 2.0, 4.6])
    # None of them is enough to accuse of a bulge on the outside.
    assert (1 / (1 + np.exp(-marks)) < 0.999).all()


def rim_with(departures, told=12):
    """A rim of which the first sectors have tints so far off, and so many are in view."""
    colours, is_told = np.zeros((1, 12, 3), np.float32), np.zeros((1, 12), np.bool_)
    colours[0, : len(departures), 1] = departures
    is_told[0, :told] = True
    return rim_spread(RimSectors(colours, is_told))[0]


def test_one_sector_alone_makes_no_second_tint():
    assert rim_with([0.8]) == 0
    assert rim_with([0.8, 0.6]) == pytest.approx(0.6)


def test_of_a_few_sectors_nothing_is_told():
    assert rim_with([0.8, 0.6], told=3) == 0
    assert rim_with([0.8, 0.6], told=5) > 0
