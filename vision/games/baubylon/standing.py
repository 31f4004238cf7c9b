"""Which building explains all photos of it best: the heights of all squares together. Called by the reader."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import FloatArray, IntArray
from calibration.building_mat import GROUND_SIDE

from .building_network import HEIGHTS
from .sightlines import TopsInView

#: Of tops of which less is in view than the first, nothing is told; of which more than the second, all is.
HIDDEN, IN_VIEW = 0.15, 0.5
# An answer by so much (nats) more likely is clearly another.
_CLEARLY = 3.0
_SQUARES = GROUND_SIDE * GROUND_SIDE
_MOST_ROUNDS = 12


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What a photo tells of each square by itself.

    Attributes
    ----------
    log_chances : float64 array of shape (n squares, HEIGHTS + 1)
        As `ask_building` has them: of each height, and that the top is hidden; squares by rows from the South.
    tops : TopsInView
    """

    log_chances: FloatArray
    tops: TopsInView

    def score(self, heights: IntArray) -> float:
        """How well a building explains the photo: the logarithm of how likely the answers are if it stands there."""
        share = np.clip((self.tops.shares(heights) - HIDDEN) / (IN_VIEW - HIDDEN), 0, 1)
        return float(share @ self._of(heights) + (1 - share) @ self.log_chances[:, HEIGHTS])

    def denied_share(self, heights: IntArray) -> float:
        """Of the tops that the photo would show of a building, on how many it shows something else instead, 0..1."""
        built = (self.tops.shares(heights) >= IN_VIEW) & (heights > 0)
        is_denied = self._of(heights) < self.log_chances.max(axis=1) - _CLEARLY
        return float((is_denied & built).sum() / max(1, built.sum()))

    def _of(self, heights: IntArray) -> FloatArray:
        return np.asarray(self.log_chances[np.arange(_SQUARES), heights])


def best_heights(views: Sequence[View]) -> IntArray:
    """The heights, (n,), that explain all views best, square by square until none is better otherwise."""
    together = sum(view.log_chances[:, :HEIGHTS] for view in views)
    heights = np.asarray(np.argmax(together, axis=1))
    for _ in range(_MOST_ROUNDS):
        before = heights.copy()
        # Who stands nearer to the cameras may hide others: the high ones first.
        for square in np.argsort(-heights, kind="stable"):
            heights[square] = int(np.argmax(_scores(views, heights, square)))
        if (heights == before).all():
            break
    return heights


def chances(views: Sequence[View], heights: IntArray) -> FloatArray:
    """How likely each height of each square is if the others are so high, shape (n, HEIGHTS)."""
    scores = np.array([_scores(views, heights, square) for square in range(_SQUARES)])
    likely = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(likely / likely.sum(axis=1, keepdims=True))


def _scores(views: Sequence[View], heights: IntArray, square: int) -> FloatArray:
    """How well all views are explained with each height of one square, (HEIGHTS,)."""
    tried = np.repeat(heights[None], HEIGHTS, axis=0)
    tried[:, square] = np.arange(HEIGHTS)
    return np.array([sum(view.score(one) for view in views) for one in tried])
