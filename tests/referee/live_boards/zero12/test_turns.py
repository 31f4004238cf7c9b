"""What boards that were seen mean for a game; pure, without pictures."""

from dataclasses import replace
from random import Random

import pytest
from fake_board import EMPTY_BOARD, laid_by

from referee.live.game_events import EventKind
from referee.live_boards.following import Sight
from referee.live_boards.zero12.game import BoardGame, filled
from referee.live_boards.zero12.saving import game_fields, game_from
from referee.live_boards.zero12.turns import begin, end_turn, give_up, pause, see
from rules.games.zero12 import (
    DEFAULT_OPTIONS,
    SQUARES,
    Mistake,
    Options,
    Position,
    Run,
    bit,
    move_notation,
    parse_position,
    start,
)

BEGUN = replace(BoardGame.of(), has_begun=True)
START, JOINED, PLACEMENT, FAULT, CORRECTED, UNDO, RESYNC, OVER = (
    EventKind.START,
    EventKind.JOINED,
    EventKind.PLACEMENT,
    EventKind.FAULT,
    EventKind.CORRECTED,
    EventKind.UNDO,
    EventKind.RESYNC,
    EventKind.GAME_OVER,
)


class Table:
    """A game that is shown one board after the other."""

    def __init__(self, game: BoardGame = BEGUN) -> None:
        self.game, self.laid, self.told, self.time = game, game.laid, [], 0.0

    def take(self, outcome) -> list[EventKind]:
        self.game = outcome.game
        self.told += outcome.events
        self.time += 1.0
        return [event.kind for event in outcome.events]

    def see(self, laid, **how) -> list[EventKind]:
        self.laid = laid
        return self.take(see(self.game, Sight(laid, self.time, **how)))

    def lay(self, *moves: str, **how) -> list[EventKind]:
        return self.see(laid_by(*moves, on=self.laid), **how)

    def rest(self) -> list[EventKind]:
        return self.take(pause(self.game, self.time))

    @property
    def moves(self) -> list[str]:
        return [move_notation(turn.move) for turn in self.game.lines[0].turns]


@pytest.fixture
def table() -> Table:
    return Table()


# On the default card a1N2, l1N2, a12S2, l12S2 and a1E3 can begin; row 1 asks for two white and four black cubes twice.


def test_the_first_sight_begins_a_game_or_joins_one() -> None:
    game = BoardGame.of()
    assert [event.kind for event in begin(game, EMPTY_BOARD, 0.0).events] == [START]
    joined = begin(game, laid_by("a1E3"), 0.0)
    assert [event.kind for event in joined.events] == [JOINED]
    assert (joined.game.player, joined.game.lines[0].is_sure) == (None, False)


def test_a_turn_is_told_after_a_pause(table) -> None:
    assert table.lay("a1") == []
    assert table.lay("a2") == []
    assert table.rest() == [PLACEMENT]
    assert (table.told[-1].move, table.told[-1].player, table.told[-1].squares) == ("a1N2", 1, ("a1", "a2"))
    assert table.rest() == []
    assert table.game.player == 2


def test_a_run_that_is_too_short_yet_is_no_fault_until_the_game_goes_on_elsewhere(table) -> None:
    assert table.lay("a1") == []
    assert table.rest() == []
    assert table.lay("l1N2") == [FAULT]
    assert (table.told[-1].rule, table.told[-1].squares) == (4, ("a1",))
    assert parse_position(table.told[-1].position).laid == laid_by("a1")
    assert table.rest() == [PLACEMENT]
    assert [turn.player for turn in table.game.lines[0].turns] == [1, 2]


def test_a_person_ends_a_turn_and_is_told_at_once_that_it_is_too_short(table) -> None:
    table.lay("a1")
    assert table.take(end_turn(table.game, 1.0)) == [FAULT]
    assert table.see(EMPTY_BOARD) == [UNDO]
    assert isinstance(table.game.lines[0].turns[-1].move, Mistake)
    assert (table.game.position.to_move, table.game.position.turns) == (1, 2)


def test_cubes_taken_up_before_a_turn_was_over_may_have_been_a_mistake(table) -> None:
    table.lay("a1")
    assert table.see(EMPTY_BOARD) == []
    assert {line.position.turns for line in table.game.lines} == {1, 2}
    # Whichever it was, the next turn is told, and a mistake of which nobody was told is not.
    table.game = replace(table.game, lines=table.game.lines[::-1])
    table.lay("a1N2")
    assert table.rest() == [PLACEMENT]
    assert (table.told[-1].ply, table.moves) == (1, ["!a1=0", "a1N2"])


def test_cubes_of_a_wrong_colour_are_told_at_once_and_whoever_takes_them_back_plays_twice(table) -> None:
    code = start().card.code((0, 0))
    assert table.lay(f"a1={(code + 1) % 3}") == [FAULT]
    assert (table.told[-1].rule, table.told[-1].squares) == (2, ("a1",))
    assert table.see(EMPTY_BOARD) == [UNDO]
    table.lay("a1N2")
    table.rest()
    assert table.game.player == 1


def test_a_look_that_is_not_sure_enough_accuses_nobody(table) -> None:
    assert table.lay("f6", may_accuse=False) == []
    assert table.game.laid == EMPTY_BOARD
    assert table.see(laid_by("f6")) == [FAULT]


def test_a_gap_is_no_fault_where_the_square_between_is_in_doubt(table) -> None:
    in_doubt = see(table.game, Sight(laid_by("a1", "c1"), 0.0, doubtful=bit((1, 0))))
    assert (in_doubt.is_open, in_doubt.events) == (True, ())
    assert table.see(laid_by("a1", "c1")) == [FAULT]
    assert table.see(laid_by("a1E3")) == [CORRECTED]
    assert table.told[-1].rules_withdrawn == (2,)


def test_wrong_cubes_that_stay_are_followed_as_they_lie(table) -> None:
    table.lay("f6")
    table.rest()
    assert table.lay("a1N2") == []
    assert table.rest() == [PLACEMENT]
    assert [turn.player for turn in table.game.lines[0].turns] == [1, 2]
    assert sum(table.game.position.stocks[0]) == sum(start().stocks[0]) - 1


def test_cubes_that_come_at_once_are_of_one_wrong_turn_and_later_ones_of_the_next(table) -> None:
    table.lay("a1")
    table.lay("c1")
    assert [turn.move for turn in table.game.told] == []
    table.time += 10.0
    table.lay("l12S2")
    assert [turn.player for turn in table.game.told] == [1]


def test_a_whole_turn_is_over_once_something_else_comes_later(table) -> None:
    table.lay("a1N2")
    table.time += 10.0
    assert table.lay("f6") == [PLACEMENT, FAULT]
    assert table.told[-1].squares == ("f6",)


def test_taken_back_one_by_one_a_wrong_run_is_one_mistake(table) -> None:
    table.lay("a1", "c1")
    table.lay("f1")
    assert table.see(laid_by("a1", "c1"), is_at_rest=False) == []
    assert table.see(laid_by("a1"), is_at_rest=False) == []
    assert table.see(EMPTY_BOARD, is_at_rest=False) == [UNDO]
    assert len(table.moves) == 1


def test_a_wrong_cube_that_is_exchanged_for_the_right_one_is_a_mistake_too(table) -> None:
    code = start().card.code((0, 0))
    table.lay(f"a1={(code + 1) % 3}")
    assert table.see(laid_by("a1")) == [UNDO]
    assert table.lay("a2") == []
    assert table.rest() == [PLACEMENT]
    assert (table.moves, table.game.player) == ([f"!a1={(code + 1) % 3}", "a1N2"], 1)


def test_a_turn_that_was_over_is_taken_back(table) -> None:
    table.lay("a1N2")
    table.rest()
    table.lay("l1N2")
    table.rest()
    assert table.see(laid_by("a1N2")) == [UNDO]
    assert table.told[-1].move == "l1N2"
    assert table.see(EMPTY_BOARD) == [UNDO]
    assert table.game.position == start()


def test_a_turn_that_only_seemed_to_be_over_goes_on(table) -> None:
    table.lay("a1N2")
    assert table.rest() == [PLACEMENT]
    # The next player cannot lay so much of that colour alone.
    game = table.game
    line = game.lines[0]
    poor = replace(line, position=replace(line.position, stocks=(line.position.stocks[0], (24, 24, 0))))
    table.game = replace(game, lines=(poor, *game.lines[1:]))
    assert table.lay("a3") == [CORRECTED]
    assert table.rest() == [PLACEMENT]
    assert (table.told[-1].ply, table.told[-1].player, table.told[-1].move) == (1, 1, "a1N3")


def test_a_cube_that_is_gone_is_a_fault_only_at_rest_and_back_it_is_in_step(table) -> None:
    table.lay("a1E4")
    table.rest()
    gone = laid_by("a1E3")
    assert table.see(gone, is_at_rest=False) == []
    assert table.see(gone) == [FAULT]
    assert parse_position(table.told[-1].position).laid == gone
    assert (table.told[-1].rule, table.told[-1].squares) == (2, ("d1",))
    assert table.see(gone) == []
    assert table.see(laid_by("a1E4")) == [RESYNC]


def test_a_board_that_nobody_can_explain_is_gone_on_with_as_it_lies(table) -> None:
    table.lay("a1E4")
    table.rest()
    assert table.see(laid_by("l1N4", "l12W2")) == [RESYNC]
    assert (table.game.player, table.game.position.laid) == (None, table.laid)


def test_an_emptied_board_is_the_next_game(table) -> None:
    table.lay("a1E4")
    table.rest()
    table.lay("a2N4")
    table.rest()
    table.game = replace(table.game, lines=(replace(table.game.lines[0], turns=table.game.lines[0].turns[1:]),))
    assert table.see(EMPTY_BOARD) == [START]
    assert table.game.position == start()


def test_several_turns_between_two_sights_are_told_one_by_one(table) -> None:
    table.see(laid_by("a1N2", "l1N2", "a12S2"))
    table.rest()
    assert len([event for event in table.told if event.kind is PLACEMENT]) == 3
    assert [event.ply for event in table.told] == [1, 2, 3]


def test_who_has_nothing_that_fits_has_passed(table) -> None:
    table.game = BoardGame.from_position(replace(start(), stocks=((0, 0, 0), (24, 24, 24))))
    table.lay("l1N2")
    assert table.rest() == [PLACEMENT]
    assert (table.told[-1].player, table.game.lines[0].turns[0].passed) == (2, (1,))
    assert "Player 1 passes" in table.told[-1].message


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize(("seen", "rests"), [(1.0, 1.0), (0.6, 1.0), (1.0, 0.5), (0.6, 0.4)])
def test_nobody_is_accused_in_a_legal_game_however_little_of_it_is_seen(players, seen, rests) -> None:
    chance = Random(100 * players + round(10 * seen + rests))
    position = start(Options(players=players))
    table = Table(replace(BoardGame.of(position.options), has_begun=True))
    while not position.is_over:
        move = chance.choice(position.legal_moves())
        laid = list(position.laid)
        for square in move.squares if isinstance(move, Run) else ():
            laid[position.card.code(square)] |= bit(square)
            if chance.random() < seen:
                table.see(tuple(laid), is_at_rest=False)
        position = position.applied(move)
        if chance.random() < rests:
            table.see(position.laid)
            table.rest()
    table.see(position.laid)
    table.rest()
    kinds = {event.kind for event in table.told}
    assert not kinds & {FAULT, UNDO}
    if seen == rests == 1.0:
        assert (table.game.position, OVER in kinds, RESYNC in kinds) == (position, True, False)
        assert table.told[-1].player == (position.winner or None)


@pytest.mark.parametrize("seed", range(4))
def test_mistakes_that_are_taken_back_leave_the_turn_with_whoever_made_them(seed) -> None:
    chance = Random(seed)
    position = start(DEFAULT_OPTIONS)
    table = Table()
    for _ in range(12):
        if chance.random() < 0.5:
            # A cube of a wrong colour, then taken back.
            squares = [move.start for move in position.legal_moves() if isinstance(move, Run)]
            square = chance.choice(squares)
            wrong = (position.card.code(square) + 1) % 3
            mistake = Mistake(Run(square, None, 1, str(wrong)))
            assert table.see(_with(position, square, wrong)) == [FAULT]
            assert table.see(position.laid) == [UNDO]
            position = position.applied(mistake)
        position = position.applied(chance.choice(position.legal_moves()))
        assert FAULT not in table.see(position.laid)
        table.rest()
        assert table.game.position == position


def _with(position: Position, square, code: int):
    laid = list(position.laid)
    laid[code] |= bit(square)
    return tuple(laid)


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_seen_the_game_goes_on(seed) -> None:
    chance = Random(seed)
    table = Table(replace(BoardGame.of(Options(players=chance.choice([1, 2, 3, 4]))), has_begun=True))
    laid = table.game.laid
    for _ in range(40):
        table.time += chance.choice([0.3, 1.5, 4.0, 8.0])
        laid = _changed(chance, table.game, laid)
        sight = Sight(
            laid,
            table.time,
            chance.choice([0, bit(chance.choice(SQUARES))]),
            may_accuse=chance.random() < 0.8,
            is_at_rest=chance.random() < 0.5,
        )
        outcome = see(table.game, sight)
        table.take(give_up(outcome.game, sight) if outcome.is_open and chance.random() < 0.2 else outcome)
        if not outcome.is_open and not table.game.altered:
            assert table.game.laid == laid
        if chance.random() < 0.5:
            table.take(chance.choice([pause, end_turn])(table.game, table.time))
        assert game_from(game_fields(table.game)).lines[0] == table.game.lines[0]


def _changed(chance: Random, game: BoardGame, laid):
    """The board with a cube or a few more, fewer or others, or as it was after the last turn, or empty."""
    codes = list(laid)
    runs = [move for move in game.lines[0].judged_from.legal_moves() if isinstance(move, Run)]
    what = chance.random()
    if what < 0.4 and runs:
        run = chance.choice(runs)
        for square in run.squares[: chance.randint(1, run.length)]:
            codes[game.position.card.code(square)] |= bit(square) & ~filled(laid)
    elif what < 0.5:
        codes[chance.randrange(3)] |= bit(chance.choice(SQUARES)) & ~filled(laid)
    elif what < 0.8:
        gone = sum(bit(square) for square in SQUARES if filled(laid) & bit(square) and chance.random() < 0.2)
        codes = [squares & ~gone for squares in codes]
    elif what < 0.85:
        codes = list(game.position.laid if what < 0.84 else EMPTY_BOARD)
    return tuple(codes)
