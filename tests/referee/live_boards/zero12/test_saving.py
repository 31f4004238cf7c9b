"""Games of 012x012 as JSON and back."""

from dataclasses import replace

import msgspec
import pytest
from fake_board import EMPTY_BOARD, laid_by

from referee.live.game_events import EventKind, ViewChange
from referee.live.journal import Journal, read_journal
from referee.live_boards.events import BoardEvent, event_fields, event_from
from referee.live_boards.following import Sight
from referee.live_boards.zero12.game import BoardGame
from referee.live_boards.zero12.saving import BOARD_CODEC, game_fields, game_from
from referee.live_boards.zero12.turns import pause, see
from rules.games.zero12 import Options, start


def played(*boards, options: Options | None = None) -> BoardGame:
    """The game once these boards were seen, each followed by a pause."""
    game = replace(BoardGame.of(options or Options()), has_begun=True)
    for time, laid in enumerate(boards):
        game = pause(see(game, Sight(laid, float(time))).game, float(time)).game
    return game


GAMES = {
    "nothing seen": BoardGame.of(),
    "three play with green": BoardGame.of(Options(players=3, colour2="green")),
    "two turns": played(laid_by("a1N2"), laid_by("a1N2", "l1N2")),
    "a run under way": played(laid_by("a1N2"), laid_by("a1N2", "l1")),
    "a fault": played(laid_by("a1N2"), laid_by("a1N2", "f6")),
    "a fault left lying": played(laid_by("f6"), laid_by("f6", "a1N2")),
    "a mistake taken back": played(laid_by("f6"), EMPTY_BOARD, laid_by("a1N2")),
    "a cube gone": played(laid_by("a1N2"), laid_by("a1")),
    "joined": BoardGame.from_position(replace(start(), laid=laid_by("a1N2"), stocks=())),
}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_is_read_back_as_it_was_written(game) -> None:
    saved = msgspec.json.decode(msgspec.json.encode(game_fields(game)))
    read = game_from(saved)
    # Of unlikely lines only their positions are kept.
    assert [line.position for line in read.lines] == [line.position for line in game.lines]
    assert read.lines[0] == game.lines[0]
    assert replace(read, lines=game.lines) == replace(game, told=game.lines[0].turns)


@pytest.mark.parametrize(
    "change", [{"positions": []}, {"laid": "012x012 nonsense"}, {"options": ["players=5"]}, {"is_over": "yes"}]
)
def test_what_cannot_be_a_game_is_refused(change) -> None:
    with pytest.raises(ValueError, match=r"."):
        game_from(game_fields(BoardGame.of()) | change)


EVENTS = (
    BoardEvent(EventKind.HAND, 1.5, "A hand is at the board.", is_there=True),
    BoardEvent(EventKind.VIEW, 1.5, "It is dark.", view=ViewChange.DARK),
    BoardEvent(EventKind.PLACEMENT, 2.0, "1.", ply=1, player=2, move="a1N2", squares=("a1", "a2"), position="x"),
    BoardEvent(EventKind.FAULT, 2.0, "No.", ply=1, squares=("f6",), rule=3, evidence="pictures/0001.jpg"),
    BoardEvent(EventKind.CORRECTED, 2.0, "Yes.", ply=1, rules_withdrawn=(2, 3)),
)


@pytest.mark.parametrize("event", EVENTS)
def test_an_event_is_read_back_as_it_was_written(event) -> None:
    assert event_from(event_fields(event)) == event


def test_an_event_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="player"):
        event_from(event_fields(EVENTS[2]) | {"player": 0})


def test_a_journal_goes_on_after_its_last_line(tmp_path) -> None:
    path, game = tmp_path / "game.jsonl", GAMES["a fault"]
    with Journal.create(path, "table", BoardGame.of(), BOARD_CODEC) as journal:
        journal.write(EVENTS, game)
    reading = read_journal(path, BOARD_CODEC)
    assert (reading.events, reading.game.faults, reading.game.laid) == (EVENTS, game.faults, game.laid)
