"""One clear view shows that two bulges are adjacent; that they are opposite takes several."""

import math
from dataclasses import replace

import pytest

from rules.games.babel import Face, Options, bulge_sets
from vision.games.babel.evidence import CubeEvidence
from vision.games.babel.telling.set_arrangements import ArrangementOdds, arrangement_odds

EVERY = Options(type2="both", type3="both")


def view(number, shown, sure=0.99):
    """A cube of a known type, of which the faces E, S and U are in view, with bulges on those `shown`."""
    whole = []
    for bulges in bulge_sets(number, EVERY):
        agrees = sum((face in bulges) == (face in shown) for face in (Face.E, Face.S, Face.U))
        whole.append((number, bulges, agrees * math.log(sure) + (3 - agrees) * math.log(1 - sure)))
    types = tuple(0.99 if kind == number else 0.0025 for kind in range(5))
    return CubeEvidence(
        cell=(0, 0, 0),
        presence=1.0,
        type_probabilities=types,
        type_log_likelihoods=tuple(map(math.log, types)),
        faces=(),
        whole=tuple(whole),
    )


@pytest.mark.parametrize(
    ("number", "shown", "choice"), [(2, {Face.E, Face.U}, "adjacent"), (3, {Face.E, Face.S, Face.U}, "corner")]
)
def test_one_view_that_only_one_arrangement_can_give_settles_it(number, shown, choice):
    views = [view(number, shown, 0.9999)]
    odds = arrangement_odds(views)[number - 2]
    assert odds.decided() == choice
    assert odds.views == 1


def test_opposite_bulges_show_one_in_each_view_and_take_several():
    assert arrangement_odds([view(2, {Face.E})])[0].decided() is None
    assert arrangement_odds([view(2, {face}) for face in (Face.E, Face.S, Face.U)] * 3)[0].decided() == "opposite"


def test_cubes_of_other_types_say_nothing():
    odds = arrangement_odds([view(1, {Face.E}), view(4, {Face.E, Face.S})])
    assert [(one.views, one.log_odds, one.decided()) for one in odds] == [(0, 0.0, None)] * 2


@pytest.mark.parametrize(("odds", "choice"), [(1 / 110, "opposite"), (1 / 90, None), (90, None), (110, "adjacent")])
def test_a_choice_is_settled_at_a_hundred_to_one(odds, choice):
    assert ArrangementOdds(2, ("adjacent", "opposite"), math.log(odds), 1).decided() == choice


@pytest.mark.parametrize(("likely", "views"), [(0.89, 0), (0.9, 1)])
def test_a_cube_whose_type_is_not_sure_says_nothing(likely, views):
    types = tuple(likely if kind == 2 else (1 - likely) / 4 for kind in range(5))
    odds, _ = arrangement_odds([replace(view(2, {Face.E, Face.U}), type_probabilities=types)])
    assert (odds.views, odds.log_odds != 0) == (views, bool(views))
