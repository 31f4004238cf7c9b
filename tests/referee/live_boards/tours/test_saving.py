"""Games of Les Tours de Babel as JSON and back, and as records."""

from dataclasses import replace

import msgspec
import pytest

from referee.live.game_events import EventKind
from referee.live.journal import Journal, read_journal
from referee.live_boards.events import BoardEvent
from referee.live_boards.following import Sight
from referee.live_boards.tours.game import TableGame
from referee.live_boards.tours.journal_report import journal_text
from referee.live_boards.tours.orders import TellDrawn
from referee.live_boards.tours.saving import TABLE_CODEC, game_fields, game_from
from referee.live_boards.tours.turns import begin, order, see
from rules.games.tours import DEFAULT_OPTIONS, Options, Tile, parse_position
from rules.record_reading import parse_record

TWO = Options(players=2, families="cbw")


def played(*tables: str, game: TableGame | None = None) -> TableGame:
    """The game once these columns were seen, the first squares of a row each."""
    game = game or begin(TableGame.of(TWO, ("players",)), Sight(((),) * 9, 0.0)).game
    for time, text in enumerate(tables):
        game = see(game, Sight(parse_position(f"{text},-/-,-,-/-,-,-").columns, float(time))).game
    return game


GAMES = {
    "nothing seen": TableGame.of(DEFAULT_OPTIONS),
    "players told": TableGame.of(TWO, ("players", "families")),
    "three turns": played("5c,-", "5c,5b", "5c6c,5b"),
    "a fault": played("5c,-", "5c7b,-"),
    "a fault left lying": played("5c,-", "5c7b,-", "5c7b,1c"),
    "a fall": played("5c,-", "5c5b,-", "5c5b,1c", "-,1c"),
    "a tile drawn": order(played("5c,-"), TellDrawn(Tile("b", 5)), 1.0).game,
    "joined": begin(TableGame.of(DEFAULT_OPTIONS), Sight(parse_position("?5c,-,-/-,-,-/-,-,-").columns, 0.0, 4)).game,
}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_is_read_back_as_it_was_written(game: TableGame) -> None:
    assert game_from(msgspec.json.decode(msgspec.json.encode(game_fields(game)))) == game


@pytest.mark.parametrize("change", [{"lines": []}, {"table": "tours nonsense"}, {"is_over": "yes"}])
def test_what_cannot_be_a_game_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"."):
        game_from(game_fields(GAMES["a fault"]) | change)


def test_a_journal_goes_on_after_its_last_line(tmp_path) -> None:
    path, game = tmp_path / "game.jsonl", GAMES["a fault"]
    events = (BoardEvent(EventKind.PLACEMENT, 1.0, "1.", ply=1, player=1, move="a1=5c", squares=("a1",)),)
    with Journal.create(path, "table", TABLE_CODEC.start, TABLE_CODEC) as journal:
        journal.write(events, game)
    reading = read_journal(path, TABLE_CODEC)
    assert (reading.events, reading.game) == (events, game)


def test_a_game_is_a_record_that_can_be_replayed() -> None:
    record = parse_record(journal_text(GAMES["three turns"])).record
    assert record.position == replace(GAMES["three turns"].position, options=record.position.options)
    assert [str(move) for move in record.moves] == ["draw=5c", "a1=5c", "draw=5b", "b1=5b", "draw=6c", "a1=6c"]


def test_what_a_record_cannot_hold_are_remarks() -> None:
    left = journal_text(GAMES["a fault left lying"])
    assert len(parse_record(left).record.moves) == 2
    assert "# 2. a1=7b  a1: the 7 of bamboo may not lie on the 5 of circles" in left
    assert "# 3. draw=1c, b1=1c" in left
    assert "it is not known whose turn it was" in journal_text(GAMES["joined"])
    assert parse_record(journal_text(GAMES["a fall"])).record.position.columns == GAMES["a fall"].laid


def test_which_tile_was_put_aside_unseen_is_a_guess_that_the_record_tells() -> None:
    before = parse_position("9b,9c,9b/9c,1b,1c/1b,1c,1b -:? -", Options(players=2))
    game = TableGame.from_position(before)
    after = parse_position("9b,9c,9b/9c,1b,1c/1b,1c2c,1b").columns
    text = journal_text(see(game, Sight(after, 1.0)).game)
    assert "which tile was put aside before tile 1 nobody saw" in text
    assert parse_record(text).record.position.columns == after
