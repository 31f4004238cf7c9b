"""What the window shows of a live game of Les Tours de Babel, and what its keys do."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.tile_set import TileSize
from referee.drawings.face_lines import AMBER, GREEN, RED
from referee.drawings.table_lines import FAMILY_COLOURS
from referee.live import layout
from referee.live.game_events import EventKind
from referee.live.keys import ESCAPE
from referee.live.orders import MoveDone, Resync
from referee.live_boards.controls import Controls, Suggested
from referee.live_boards.events import BoardEvent
from referee.live_boards.state import BoardState
from referee.live_boards.tours import panel
from referee.live_boards.tours.game import TableGame, Turn
from referee.live_boards.tours.orders import PutAside, TellDrawn
from referee.live_boards.tours.suggesting import suggestions
from referee.live_boards.tours.window import press, window
from referee.live_boards.view import BoardView
from rules.game import Fault
from rules.games.tours import DEFAULT_OPTIONS, GAME, Options, Place, Tile, parse_position

FRAME = np.full((480, 640, 3), 90, np.uint8)
WINDOW = window(TileSize(0.86, 0.65, 0.48))
TWO = Options(players=2)
POSITION = parse_position("tours 5b4b,3c,-/-,-,-/-,-,- -:- -", TWO)
BEGUN = TableGame.from_position(POSITION)
FULL = TableGame.from_position(parse_position("tours 9b,9c,9b/9c,1b,1c/1b,1c,1b -:? -", TWO))
PICTURE, PANEL = np.s_[:560, :880], np.s_[:, 880:]


def no_time() -> bool:
    return False


@pytest.fixture
def state(camera_at) -> BoardState:
    return BoardState(game=BEGUN, pose=camera_at((0.5, -4.0, 5.0), size_wh=(640, 480), focal_px=600.0))


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Each line that is written in the window."""
    lines: list[str] = []
    for module in (layout, panel):
        real = module.write
        monkeypatch.setattr(
            module, "write", lambda canvas, text, *how, real=real: (lines.append(text), real(canvas, text, *how))
        )
    return lines


def draw(state: BoardState, *events: BoardEvent) -> np.ndarray:
    view = BoardView(WINDOW)
    view.tell(events)
    return view.draw(FRAME, state)


def has_colour(picture: np.ndarray, colour: tuple[int, int, int]) -> bool:
    """Whether a pixel is nearly of this colour; lines of one pixel are mixed with their ground."""
    return bool((abs(picture.astype(int) - colour).max(axis=2) < 30).any())


def test_tops_are_outlined_by_family_and_what_is_in_doubt_in_amber(state: BoardState) -> None:
    picture = draw(state)[PICTURE]
    assert has_colour(picture, FAMILY_COLOURS["b"])
    assert has_colour(picture, FAMILY_COLOURS["c"])
    assert not has_colour(picture, AMBER)
    assert has_colour(draw(replace(state, game=replace(BEGUN, doubtful=1)))[PICTURE], AMBER)


def test_a_fault_is_outlined_in_red_and_a_proposal_in_green(state: BoardState) -> None:
    fault = BoardEvent(EventKind.FAULT, 1.0, "No.", squares=("a1",), rule=4)
    assert has_colour(draw(state, fault)[PICTURE], RED)
    wrong = replace(BEGUN, laid=(*BEGUN.laid[:8], (Tile("b", 9),)), faults=(Fault("4", ("c3",), ""),))
    assert has_colour(draw(replace(state, game=wrong))[PICTURE], RED)
    view = BoardView(WINDOW)
    view._controls = Controls(suggestions=(Suggested(frozenset({"c1"}), "c1=2c"),))
    assert has_colour(view.draw(FRAME, state)[PICTURE], GREEN)


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        (BEGUN, ["Player 2 (circles)", "Player 1, bamboo: 1 points, reserve 0, pile 34"]),
        (TableGame.of(DEFAULT_OPTIONS), ["Whose turn it is is not known", "Looking for the board"]),
        (replace(BEGUN, drawn=Tile("c", 5)), ["Drawn: the 5 of circles"]),
        (
            replace(BEGUN, lines=(parse_position("tours 5b,-,-/-,-,-/-,-,- *"),)),
            ["Whose turn it is is not known", "What lies in the reserves is not known."],
        ),
        (replace(BEGUN, is_over=True), ["The game is over"]),
    ],
)
def test_whose_turn_it_is_and_how_everybody_stands_is_said(game: TableGame, lines: list[str], written) -> None:
    draw(BoardState(game=game))
    assert set(lines) <= set(written)


def test_the_square_of_the_last_turn_is_marked() -> None:
    game = replace(BEGUN, turns=(Turn((POSITION,), (Place(1, Tile("c", 3)),)),))
    assert panel.marked_table(game, Controls()).last == {"b1"}


def test_the_panel_has_room_for_all_it_tells_of_three_players(monkeypatch: pytest.MonkeyPatch) -> None:
    places: dict[str, tuple[float, float]] = {}
    for module in (layout, panel):
        monkeypatch.setattr(module, "write", lambda _, text, at_xy, *__: places.setdefault(text, at_xy))
    draw(BoardState(game=replace(TableGame.from_position(GAME.start(Options(players=3))), drawn=Tile("b", 1))))
    assert max(y for _, y in places.values()) <= 712


def test_a_digit_tells_the_value_of_the_drawn_tile_whose_family_follows() -> None:
    controls, told = press(Controls(remark="old"), ord("6"), BoardState(game=BEGUN))
    assert told == TellDrawn(Tile("c", 6))
    assert controls.remark == "Drawn: the 6 of circles. s suggests a square for it."


def test_a_tile_is_put_aside_only_if_it_fits_nowhere_as_far_as_is_told() -> None:
    fits = BoardState(game=replace(FULL, drawn=Tile("b", 8)))
    controls, told = press(Controls(), ord("a"), fits)
    assert (told, controls.remark) == (None, "By rule 6 it must be laid: it fits on a1 and c1.")
    for drawn in (None, Tile("b", 5)):
        assert press(Controls(), ord("a"), BoardState(game=replace(FULL, drawn=drawn))) == (Controls(), PutAside())


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (TableGame.of(DEFAULT_OPTIONS), "The table was not read yet."),
        (replace(BEGUN, is_over=True), "The game is over."),
        (replace(BEGUN, faults=(Fault("4", ("a1",), ""),)), "The tile that was laid last breaks a rule."),
        (replace(BEGUN, lines=(parse_position("tours 5b,-,-/-,-,-/-,-,- *"),)), "It is not known whose turn it is."),
    ],
)
def test_why_nothing_can_be_said_of_the_next_turn_is_told(game: TableGame, reason: str) -> None:
    for key in "5a":
        assert press(Controls(), ord(key), BoardState(game=game)) == (Controls(remark=reason), None)
    assert suggestions(game, no_time) == ((), reason)


def test_squares_are_suggested_once_the_drawn_tile_is_told() -> None:
    assert "1 to 9" in suggestions(BEGUN, no_time)[1]
    found, remark = suggestions(replace(BEGUN, drawn=Tile("c", 4)), no_time)
    assert (len(found), remark) == (3, "")
    assert found[0].text.startswith(f"{next(iter(found[0].squares))}=4c – ")
    (aside,), _ = suggestions(replace(FULL, drawn=Tile("b", 5)), no_time)
    assert (aside.squares, aside.text.startswith("reserve=5b")) == (frozenset(), True)


def test_the_keys_of_all_boards_do_what_they_do_there() -> None:
    state = BoardState(game=BEGUN)
    assert press(Controls(), ord(" "), state)[1] == MoveDone()
    assert press(Controls(), ord("r"), state)[1] == Resync()
    assert press(Controls(), ord("q"), state)[0].has_quit
    assert press(Controls(suggestions=(Suggested(frozenset(), ""),)), ESCAPE, state)[0] == Controls()
