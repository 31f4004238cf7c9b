import numpy as np
import pytest

from vision.games.baubylon.evidence import PawnReading
from vision.games.baubylon.pawn_colours import MOST_PAWNS, PAWN_COLOURS
from vision.games.baubylon.pawn_network import COLOURS, COUNTS
from vision.games.baubylon.stacks import StackView, joined_colours, joined_counts

HIDDEN, UNSEEN = COUNTS - 1, COLOURS - 1
RED, BLUE, GREEN = (PAWN_COLOURS.index(colour) for colour in ("red", "blue", "green"))


def view_of(*squares: tuple[int, tuple[int, ...]], sure: float = 0.98) -> StackView:
    """What a photo tells surely of squares: how many pawns, and the colour of each."""
    counts = np.full((len(squares), COUNTS), (1 - sure) / (COUNTS - 1))
    colours = np.full((len(squares), MOST_PAWNS, COLOURS), (1 - sure) / (COLOURS - 1))
    for square, (count, stack) in enumerate(squares):
        counts[square, count] = sure
        for level, colour in enumerate(stack):
            colours[square, level, colour] = sure
    return StackView(np.log(counts), np.log(colours))


def test_two_photos_are_surer_than_one_and_a_third_is_overruled() -> None:
    right, wrong = view_of((2, (RED, BLUE))), view_of((3, (RED, GREEN)))
    one, two = (joined_counts([right] * number)[0, 2] for number in (1, 2))
    assert 0.97 < one < two
    assert joined_counts([right, wrong, right])[0].argmax() == 2
    assert joined_colours([right, wrong, right], PAWN_COLOURS)[0, 1].argmax() == BLUE


def test_a_photo_that_does_not_show_a_square_tells_nothing_of_it() -> None:
    shown, hidden = view_of((2, (RED, BLUE))), view_of((HIDDEN, (UNSEEN, UNSEEN)))
    alone, both = (joined_counts(views)[0] for views in ([shown], [shown, hidden]))
    assert both == pytest.approx(alone, abs=0.02)
    assert joined_counts([hidden])[0].max() < 0.3
    assert joined_colours([hidden], PAWN_COLOURS)[0, 0].max() < 0.3


def test_only_colours_that_are_played_are_told() -> None:
    names = ("red", "blue")
    likely = joined_colours([view_of((1, (GREEN,)))], names)
    assert likely.shape == (1, MOST_PAWNS, 2)
    assert likely[0, 0].max() < 0.9
    assert joined_colours([view_of((1, (BLUE,)))], names)[0, 0].tolist() == pytest.approx([0.02, 0.98], abs=0.03)


def test_a_stack_is_told_as_far_as_it_is_sure() -> None:
    counts, colours = np.zeros((8, 8, 6)), np.full((8, 8, 5, 2), 0.5)
    counts[..., 0] = 1
    counts[2, 3] = [0.05, 0, 0.95, 0, 0, 0]
    colours[2, 3, 1] = [0.02, 0.98]
    reading = PawnReading(("red", "blue"), counts, colours)
    assert reading.stack((0, 0)) == ()
    assert reading.stack((2, 3)) == (None, "blue")
    assert reading.stack((2, 3), 0.96) is None
    assert reading.confidence((2, 3)) == pytest.approx(0.95 * 0.5 * 0.98)
    assert reading.confidence((0, 0)) == 1
