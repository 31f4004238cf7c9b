"""Games on boards as films, of records and of journals."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from referee.drawings.flat import FAULT_RGB, Polygon, ink_on
from referee.drawings.game_film import Film, Still
from referee.live.game_events import EventKind
from referee.live.journal import Codec, Journal
from referee.live_boards.events import BoardEvent
from referee.live_boards.tours.game import TableGame
from referee.live_boards.tours.saving import TABLE_CODEC
from referee.live_boards.zero12.game import BoardGame
from referee.live_boards.zero12.saving import BOARD_CODEC
from referee.phrases import Phrasebook
from referee.playing.exporting import read_game
from rules.games.tours import DEFAULT_OPTIONS
from rules.games.zero12 import Options, move_notation, position_notation, start

SVG = "{http://www.w3.org/2000/svg}"
TOURS = "game tours\noption players=2\n1. draw=5b\n2. a1\n3. draw=4c\n"
ZERO12 = "game 012x012\nplayer 1 Ida\nplayer 2 Bo\n1. a1N2\n2. !b1E4=0101\n3. b1N2\n"
HAND = BoardEvent(EventKind.HAND, 0.5, "A hand is at the board.", is_there=True)
BEGUN = BoardEvent(EventKind.START, 1.0, "A game begins.", position="tours -,-,-/-,-,-/-,-,-")
LAID = BoardEvent(EventKind.PLACEMENT, 2.0, "1. Laid.", ply=1, squares=("a1",), position="tours 5b,-,-/-,-,-/-,-,-")
LYING = "tours 5b8b,-,-/-,-,-/-,-,- *"
FAULT = BoardEvent(EventKind.FAULT, 3.0, "It may not.", ply=2, squares=("a1",), rule=5, position=LYING)


@pytest.fixture
def film_of(tmp_path: Path) -> Any:
    """Makes the film of a record, or of the events of a journal."""

    def film_of(told: str | list[BoardEvent], codec: Codec[Any, Any] = TABLE_CODEC, game: Any = None) -> Film:
        path = tmp_path / "game"
        if isinstance(told, str):
            path.write_text(told)
        else:
            with Journal.create(path, "table.mp4", codec.start, codec) as journal:
                journal.write(told, TableGame.of(DEFAULT_OPTIONS) if game is None else game)
        return read_game(path, Phrasebook()).film()

    return film_of


def captions(film: Film) -> list[str]:
    return [still.caption for still in film.stills]


def red(still: Still) -> int:
    """How many marks of a picture are outlined as faults."""
    return sum(isinstance(mark, Polygon) and mark.line_rgb == FAULT_RGB for mark in still.marks)


def words(still: Still) -> list[str]:
    return [mark.text for mark in still.marks if not isinstance(mark, Polygon)]


def cubes(still: Still) -> int:
    """How many cubes lie on the board, by their borders inside of their squares."""
    return sum(isinstance(mark, Polygon) and mark.line_width == 0.05 for mark in still.marks)


def dots(still: Still) -> int:
    """How many cubes bear the dot of the last turn."""
    inks = {ink_on((0, 0, 0)), ink_on((255, 255, 255))}
    return sum(isinstance(mark, Polygon) and mark.fill_rgb in inks and mark.line_rgb is None for mark in still.marks)


def test_a_drawn_tile_is_shown_together_with_where_it_is_laid(film_of: Any) -> None:
    film = film_of(TOURS + "4. b1\n5. draw=4b\n6. a1\n")
    assert captions(film) == [
        "The game begins.",
        "Player 1 draws the 5 of bamboo and lays it on a1.",
        "Player 2 draws the 4 of circles and lays it on b1.",
        "Player 1 draws the 4 of bamboo and lays it on a1.",
    ]
    assert ["2 high" in words(still) for still in film.stills] == [False, False, False, True]


def test_columns_that_fell_are_told_by_whose_reserve_grows(film_of: Any) -> None:
    film = film_of(TOURS + "4. b1\n5. fall=2:a1.0\n")
    assert captions(film)[-1] == "a1 fell: the tiles go to the reserve of player 2 (rule 8)."
    assert "bamboo" not in words(film.stills[-1])


def test_a_tile_that_breaks_a_rule_is_shown_where_it_lies(film_of: Any) -> None:
    film = film_of(TOURS + "4. b1\n5. draw=8b\n6. a1\n7. draw=1c\n")
    assert captions(film)[-1].startswith("Player 1 draws the 8 of bamboo and lays it on a1. Rule 5: ")
    assert (film.stills[-1].is_fault, red(film.stills[-1]), "8" in words(film.stills[-1])) == (True, 1, True)
    other = film_of(TOURS + "4. b1=9c\n")
    assert captions(other)[-1].startswith("Player 2 lays the 9 of circles on b1. Rule 2: ")


def test_a_move_that_is_shown_by_nothing_is_told_by_its_line(film_of: Any) -> None:
    assert captions(film_of(TOURS + "4. draw=5c\n"))[-1].startswith("4. draw=5c. Rule ")


def test_a_first_position_against_the_rules_is_all_that_is_shown(film_of: Any) -> None:
    (still,) = film_of("game tours\nstart tours 5b8b,-,-/-,-,-/-,-,-\n").stills
    assert (still.caption[:8], still.is_fault, red(still)) == ("Rule 5: ", True, 1)


def test_cubes_of_the_last_run_bear_a_dot_and_a_wrong_run_is_red_until_it_is_taken_back(film_of: Any) -> None:
    film = film_of(ZERO12)
    assert captions(film) == [
        "The game begins.",
        "Player 1 lays a1N2.",
        "Player 2 lays b1E4=0101 against the rules, and takes it back (rule 5).",
        "Player 2 lays b1N2.",
    ]
    assert [cubes(still) for still in film.stills] == [0, 2, 6, 4]
    assert [dots(still) for still in film.stills] == [0, 2, 0, 2]
    assert [red(still) for still in film.stills] == [0, 0, 4, 0]
    assert [still.is_fault for still in film.stills] == [False, False, True, False]


def test_a_wrong_run_is_shown_where_there_is_room_for_it(film_of: Any) -> None:
    still = film_of(ZERO12 + "4. player 2: l1E3=012\n").stills[-1]
    assert still.is_fault
    assert "Player 2 lays l1E3=012. Rule " in still.caption
    assert cubes(still) == 5


def test_a_cube_that_is_slid_is_marked_and_the_end_of_a_puzzle_is_told(film_of: Any) -> None:
    header = "game 012x012\noption players=1\noption mode=sliding\noption shuffle=1\noption seed=1\n"
    position = start(Options(players=1, mode="sliding", shuffle=1, seed=1))
    back = next(move for move in position.legal_moves() if position.applied(move).is_over)
    film = film_of(f"{header}1. {move_notation(back)}\n")
    assert captions(film)[1:] == [
        f"The cube of {move_notation(back).removeprefix('slide:')} is slid.",
        "The game is over: the picture is complete.",
    ]
    assert [dots(still) for still in film.stills] == [0, 1, 1]


def test_a_journal_is_shown_event_by_event_without_what_is_not_of_the_game(film_of: Any) -> None:
    over = BoardEvent(EventKind.GAME_OVER, 4.0, "The game is over.")
    film = film_of([HAND, BEGUN, LAID, over])
    assert captions(film) == ["A game begins.", "1. Laid.", "The game is over."]
    assert film.stills[1].marks == film.stills[2].marks != film.stills[0].marks


def test_what_is_told_to_be_wrong_is_shown_as_it_lies_and_what_follows_without_it(film_of: Any) -> None:
    back = BoardEvent(EventKind.UNDO, 5.0, "The wrong tile is taken back.", position=LAID.position)
    film = film_of([LAID, FAULT, back])
    assert captions(film) == ["1. Laid.", "Against rule 5: It may not.", "The wrong tile is taken back."]
    assert [red(still) for still in film.stills] == [0, 1, 0]
    assert ["2 high" in words(still) for still in film.stills] == [False, True, False]
    assert [still.is_fault for still in film.stills] == [False, True, False]


def test_faults_of_what_lies_there_already_are_shown_together(film_of: Any) -> None:
    other = BoardEvent(EventKind.FAULT, 3.0, "Nor that.", squares=("b2",), rule=2, position=LYING)
    film = film_of([LAID, FAULT, other])
    assert captions(film)[1:] == ["Against rule 5: It may not. Against rule 2: Nor that."]
    assert red(film.stills[1]) == 2


def test_of_a_fault_that_does_not_say_what_lies_there_the_squares_are_shown(film_of: Any) -> None:
    # As journals of earlier versions have it.
    (only,) = film_of([BoardEvent(EventKind.FAULT, 3.0, "It may not.", squares=("a1",), rule=5)]).stills
    assert (only.is_fault, red(only)) == (True, 1)


def test_a_journal_of_a_board_is_drawn_with_its_own_colours(film_of: Any) -> None:
    position = position_notation(start())
    event = BoardEvent(EventKind.START, 1.0, "A game begins.", position=position)
    (still,) = film_of([event], BOARD_CODEC, BoardGame.of()).stills
    assert (cubes(still), still.caption) == (0, "A game begins.")


def test_a_position_of_a_journal_that_cannot_be_read_is_told_in_one_line(
    run: Any, refused: Any, film_of: Any, tmp_path: Path
) -> None:
    path = tmp_path / "game.jsonl"
    with Journal.create(path, "table.mp4", TABLE_CODEC.start, TABLE_CODEC) as journal:
        journal.write([BoardEvent(EventKind.START, 1.0, "", position="tours 5x")], TableGame.of(DEFAULT_OPTIONS))
    refused(run("export", str(path), "-o", str(tmp_path / "game.svg")), "game.jsonl: is damaged: ")


def test_a_board_fills_the_film_below_its_title_in_both_forms(run: Any, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(ZERO12)
    for ending in ("svg", "gif"):
        assert run("export", str(tmp_path / "game.txt"), "-o", str(tmp_path / f"game.{ending}")).exit_code == 0
    drawing = ElementTree.parse(tmp_path / "game.svg").getroot()
    width, height = map(float, drawing.get("viewBox", "").split()[2:])
    points = [
        [float(value) for value in point.split(",")]
        for polygon in drawing.iter(f"{SVG}polygon")
        for point in polygon.get("points", "").split()
    ]
    title = next(text for text in drawing.iter(f"{SVG}text") if text.text == "Ida – Bo")
    assert all(0 < x < width and float(title.get("y", "")) < y < height for x, y in points)
    with Image.open(tmp_path / "game.gif") as picture:
        assert getattr(picture, "n_frames", 1) == 4
        assert (picture.width, picture.height) == (int(drawing.get("width", "")), int(drawing.get("height", "")))
