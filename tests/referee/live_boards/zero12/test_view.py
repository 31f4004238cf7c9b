"""What the window shows of a live game of 012x012, as a picture."""

from dataclasses import replace

import numpy as np
import pytest

from referee.drawings.face_lines import GREEN, RED
from referee.live import layout
from referee.live.game_events import EventKind, ViewChange
from referee.live.pictures import Settings
from referee.live_boards.controls import Suggested
from referee.live_boards.events import BoardEvent
from referee.live_boards.state import BoardRequest, BoardState, Unsettled
from referee.live_boards.view import BoardView
from referee.live_boards.zero12 import panel
from referee.live_boards.zero12.game import BoardGame, Line, Turn
from referee.live_boards.zero12.window import WINDOW
from rules.game import Fault
from rules.games.zero12 import Mistake, Options, Position, bit, parse_move, play, start
from vision.scene import Scene

FRAME = np.full((480, 640, 3), 90, np.uint8)
FAULT = BoardEvent(EventKind.FAULT, 2.0, "c3 asks for red.", ply=2, player=2, squares=("c3",), rule=2)
DARK = BoardEvent(EventKind.VIEW, 1.0, "The picture is poor: too dark.", view=ViewChange.DARK)
PICTURE, STRIP, PANEL = np.s_[:560, :880], np.s_[560:, :880], np.s_[:, 880:]
BOARD = np.s_[76:430, 905:1262]


def game_after(*moves: str, options: Options | None = None) -> BoardGame:
    """A game that was followed from its begin."""
    position = start(options or Options())
    line = Line(position)
    for name in moves:
        move = parse_move(name)
        turn, position = Turn(position, move, position.to_move), play(position, move)
        line = line.after(turn, position)
    return BoardGame((line,), position.laid, line.turns, has_begun=True)


def with_cubes(game: BoardGame, **squares: int) -> BoardGame:
    """The game with further cubes by code, `code0`, `code1` and `code2`."""
    first, second, third = (lying | squares.get(f"code{code}", 0) for code, lying in enumerate(game.laid))
    return replace(game, laid=(first, second, third))


GAME = game_after("a1N2")


@pytest.fixture
def state(camera_at) -> BoardState:
    return BoardState(game=GAME, pose=camera_at((3.0, -14.0, 16.0), size_wh=(640, 480), focal_px=600.0))


def draw(state: BoardState, *events: BoardEvent, frame=FRAME) -> np.ndarray:
    view = BoardView(WINDOW)
    view.tell(events)
    return view.draw(frame, state)


def has_colour(picture: np.ndarray, colour: tuple[int, int, int]) -> bool:
    return bool((np.abs(picture.astype(int) - colour).max(axis=2) < 30).any())


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is written around the picture, line by line."""
    lines: list[str] = []
    for module in (layout, panel):
        monkeypatch.setattr(module, "write", lambda _, text, *__: lines.append(text))
    return lines


@pytest.mark.parametrize("shape", [(720, 1280), (480, 640), (1080, 1920), (640, 480), (3, 5000)])
def test_the_window_has_its_size_whatever_the_camera_sends(state: BoardState, shape: tuple[int, int]) -> None:
    assert draw(state, frame=np.full((*shape, 3), 200, np.uint8)).shape == (720, 1280, 3)


def test_without_a_picture_the_rest_is_there() -> None:
    assert has_colour(draw(BoardState(game=BoardGame.of()), frame=None)[PANEL], (30, 30, 30))


@pytest.mark.parametrize(
    "change",
    [
        {"hand_since": 2.0},
        {"scene": Scene(still_since=None, small_bgr=FRAME, is_moving=True)},
        {"pose": None},
        {"game": replace(GAME, has_begun=False)},
    ],
)
def test_what_was_read_is_drawn_on_the_picture_but_not_while_it_would_mislead(state: BoardState, change) -> None:
    assert not (draw(state)[PICTURE][:, 70:800] == 90).all()
    assert (draw(replace(state, **change))[PICTURE][:, 70:800] == 90).all()


def test_nothing_is_drawn_on_the_picture_where_the_camera_may_have_moved(state: BoardState) -> None:
    assert (draw(replace(state, moved_to=state.pose))[PICTURE][:, 70:800] == 90).all()


def test_the_cubes_of_the_turn_under_way_are_outlined_thicker(state: BoardState) -> None:
    under_way = replace(state, game=with_cubes(GAME, code2=bit((1, 0))))
    over = replace(state, game=BoardGame.from_position(replace(GAME.position, laid=under_way.game.laid)))
    more, less = ((draw(one)[PICTURE] != 90).any(axis=2).sum() for one in (under_way, over))
    assert more > less + 50


def test_a_fault_is_red_in_the_picture_the_strip_and_the_drawing(state: BoardState) -> None:
    before, after = draw(state), draw(state, FAULT)
    assert not has_colour(before[PICTURE], RED)
    assert has_colour(after[PICTURE], RED)
    assert has_colour(after[STRIP], (32, 32, 190))
    assert not has_colour(before[BOARD], (30, 30, 220))
    assert has_colour(after[BOARD], (30, 30, 220))


@pytest.mark.parametrize("change", [{"faults": (Fault("2", ("b1",), ""),)}, {"altered": ("a1",)}])
def test_faults_stay_red_while_they_last_whatever_else_is_told(state: BoardState, change) -> None:
    picture = draw(replace(state, game=replace(GAME, **change)))
    assert has_colour(picture[PICTURE], RED)
    assert has_colour(picture[BOARD], (30, 30, 220))


def test_a_suggestion_is_outlined_in_the_picture_and_on_the_board_and_told(state: BoardState) -> None:
    view = BoardView(WINDOW)
    before = view.draw(FRAME, state)
    view._controls = replace(view._controls, suggestions=(Suggested(frozenset({"f6"}), "f6 – why"),))
    after = view.draw(FRAME, state)
    assert has_colour(after[PICTURE], GREEN)
    assert not has_colour(before[PICTURE], GREEN)
    assert has_colour(after[BOARD], (70, 160, 40))
    assert not np.array_equal(before[STRIP], after[STRIP])


def test_what_is_wrong_with_the_picture_is_said_in_its_own_words_as_long_as_it_lasts(
    state: BoardState, written: list[str]
) -> None:
    view = BoardView(WINDOW)
    both = frozenset({ViewChange.DARK, ViewChange.LOST})
    view.tell([DARK, BoardEvent(EventKind.VIEW, 1.0, "The camera is lost.", view=ViewChange.LOST)])
    view.draw(FRAME, replace(state, troubles=both))
    assert written[-2:] == [DARK.message, "The camera is lost."]
    view.tell([BoardEvent(EventKind.VIEW, 2.0, "No longer lost, but still dark.", view=ViewChange.DARK)])
    view.draw(FRAME, replace(state, troubles=frozenset({ViewChange.DARK})))
    assert written[-1] == DARK.message
    view.draw(FRAME, state)
    view.tell([replace(DARK, message="Darker than ever.")])
    view.draw(FRAME, replace(state, troubles=frozenset({ViewChange.DARK})))
    assert written[-1] == "Darker than ever."


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": BoardGame.of()}, "Looking for the board"),
        ({"wanted": BoardRequest(1.0, FRAME)}, "Reading the board"),
        ({"unsettled": Unsettled(GAME.laid)}, "Reading the board"),
        ({"hand_since": 1.0}, "A hand is at the board"),
        ({}, "Watching"),
        ({"settings": Settings(waits_for_key=True)}, "Press the space bar once the turn is over"),
        (
            {"game": replace(GAME, is_over=True, lines=(Line(start(Options(mode="puzzle", players=1))),))},
            "The game is over",
        ),
    ],
)
def test_what_the_referee_does_is_said_beside_the_picture_and_under_it(
    state: BoardState, written: list[str], change, words: str
) -> None:
    draw(replace(state, **change))
    assert written.count(words) == 2


def whose_turn(game: BoardGame, written: list[str]) -> str:
    written.clear()
    draw(BoardState(game=game), FAULT)
    return next(line for line in written if line != f"Against rule 2: {FAULT.message}")


def test_whose_turn_it_is_stands_above_the_board(written: list[str]) -> None:
    assert whose_turn(GAME, written) == "Player 2 to move"
    assert whose_turn(game_after("a1N2", "!b1"), written) == "Player 2 to move, twice"
    assert whose_turn(replace(GAME, lines=(GAME.lines[0].unsure,)), written) == "Whose turn it is is not known"
    over = replace(GAME.position, stocks=((0, 0, 0),) * 2, last=1)
    assert whose_turn(replace(BoardGame.from_position(over), is_over=True), written) == "Player 1 wins"


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (GAME, "No turn is under way"),
        (with_cubes(game_after(), code0=bit((0, 0))), "1 cube of a turn, which must go on"),
        (with_cubes(game_after(), code0=bit((0, 0)), code1=bit((0, 1))), "2 cubes of a turn, which may end there"),
        (
            replace(with_cubes(GAME, code0=bit((5, 5))), faults=(Fault("2", ("f6",), ""),)),
            "1 cube of a turn that breaks a rule",
        ),
    ],
)
def test_the_turn_under_way_is_counted_and_whether_it_may_end_is_said(
    written: list[str], game: BoardGame, words: str
) -> None:
    draw(BoardState(game=game))
    assert words in written


@pytest.mark.parametrize("players", [1, 2, 3, 4, 6, 8])
def test_what_everybody_has_left_is_told_and_the_keys_stay_in_the_window(
    monkeypatch: pytest.MonkeyPatch, players: int
) -> None:
    places: dict[str, tuple[float, float]] = {}
    for module in (layout, panel):
        monkeypatch.setattr(module, "write", lambda _, text, at_xy, *__: places.setdefault(text, at_xy))
    counts: list[int] = []
    draw_count = panel.draw_count
    monkeypatch.setattr(panel, "draw_count", lambda *how: (counts.append(how[3]), draw_count(*how)))
    draw(BoardState(game=game_after("a1N2", options=Options(players=players))))
    share = 48 // players
    left = [share - 1, share - 1, share]
    assert counts == [*left, *[share] * 3 * (players - 1)]
    assert len({places[f"Player {player}"] for player in range(1, players + 1)}) == players
    assert places["q: quit"][1] <= 712


def test_unknown_stocks_are_no_numbers(written: list[str]) -> None:
    draw(BoardState(game=replace(GAME, lines=(GAME.lines[0].unsure,))))
    assert "What everybody has left is not known." in written
    assert not [line for line in written if line.isdecimal()]


def test_the_last_turn_stays_marked_after_a_mistake_that_was_taken_back() -> None:
    mistake = game_after("a1N2", "!b1")
    assert isinstance(mistake.lines[0].turns[-1].move, Mistake)
    for game, cubes in ((GAME, GAME.laid), (mistake, GAME.laid), (game_after("a1N2", "l1N2"), None)):
        marked = panel.marked_board(game, BoardView(WINDOW)._controls)
        assert (marked.last == sum(GAME.laid)) == (cubes is not None)


def test_keys_are_taken_and_remarks_shown(state: BoardState, written: list[str]) -> None:
    view = BoardView(WINDOW)
    assert view.press(ord(" "), state) is not None
    assert view.press(ord("s"), replace(state, game=BoardGame.of())) is None
    view.draw(FRAME, state)
    assert "No suggestion: the board was not read yet." in written
    view.remark("This is the end; q closes the window.")
    view.draw(FRAME, state)
    assert "This is the end; q closes the window." in written
    assert not view.has_quit
    view.press(ord("q"), state)
    assert view.has_quit


def test_a_view_that_is_used_again_draws_what_a_new_one_would(state: BoardState) -> None:
    view = BoardView(WINDOW)
    moving = replace(state, hand_since=2.0)
    other: Position = game_after("a1N2", "l1N2").position
    for now in (state, moving, replace(state, game=BoardGame.from_position(other)), state):
        assert np.array_equal(view.draw(FRAME, now), draw(now))
    view.tell([FAULT])
    assert np.array_equal(view.draw(FRAME, state), draw(state, FAULT))
