"""Which pawns stand on each square, as all photos together tell. Called by the reader."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import FloatArray

from .pawn_colours import PAWN_COLOURS
from .pawn_network import COUNTS

# Photos of one moment err alike, so n that show a square tell as much as n to the power of one less this that do not:
# chosen on 14 rendered buildings.
_ALIKE = 0.4


@dataclass(frozen=True, slots=True, eq=False)
class StackView:
    """What a photo tells of each square, by rows from the South, as `ask_stacks` has it.

    Attributes
    ----------
    log_counts : float64 array of shape (n squares, COUNTS)
    log_colours : float64 array of shape (n squares, MOST_PAWNS, COLOURS)
    """

    log_counts: FloatArray
    log_colours: FloatArray


def joined_counts(views: Sequence[StackView]) -> FloatArray:
    """How likely no pawn, one, two, ... stand on each square, shape (n, COUNTS - 1)."""
    return _joined([view.log_counts for view in views], range(COUNTS - 1))


def joined_colours(views: Sequence[StackView], colours: Sequence[str]) -> FloatArray:
    """How likely each pawn from below has each of some colours, if it is there, shape (n, MOST_PAWNS, m)."""
    return _joined([view.log_colours for view in views], [PAWN_COLOURS.index(colour) for colour in colours])


def _joined(log_answers: Sequence[FloatArray], which: Sequence[int]) -> FloatArray:
    """Of the last answer, that something is not in view, follows nothing: it speaks for all others alike."""
    hidden = [np.exp(answers[..., -1:]) for answers in log_answers]
    told = [
        np.exp(answers[..., list(which)]) + share / len(which)
        for answers, share in zip(log_answers, hidden, strict=True)
    ]
    showing = np.maximum(1.0, len(told) - np.sum(hidden, axis=0))
    log_likely = np.sum(np.log(np.maximum(told, 1e-12)), axis=0) / showing**_ALIKE
    likely = np.exp(log_likely - log_likely.max(axis=-1, keepdims=True))
    return np.asarray(likely / likely.sum(axis=-1, keepdims=True))
