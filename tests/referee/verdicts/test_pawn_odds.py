"""What has most likely happened, as photos of pawns on a building weigh it."""

from collections.abc import Callable
from typing import Any

import pytest

from referee.verdicts.pawn_odds import Weighed, weigh
from rules.games.baubylon import Square, parse_position

TABLE = "00000000"
FAIR = "/".join([TABLE, TABLE, "00223200", "00344100", "00232200", "00222200", TABLE, TABLE])
BEFORE = parse_position(f"{FAIR} c3:r,d4:2 656 0:000 - 1")


def stack_in(weighed: Weighed, square: Square) -> tuple[int, ...]:
    return weighed.stacks[BEFORE.ground.building.index(square)]


def test_what_is_seen_clearly_is_sure(pawn_reading: Callable[..., Any]) -> None:
    weighed = weigh(pawn_reading("c3:r d4:2 f4:1"), BEFORE)
    assert weighed.probability > 0.99
    assert stack_in(weighed, (5, 3)) == (1,)
    assert weighed.displaced_probability < 0.01


def test_nothing_is_likeliest_where_nothing_is_new(pawn_reading: Callable[..., Any]) -> None:
    weighed = weigh(pawn_reading("c3:r d4:2"), BEFORE)
    assert (weighed.stacks, weighed.probability > 0.99) == (BEFORE.stacks, True)


def test_a_square_in_doubt_follows_from_the_others(pawn_reading: Callable[..., Any]) -> None:
    """The pawn gone from d4 stands on e4, where nothing is seen, as on no other square that a 3 brings it to."""
    before = parse_position(f"{FAIR} c3:r,d4:2 656 0:000 3 2")
    weighed = weigh(pawn_reading("c3:r e4:?"), before)
    assert stack_in(weighed, (4, 3)) == (2,)
    assert weighed.probability > 0.9


def test_two_turns_are_among_what_may_have_happened(pawn_reading: Callable[..., Any]) -> None:
    weighed = weigh(pawn_reading("c3:r e4:2 f4:1"), BEFORE)
    assert (stack_in(weighed, (4, 3)), stack_in(weighed, (5, 3))) == ((2,), (1,))
    assert weighed.probability > 0.9


def test_who_could_not_move_has_passed_unseen(pawn_reading: Callable[..., Any]) -> None:
    """Player 2 has entered; player 1 may have rolled what lets nobody enter."""
    weighed = weigh(pawn_reading("c3:r d4:2 f4:2"), BEFORE)
    assert stack_in(weighed, (5, 3)) == (2,)
    assert weighed.probability > 0.9


def test_a_pawn_put_where_no_turn_brings_it_is_the_likeliest_then(pawn_reading: Callable[..., Any]) -> None:
    before = parse_position(f"{FAIR} c3:r,d4:2 656 0:000 1 1")
    weighed = weigh(pawn_reading("c3:r d4:2 d5:1", sure=0.999999), before)
    assert weighed.any_displaced > 0.99
    assert weighed.displaced_probability > 0.95
    assert weighed.displaced[BEFORE.ground.building.index((3, 4))] == (1,)
    assert weighed.probability < 0.01


def test_where_a_pawn_was_put_may_be_open_though_it_is_sure_that_one_was(pawn_reading: Callable[..., Any]) -> None:
    """With a 1 nothing moves; the pawn of d4 is gone, and two squares are out of view."""
    before = parse_position(f"{FAIR} c3:r,d4:2 656 0:000 1 1")
    weighed = weigh(pawn_reading("c3:r c5:? e3:?", sure=0.999999), before)
    assert weighed.any_displaced > 0.95
    assert weighed.displaced_probability < 0.7


def test_where_much_has_changed_nothing_is_told(pawn_reading: Callable[..., Any]) -> None:
    weighed = weigh(pawn_reading("c4:1 d5:2 e6:3 f3:r d3:1 e4:23", sure=0.999999), BEFORE)
    assert max(weighed.probability, weighed.displaced_probability) < 0.1


def test_one_colour_that_looks_like_another_tells_of_no_turn(pawn_reading: Callable[..., Any]) -> None:
    """A pawn of player 2 looks red: neither is it one, nor was it thrown out."""
    reading = pawn_reading("c3:r d4:2")
    reading.colours[3, 3, 0] = [0.97, 0.01, 0.01, 0.01]
    weighed = weigh(reading, BEFORE)
    assert weighed.stacks == BEFORE.stacks
    assert weighed.probability > 0.5


def test_pawns_above_those_that_are_counted_are_as_before(pawn_reading: Callable[..., Any]) -> None:
    before = parse_position(f"{FAIR} c3:rrrrrr 666 0:000 - 1")
    weighed = weigh(pawn_reading("c3:rrrrr"), before)
    assert (weighed.stacks, weighed.probability > 0.9) == (before.stacks, True)


@pytest.mark.parametrize("placed", ["c3:r", "c3:r d3:r", "c3:r d3:r e4:r c4:r f3:r f4:r"])
def test_red_pawns_are_put_down_before_the_game(pawn_reading: Callable[..., Any], placed: str) -> None:
    before = parse_position(f"{FAIR} - 666 6:000 - 1")
    weighed = weigh(pawn_reading(placed, sure=0.999999), before)
    assert weighed.probability > 0.9
    assert sum(map(len, weighed.stacks)) == len(placed.split())


def test_after_the_end_nothing_more_is_expected(pawn_reading: Callable[..., Any]) -> None:
    before = parse_position(f"{FAIR} d5:1 566 0:000 - 1")
    assert before.is_over
    weighed = weigh(pawn_reading("d5:1"), before)
    assert (weighed.stacks, weighed.probability > 0.9) == (before.stacks, True)
