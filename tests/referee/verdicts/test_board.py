"""The verdict on boards of which it is given what a photo shows."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.camera import CameraPose, plain_lens
from referee.photos import Photo
from referee.verdicts.board import ACCUSE, judge_board, seen_position
from rules.games.zero12 import (
    DEFAULT_CARD,
    DEFAULT_OPTIONS,
    SIDE,
    SQUARES,
    card_notation,
    parse_move,
    play,
    square_name,
    start,
)
from vision.games.zero12.evidence import EMPTY, KINDS, BoardReading, Doubt

PHOTO = Photo(Path("board.jpg"), np.zeros((10, 10, 3), np.uint8), (10, 10), None)
POSE = CameraPose(plain_lens(100.0, (10, 10)), np.eye(3), np.array([0.0, 0.0, 20.0]))
TOLD = {"is_card_told": True}


def seen(position, sure=0.9999, signs=None):
    """A reading of a position that is so sure everywhere."""
    chances = np.full((SIDE, SIDE, KINDS), (1 - sure) / (KINDS - 1))
    sign_chances = np.full((SIDE, SIDE, 3), 1 / 3)
    for square in SQUARES:
        code = position.cube(square)
        chances[square][EMPTY if code is None else code] = sure
        if signs is not None:
            sign_chances[square] = np.eye(3)[signs.code(square)]
    return BoardReading(POSE, chances, sign_chances)


def with_kind(reading, square, kind, sure):
    chances = reading.chances.copy()
    chances[square] = (1 - sure) / (KINDS - 1)
    chances[square][kind] = sure
    return replace(reading, chances=chances)


@pytest.fixture
def position():
    first = start()
    for move in ("a1N2", "b1E2", "l1N2"):
        first = play(first, parse_move(move)) if parse_move(move) in first.legal_moves() else first
    return first


def test_a_board_of_a_game_is_legal_with_its_cubes(position) -> None:
    found = judge_board(PHOTO, seen(position), DEFAULT_OPTIONS, **TOLD)
    assert (found.verdict, found.faults, found.reasons) == ("legal", (), ())
    assert found.position.laid == position.laid


def test_a_cube_of_a_wrong_colour_is_accused_only_where_it_is_sure(position) -> None:
    wrong = (DEFAULT_CARD.code((0, 0)) + 1) % 3
    sure = with_kind(seen(position), (0, 0), wrong, 0.9999)
    found = judge_board(PHOTO, sure, DEFAULT_OPTIONS, **TOLD)
    assert found.verdict == "illegal"
    assert [(fault.rule, fault.places) for fault in found.faults] == [("2", ("a1",))]
    nearly = judge_board(PHOTO, with_kind(seen(position), (0, 0), wrong, ACCUSE - 0.01), DEFAULT_OPTIONS, **TOLD)
    assert (nearly.verdict, nearly.faults) == ("undetermined", ())
    assert nearly.reasons[0].startswith("Not sure, but it may be: a1 asks for")


def test_a_stranded_cube_is_not_accused_while_a_square_beside_it_is_not_sure(position) -> None:
    alone = (6, 6)
    stranded = with_kind(seen(position), alone, DEFAULT_CARD.code(alone), 0.9999)
    found = judge_board(PHOTO, stranded, DEFAULT_OPTIONS, **TOLD)
    assert [(fault.rule, fault.places) for fault in found.faults] == [("3", (square_name(alone),))]
    # Were there cubes all the way from two borders, it could have been laid.
    hidden = stranded
    for square in SQUARES:
        if square != alone and max(square) <= 6 and position.cube(square) is None:
            hidden = with_kind(hidden, square, EMPTY, 0.5)
    found = judge_board(PHOTO, hidden, DEFAULT_OPTIONS, **TOLD)
    assert (found.verdict, found.faults) == ("undetermined", ())
    (reason,) = found.reasons
    assert reason.startswith("It is not sure what lies on ")


def test_a_square_that_is_not_sure_leaves_the_verdict_open(position) -> None:
    found = judge_board(PHOTO, with_kind(seen(position), (9, 9), EMPTY, 0.6), DEFAULT_OPTIONS, **TOLD)
    assert (found.verdict, found.reasons) == ("undetermined", ("It is not sure what lies on j10.",))


def test_a_sheet_of_another_card_keeps_colours_from_being_judged(position) -> None:
    other = DEFAULT_CARD.__class__(tuple((code + 1) % 3 for code in DEFAULT_CARD.codes))
    options = replace(DEFAULT_OPTIONS, card=card_notation(other))
    found = judge_board(PHOTO, seen(position, signs=DEFAULT_CARD), options, is_card_told=True)
    assert (found.verdict, found.faults) == ("undetermined", ())
    assert found.reasons == ("The sheet shows the signs of another card; name it with --card.",)


def test_a_board_that_hides_its_signs_needs_a_card(position) -> None:
    found = judge_board(PHOTO, seen(position), DEFAULT_OPTIONS, is_card_told=False)
    assert found.reasons == ("Hardly any sign in view tells of which card the sheet is; name it with --card.",)
    shown = judge_board(PHOTO, seen(position, signs=DEFAULT_CARD), DEFAULT_OPTIONS, is_card_told=False)
    assert shown.verdict == "legal"


@pytest.mark.parametrize("doubt", list(Doubt))
def test_a_photo_that_misleads_accuses_nobody(position, doubt) -> None:
    wrong = with_kind(seen(position), (0, 0), (DEFAULT_CARD.code((0, 0)) + 1) % 3, 0.9999)
    stranded = with_kind(wrong, (6, 6), DEFAULT_CARD.code((6, 6)), 0.9999)
    found = judge_board(PHOTO, replace(stranded, doubt=doubt), DEFAULT_OPTIONS, **TOLD)
    assert (found.verdict, found.faults) == ("undetermined", ())
    assert found.reasons[0].startswith("The photo ")
    assert [reason.split(":")[0] for reason in found.reasons[1:]] == 2 * ["Not sure, but it may be"]


def test_a_board_without_a_coloured_cube_may_be_legal(position) -> None:
    plain = replace(seen(position), doubt=Doubt.NO_COLOURED_CUBE)
    assert judge_board(PHOTO, plain, DEFAULT_OPTIONS, **TOLD).verdict == "legal"
    filtered = replace(seen(position), doubt=Doubt.COLOURLESS)
    assert judge_board(PHOTO, filtered, DEFAULT_OPTIONS, **TOLD).verdict == "undetermined"


def test_the_turns_since_the_position_before_are_told(position) -> None:
    move = position.legal_moves()[0]
    found = judge_board(PHOTO, seen(position.applied(move)), DEFAULT_OPTIONS, before=position, **TOLD)
    assert (found.verdict, found.change.ways) == ("legal", ((move,),))


def test_a_wrong_turn_is_accused_only_where_all_of_it_is_sure(position) -> None:
    alone = (6, 6)
    for sure, verdict in ((0.9999, "illegal"), (0.95, "undetermined")):
        after = with_kind(seen(position), alone, DEFAULT_CARD.code(alone), sure)
        found = judge_board(PHOTO, after, DEFAULT_OPTIONS, before=position, **TOLD)
        assert found.verdict == verdict
        assert bool(found.faults) == (verdict == "illegal")


def test_a_cube_that_is_hidden_now_counts_as_still_lying_there(position) -> None:
    move = position.legal_moves()[0]
    hidden = with_kind(seen(position.applied(move)), (0, 0), EMPTY, 0.5)
    found = judge_board(PHOTO, hidden, DEFAULT_OPTIONS, before=position, **TOLD)
    assert (found.verdict, found.change.ways) == ("undetermined", ((move,),))
    assert found.reasons == ("It is not sure what lies on a1.",)


def test_squares_that_are_not_sure_are_no_cubes_to_accuse() -> None:
    reading = seen(start(), sure=0.5)
    assert seen_position(reading, DEFAULT_OPTIONS).filled == 0
    found = judge_board(PHOTO, reading, DEFAULT_OPTIONS, **TOLD)
    assert (found.verdict, found.faults) == ("undetermined", ())


@pytest.mark.parametrize("seed", range(30))
def test_no_fault_is_proven_that_another_filling_of_the_unsure_squares_explains(seed: int) -> None:
    chance = np.random.default_rng(seed)
    legal = start()
    for _ in range(int(chance.integers(1, 25))):
        moves = legal.legal_moves()
        legal = legal.applied(moves[int(chance.integers(len(moves)))])
    reading = seen(legal)
    for number in chance.permutation(len(SQUARES))[: int(chance.integers(0, 60))]:
        square = SQUARES[number]
        reading = with_kind(reading, square, int(chance.integers(KINDS)), float(chance.uniform(0.4, ACCUSE - 0.001)))
    assert judge_board(PHOTO, reading, DEFAULT_OPTIONS, **TOLD).verdict != "illegal"
