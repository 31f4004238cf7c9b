"""Where the cubes of a filmed game lie before they are placed."""

from itertools import combinations

import numpy as np
import pytest

from rules.games.babel import Placement, in_footprint
from samples.film import Set, random_set
from samples.story import Happening, Plot, random_story
from samples.timeline import Moment, Span, timeline
from vision.faces import cell_centre


def film(seed: int, plot: Plot) -> tuple[Set, tuple[Moment, ...], tuple[Span, ...]]:
    story = random_story(np.random.default_rng(seed), plot)
    moments, spans = timeline(story)
    return random_set(seed, story, moments, "daylight", has_reserve=True), moments, spans


@pytest.mark.parametrize("seed", [1, 2])
def test_a_cube_of_the_reserve_is_in_one_place_at_a_time(seed: int) -> None:
    shot, moments, _ = film(seed, Plot(placements=6, undos=1, turns=1))
    assert shot.reserve
    for moment in moments:
        lying = shot.lying(moment.pile, moment.carried)
        elsewhere = {*moment.pile, moment.carried}
        for spare in shot.reserve:
            assert len(elsewhere & {*spare.placements}) == (0 if spare in lying else 1)


def test_a_cube_that_is_turned_in_its_place_is_one_cube_of_the_reserve() -> None:
    shot, _, spans = film(3, Plot(placements=6, turns=2))
    turned = [span.happening for span in spans if span.happening.kind == "turned"]
    of_two = {spare.placements for spare in shot.reserve if len(spare.placements) == 2}
    assert of_two <= {(happening.removed, happening.added) for happening in turned}
    assert of_two


def test_cubes_of_the_reserve_keep_clear_of_each_other_and_of_the_tower() -> None:
    shot, _, _ = film(4, Plot(placements=9))
    middles = [spare.lying.centre_xyz[:2] for spare in shot.reserve]
    assert min(np.linalg.norm(middle) for middle in middles) > 1.7
    assert min(np.linalg.norm(first - second) for first, second in combinations(middles, 2)) > np.sqrt(2)


@pytest.mark.parametrize("seed", range(5, 9))
def test_where_a_cube_is_put_down_beside_the_tower_none_lies(seed: int) -> None:
    shot, _, _ = film(seed, Plot(placements=9, fouls=4))
    beside = [cell_centre(one.cell)[:2] for one in shot.placements if not in_footprint(one.cell)]
    distances = [np.linalg.norm(spare.lying.centre_xyz[:2] - middle) for spare in shot.reserve for middle in beside]
    assert min(distances, default=2.0) > np.sqrt(2)


def test_what_lies_is_among_the_spares_that_the_truth_is_told_by() -> None:
    shot, moments, _ = film(5, Plot(placements=4))
    at_first, in_the_end = (shot.scene(moment.pile, 0) for moment in (moments[0], moments[-1]))
    assert len(at_first.spares) == len(shot.whole.spares) + len(shot.reserve)
    assert in_the_end.spares == shot.whole.spares
    assert isinstance(shot.reserve[0].placements[0], Placement)


def test_a_film_without_a_reserve_has_what_is_not_placed_out_of_sight() -> None:
    story: tuple[Happening, ...] = random_story(np.random.default_rng(6), Plot(placements=3))
    moments, _ = timeline(story)
    shot = random_set(6, story, moments, "daylight")
    scene = shot.scene_to_render((), 0, shot.lying(()))
    assert all(cube.centre_xyz[2] < -1000 for cube in scene.standing)
