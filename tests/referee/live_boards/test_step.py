"""A board followed frame by frame, on flat pictures and looks that say what lies there."""

from dataclasses import replace

import numpy as np
import pytest
from fake_board import EMPTY_BOARD, Board, camera, laid_by, reading_of

from calibration.locating import MIRRORED
from calibration.refusal import Unreadable
from referee.live.game_events import EventKind, ViewChange
from referee.live.orders import MoveDone, Resync
from referee.live.pictures import Settings, SourceChange, SourceEnd
from referee.live_boards.state import BoardLook
from referee.live_boards.zero12.game import BoardGame
from rules.games.zero12 import start
from vision.games.zero12.evidence import Doubt

START, PLACEMENT, FAULT, UNDO, VIEW = (
    EventKind.START,
    EventKind.PLACEMENT,
    EventKind.FAULT,
    EventKind.UNDO,
    EventKind.VIEW,
)


def test_a_game_is_followed_turn_by_turn(board) -> None:
    assert board.show(EMPTY_BOARD) == [START]
    assert board.lay("a1N2") == []
    assert board.show(board.laid, seconds=6.0) == [PLACEMENT]
    assert board.lay("l1N2") == []
    # Cubes that belong to no run with those that lie there end the turn before them.
    assert board.lay("a12S2") == [PLACEMENT]
    assert [event.move for event in board.events if event.kind is PLACEMENT] == ["a1N2", "l1N2"]


def test_what_is_wrong_with_a_joined_board_is_told_but_only_what_is_clear() -> None:
    wrong = laid_by("a1E3", "f6")
    for chance, kinds in ((0.9995, [EventKind.JOINED, FAULT]), (0.905, [EventKind.JOINED])):
        board = Board()
        board.chance = chance
        assert board.show(wrong) == kinds
        assert board.state.game.player is None


def test_a_wrong_cube_is_told_once_a_second_look_shows_the_same(board) -> None:
    board.show(EMPTY_BOARD)
    assert board.show(laid_by("f6"), seconds=0.4) == []
    assert board.show(laid_by("f6"), seconds=1.0) == [FAULT]
    assert board.show(laid_by("f6"), seconds=6.0) == []
    assert board.show(EMPTY_BOARD) == [UNDO]


@pytest.mark.parametrize(("chance", "doubt"), [(0.905, None), (0.9995, Doubt.COLOURLESS), (0.9995, Doubt.BURNT_OUT)])
def test_nobody_is_accused_by_looks_that_are_not_sure(board, monkeypatch, chance, doubt) -> None:
    board.show(EMPTY_BOARD)
    board.chance = chance
    told = reading_of(laid_by("f6"), chance)
    monkeypatch.setattr("fake_board.reading_of", lambda *_: replace(told, doubt=doubt))
    assert FAULT not in board.show(laid_by("f6"), seconds=8.0)


def test_what_is_never_seen_clearly_is_gone_on_with_as_it_lies(board) -> None:
    board.show(EMPTY_BOARD)
    board.chance = 0.905
    assert board.show(laid_by("f6"), seconds=20.0) == [EventKind.RESYNC]
    assert (board.state.game.laid, board.state.game.player, board.state.unsettled) == (laid_by("f6"), None, None)


def test_a_square_in_doubt_stays_as_it_was(board) -> None:
    board.show(EMPTY_BOARD)
    board.lay("a1N2")
    board.unsure = ("a2", "c5")
    assert board.show(board.laid, seconds=6.0) == [PLACEMENT]
    assert board.state.game.laid == laid_by("a1N2")


def test_a_colour_in_doubt_is_the_one_that_the_card_asks_for(board, monkeypatch) -> None:
    board.show(EMPTY_BOARD)
    reading = reading_of(laid_by("a1N2"))
    reading.chances[0, 0] = [0.3, 0.69, 0.0, 0.01]
    monkeypatch.setattr("fake_board.reading_of", lambda *_: reading)
    assert board.show(laid_by("a1N2"), seconds=6.0) == [PLACEMENT]
    assert board.state.game.position.cube((0, 0)) == start().card.code((0, 0))


def test_nothing_is_read_under_an_arm(board) -> None:
    board.show(EMPTY_BOARD)
    for _ in range(20):
        board.frame(laid_by("f6"), arm=True)
    assert board.state.hand_since is not None
    assert board.state.unsettled is None


def test_pictures_of_a_folder_stand_for_themselves_and_each_ends_a_turn() -> None:
    board = Board(settings=Settings(are_stills=True))
    for laid in (EMPTY_BOARD, laid_by("a1N2"), laid_by("a1N2", "f6")):
        board.frame(laid)
    assert [event.kind for event in board.events] == [START, PLACEMENT, FAULT]


def test_the_space_bar_ends_a_turn(board) -> None:
    board.show(EMPTY_BOARD)
    board.lay("a1N2")
    board.take(MoveDone())
    board.frame(board.laid)
    assert board.events[-1].kind is PLACEMENT


def test_with_wait_for_key_nothing_is_read_before_the_key(board) -> None:
    board = Board(settings=Settings(waits_for_key=True))
    board.show(EMPTY_BOARD)
    assert board.lay("a1N2", seconds=6.0) == []
    board.take(MoveDone())
    assert board.show(board.laid) == [PLACEMENT]


def test_the_end_of_a_film_ends_the_last_turn(board) -> None:
    board.show(EMPTY_BOARD)
    board.lay("a1N2")
    board.take(SourceEnd())
    assert board.events[-1].kind is PLACEMENT


def test_read_anew_the_game_goes_on_from_what_lies_there(board) -> None:
    board.show(EMPTY_BOARD)
    board.lay("a1N2")
    board.take(Resync())
    kinds = board.show(laid_by("l12S4"))
    assert EventKind.RESYNC in kinds
    assert board.state.game.position.laid == laid_by("l12S4")


def test_a_board_that_cannot_be_read_is_told_in_a_game_only_if_that_lasts(board) -> None:
    board.show(EMPTY_BOARD)
    board.take(Resync())
    hidden = Unreadable("no marker is in view", "clear the view")
    for seconds in (0.0, 0.5, 2.0):
        request = replace(board.state.wanted, source_time=board.time + seconds)
        board.take(BoardLook(request, hidden))
        board.state = replace(board.state, wanted=request)
    told = [event for event in board.events if event.kind is VIEW]
    assert [(event.view, event.source_time - board.time) for event in told] == [(ViewChange.HIDDEN, 2.0)]


def test_the_sheet_of_another_card_is_not_judged(board) -> None:
    board.frame(EMPTY_BOARD)
    board.take(Resync())
    other = Unreadable("the sheet shows the signs of another card", "name it with --card")
    board.state = replace(board.state, game=BoardGame.of())
    board.take(BoardLook(board.state.wanted, reading_of(EMPTY_BOARD), other))
    assert board.events[-1].view is ViewChange.UNREADABLE
    assert not board.state.game.has_begun


def test_a_mirrored_picture_is_turned_round(board) -> None:
    board.frame(EMPTY_BOARD)
    board.take(Resync())
    board.take(BoardLook(board.state.wanted, MIRRORED))
    assert board.state.is_mirrored
    assert board.events[-1].view is ViewChange.MIRRORED


def test_a_camera_that_was_moved_is_told_once_two_looks_agree(board, monkeypatch) -> None:
    board.show(EMPTY_BOARD)
    moved = reading_of(EMPTY_BOARD)
    pose = camera()
    moved = replace(moved, pose=replace(pose, translation=pose.translation + np.array([0.5, 0.0, 0.0])))
    monkeypatch.setattr("fake_board.reading_of", lambda *_: moved)
    board.take(Resync())
    board.state = replace(board.state, is_read_anew=False)
    board.take(BoardLook(board.state.wanted, moved))
    assert VIEW not in [event.kind for event in board.events]
    assert board.show(EMPTY_BOARD)[0] is VIEW


def test_under_a_picture_that_has_changed_up_to_its_border_only_the_camera_is_looked_for(board) -> None:
    board.show(EMPTY_BOARD)
    board.take(Resync())
    board.state = replace(board.state, is_read_anew=False, wanted=replace(board.state.wanted, is_covered=True))
    board.take(BoardLook(board.state.wanted, reading_of(laid_by("f6"))))
    assert (board.state.game.laid, board.state.unsettled) == (EMPTY_BOARD, None)
    assert board.state.next_look > board.time


def test_a_lost_camera_is_told_and_the_game_kept(board) -> None:
    board.show(EMPTY_BOARD)
    board.lay("a1N2")
    board.take(SourceChange(False, board.time))
    board.take(SourceChange(True, board.time + 3.0))
    assert [event.view for event in board.events[-2:]] == [ViewChange.LOST, ViewChange.BACK]
    board.time += 3.0
    assert board.show(board.laid, seconds=6.0) == [PLACEMENT]
