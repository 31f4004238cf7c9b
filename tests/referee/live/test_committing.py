"""What is committed of a difference between the tower as known and as seen: a few changes are told, many are none."""

from dataclasses import replace

import pytest

from referee.live.committing import begin, commit, forget, is_first_cube
from referee.live.game_events import EventKind
from referee.live.placing import place_all
from referee.live.state import GameState
from rules.games.babel import parse_tower
from vision.games.babel.following import Difference
from vision.games.babel.memory import CubeMemory

GROUND = "1E,0,1S,2WS"
CELLS = tuple(parse_tower(GROUND))


@pytest.fixture
def cubes_of(read_like):
    """What is seen of the cubes of a tower, by their cells."""
    return lambda notation: {cube.cell: cube for cube in read_like(notation).cubes}


@pytest.fixture
def game(cubes_of):
    """Four cubes on the ground, placed one after the other."""
    game = GameState(has_begun=True)
    for number, (cell, cube) in enumerate(cubes_of(GROUND).items()):
        game = place_all(game, {cell: CubeMemory().seen(cube)}, float(number)).game
    return game


def difference(added=(), hidden=(), removed=(), altered=(), **rest):
    return Difference(tuple(added), tuple(hidden), tuple(removed), tuple(altered), False, True, **rest)


def kinds(outcome):
    return [event.kind for event in outcome.events]


@pytest.mark.parametrize("seen", [4, 2])
def test_four_new_cubes_in_view_or_below_those_are_too_many_to_tell_in_which_order_they_came(cubes_of, seen):
    cubes = list(cubes_of(GROUND).values())
    new = difference(cubes[:seen], [cube.cell for cube in cubes[seen:]])
    outcome = commit(GameState(has_begun=True), new, 1.0)
    assert (kinds(outcome), outcome.is_lost) == ([EventKind.OUT_OF_STEP], True)


@pytest.mark.parametrize(("gone", "is_lost"), [(2, False), (3, True)])
def test_three_cubes_that_are_gone_at_once_are_a_tower_that_fell(game, gone, is_lost):
    outcome = commit(game, difference(removed=CELLS[-gone:]), 9.0)
    assert (outcome.is_lost, EventKind.TOPPLED in kinds(outcome)) == (is_lost, is_lost)


@pytest.mark.parametrize(("others", "is_lost"), [(2, False), (3, True)])
def test_three_cubes_that_look_otherwise_at_once_are_a_tower_that_is_read_anew(game, cubes_of, others, is_lost):
    turned = list(cubes_of("1U,0,1U,2US").values())
    outcome = commit(game, difference(altered=turned[-others:]), 9.0)
    assert (outcome.is_lost, EventKind.OUT_OF_STEP in kinds(outcome)) == (is_lost, is_lost)


def test_the_next_game_begins_once_all_of_a_finished_one_is_gone_and_nothing_stands_there(game, cubes_of):
    over = GameState(cubes=game.cubes, plies=game.plies, has_begun=True, is_over=True)
    assert kinds(commit(over, difference(removed=CELLS), 9.0)) == [EventKind.START]
    (other,) = cubes_of("0,-,-,-").values()
    both = commit(over, difference([other], removed=CELLS), 9.0)
    assert (kinds(both), both.is_lost) == ([EventKind.TAKEN_DOWN], True)
    # Of a game that goes on it is a tower that fell.
    assert kinds(commit(game, difference(removed=CELLS), 9.0)) == [EventKind.TOPPLED]


def test_after_the_end_the_last_cube_may_be_taken_back_and_no_other(game):
    over = GameState(cubes=game.cubes, plies=game.plies, has_begun=True, is_over=True)
    last, earlier = game.plies[-1].cell, game.plies[0].cell
    assert EventKind.UNDO in kinds(commit(over, difference(removed=[last]), 9.0))
    assert kinds(commit(over, difference(removed=[earlier]), 9.0)) == [EventKind.TAKEN_DOWN]
    assert kinds(commit(over, difference(removed=[last, earlier]), 9.0)) == [EventKind.TAKEN_DOWN]


def test_whose_a_cube_is_nobody_knows_where_the_last_one_may_have_been_exchanged_before(game, cubes_of):
    """Whoever took it back may have placed the new one, and the next player the one in its place."""
    (new,) = cubes_of("-,-,-,-/1D,-,-,-").values()
    sure = commit(game, difference([new]), 9.0).game.plies[-1]
    open_ones = commit(game, difference([new], doubtful=[game.plies[-1].cell]), 9.0).game.plies
    assert sure.is_order_known
    assert [ply.is_order_known for ply in open_ones] == [True, True, True, False, False]
    # What is not known stays so.
    plies = (replace(game.plies[0], is_order_known=False), *game.plies[1:])
    after = commit(replace(game, plies=plies), difference([new]), 9.0).game.plies
    assert [ply.is_order_known for ply in after] == [False, True, True, True, True]
    # Nobody exchanged an earlier one while that stood.
    earlier = commit(game, difference([new], doubtful=[game.plies[0].cell]), 9.0).game.plies
    assert all(ply.is_order_known for ply in earlier)


def test_whose_a_cube_is_nobody_knows_where_a_person_told_of_the_last_one_and_nobody_saw_it(game, cubes_of):
    told = place_all(GameState(has_begun=True), {(0, 0, 0): CubeMemory(told=parse_tower(GROUND)[0, 0, 0])}, 1.0).game
    (_, new) = cubes_of("1E,0,-,-").values()
    assert [ply.is_order_known for ply in commit(told, difference([new]), 9.0).game.plies] == [False, False]


def test_places_out_of_view_may_have_been_filled_before_a_new_cube(cubes_of):
    upper = cubes_of("-,-,-,-/1D,-,-,-")[0, 0, 1]
    ground = {cell: CubeMemory().seen(cube) for cell, cube in cubes_of("1E,0,-,-").items()}
    game = GameState(cubes=ground, start_hands=None, start_number=2, has_begun=True)
    assert commit(game, difference([upper], unseen=[(1, 1, 0)]), 1.0).game.plies[-1].unseen == ((1, 1, 0),)


def test_a_cube_of_which_nothing_is_known_any_more_empties_no_hand(game):
    cell = game.plies[1].cell
    forgotten = forget(game, [cell])
    assert [ply.confidence > 0 for ply in forgotten.plies] == [True, False, True, True]
    assert forgotten.cubes[cell] == CubeMemory()


def test_a_first_cube_stands_alone_where_no_other_can_be_out_of_view(read_like):
    assert is_first_cube(read_like("1U,-,-,-"))
    assert not is_first_cube(read_like("1U,0,-,-"))
    assert not is_first_cube(replace(read_like("1U,-,-,-"), hidden=((1, 1, 0),)))


@pytest.mark.parametrize(
    ("notation", "kind", "message"),
    [
        ("1E,0,-,-", EventKind.JOINED, "Joined a game in progress: 2 cubes; player 1 is to move."),
        ("1E,0,1S,-", EventKind.RESYNC, "In step again: 3 cubes; player 2 is to move."),
    ],
)
def test_a_game_that_is_joined_goes_on_with_whoever_is_to_move_by_the_count_of_cubes(
    read_like, notation, kind, message
):
    joined = begin(read_like(notation), GameState(), 1.0, kind)
    assert [(event.kind, event.message) for event in joined.events] == [(kind, message)]
    assert joined.game.start_hands is None


def test_of_a_game_that_is_joined_all_is_told_that_is_illegal_about_its_tower(read_like):
    told = begin(read_like("1S,1E,-,-"), GameState(), 1.0).events[1:]
    assert {(event.kind, event.rule, event.cell) for event in told} == {
        (EventKind.FAULT, 5, (0, 0, 0)),
        (EventKind.FAULT, 5, (1, 0, 0)),
    }


def test_a_place_below_a_new_cube_is_filled_with_it(cubes_of):
    game = begin(None, GameState(), 0.0).game
    upper = cubes_of("-,-,-,0/-,-,-,1D")[1, 1, 1]
    after = commit(game, difference([upper], [(1, 1, 0)]), 1.0).game
    assert [ply.cell for ply in after.plies] == [(1, 1, 0), (1, 1, 1)]
    assert after.cubes[1, 1, 0] == CubeMemory()


def test_places_out_of_view_are_taken_to_be_filled_below_the_highest_cube_alone(read_like):
    reading = replace(read_like("1E,0,1S,-/4ENUD,-,-,-"), hidden=((1, 1, 0), (1, 1, 1)))
    cubes = begin(reading, GameState(), 1.0).game.cubes
    assert (len(cubes), cubes[1, 1, 0], (1, 1, 1) in cubes) == (5, CubeMemory(), False)
