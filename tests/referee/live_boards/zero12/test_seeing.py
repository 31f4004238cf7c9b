"""What a look tells of a board, beside what was known of it."""

from dataclasses import replace

import numpy as np
import pytest
from fake_board import EMPTY_BOARD, SIDE_PX, camera, laid_by, reading_of

from referee.live_boards.zero12.seeing import is_fit, seen_board, stirred_squares
from rules.games.zero12 import bit, start
from rules.games.zero12.squares import BOARD
from vision.games.zero12.evidence import Doubt

CARD, COLOURS = start().card, start().options.colours
A1 = (0, 0)


def seen(reading, before=EMPTY_BOARD, stirred=BOARD):
    return seen_board(reading, before, CARD, COLOURS, stirred)


def reading_with(square, chances, laid=EMPTY_BOARD):
    """A reading of a board, with these chances on one square."""
    reading = reading_of(laid)
    reading.chances[square] = chances
    return reading


def test_what_is_sure_is_believed_where_the_picture_has_changed() -> None:
    board = seen(reading_of(laid_by("a1N2")))
    assert (board.laid, board.doubtful, board.is_plain, board.may_accuse) == (laid_by("a1N2"), 0, True, True)


@pytest.mark.parametrize(("chance", "is_believed"), [(0.98, False), (0.9995, True)])
def test_where_nothing_has_changed_only_what_is_all_but_certain_is_believed(chance, is_believed) -> None:
    reading = reading_with(A1, [chance, 0.0, 0.0, 1 - chance])
    board = seen(reading, stirred=0)
    assert board.laid == (laid_by("a1") if is_believed else EMPTY_BOARD)
    assert board.doubtful == (0 if is_believed else bit(A1))


def test_a_known_cube_that_seems_gone_where_nothing_has_changed_stays_and_nobody_is_accused() -> None:
    board = seen(reading_with(A1, [0.02, 0.0, 0.0, 0.98]), before=laid_by("a1"), stirred=0)
    assert (board.laid, board.may_accuse) == (laid_by("a1"), False)


def test_a_square_in_doubt_stays_as_it_was() -> None:
    in_doubt = [0.4, 0.0, 0.0, 0.6]
    assert (seen(reading_with(A1, in_doubt)).laid, seen(reading_with(A1, in_doubt)).doubtful) == (EMPTY_BOARD, 0)
    assert seen(reading_with(A1, [0.6, 0.0, 0.0, 0.4])).doubtful == bit(A1)
    assert seen(reading_with(A1, in_doubt), before=laid_by("a1")).laid == laid_by("a1")


@pytest.mark.parametrize(("share", "code"), [(0.998, 0), (0.9995, 1)])
def test_another_colour_than_the_card_asks_for_has_to_be_sure(share, code) -> None:
    board = seen(reading_with(A1, [1 - share, share, 0.0, 0.0]))
    assert CARD.code(A1) == 0
    assert board.laid[code] == bit(A1)


def test_what_is_less_sure_is_believed_but_accuses_nobody() -> None:
    board = seen(reading_with(A1, [0.95, 0.0, 0.0, 0.05]))
    assert (board.laid, board.is_plain, board.may_accuse) == (laid_by("a1"), False, False)


def test_a_picture_without_the_sets_colour_is_fit_as_long_as_no_such_cube_lies_there() -> None:
    coloured = laid_by("c2")
    assert coloured[2]
    for doubt, laid, fits in (
        (None, coloured, True),
        (Doubt.NO_COLOURED_CUBE, laid_by("a1"), True),
        (Doubt.NO_COLOURED_CUBE, coloured, False),
        (Doubt.BURNT_OUT, laid_by("a1"), False),
        (Doubt.COLOURLESS, EMPTY_BOARD, False),
    ):
        assert is_fit(replace(reading_of(laid), doubt=doubt), laid, COLOURS) is fits


def test_squares_are_stirred_where_their_cubes_would_show() -> None:
    changed = np.zeros((SIDE_PX, SIDE_PX), bool)
    x, y = camera().project(np.array([[-5.5, -5.5, 0.5]]))[0]
    changed[round(y) - 4 : round(y) + 5, round(x) - 4 : round(x) + 5] = True
    stirred = stirred_squares(changed, camera())
    assert stirred & bit(A1)
    assert not stirred & bit((5, 5))
    assert stirred_squares(None, camera()) == 0
