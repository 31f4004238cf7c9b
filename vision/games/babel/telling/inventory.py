"""What one box holds, as a prior on the types of all cubes in view together: it decides between likely readings only.

Called by `belief`. That a box was played with is not a rule of the game but a fact about sets; two sets can be
mixed, so a cube too many is unlikely and never impossible.
"""

import numpy as np

from calibration.arrays import FloatArray
from rules.games.babel import TYPES
from vision.logs import normalised_logs

#: How much less likely each cube of a type is that one box cannot hold; chosen: clear evidence (3 nats) overrules it.
_SURPLUS = 0.1
_BOX = np.array([kind.in_box for kind in TYPES])
_COUNTS = tuple(_BOX + 1)


def with_inventory(type_log_probabilities: FloatArray) -> FloatArray:
    """Weigh the types of cubes against each other, as drawn from one box without putting back.

    Parameters
    ----------
    type_log_probabilities : float array of shape (n, 5), natural logarithms
        What each cube is for itself, by one who takes all types for equally common. Players do too: they choose what
        fits, and place the few black cubes early. So only how far each type is used up counts here.

    Returns
    -------
    float64 array of shape (n, 5)
        Natural logarithms, normalised: each cube's marginal, by the forward-backward algorithm over how many cubes of
        each type have been drawn.

    Examples
    --------
    >>> three_blacks = np.log([[0.004, 0.004, 0.98, 0.006, 0.006]] * 2 + [[0.3, 0.05, 0.6, 0.025, 0.025]])
    >>> np.exp(with_inventory(three_blacks)[2]).round(2).tolist()
    [0.63, 0.1, 0.16, 0.05, 0.05]
    """
    likelihoods = np.exp(type_log_probabilities - type_log_probabilities.max(axis=1, keepdims=True))
    before = [np.zeros(_COUNTS)]
    before[0].flat[0] = 1.0
    for likelihood in likelihoods[:-1]:
        drawn = sum(likelihood[t] * _drawn(before[-1], t) for t in range(len(TYPES)))
        before.append(drawn / np.sum(drawn))
    after = np.ones(_COUNTS)
    marginals = np.empty_like(likelihoods)
    for i in range(len(likelihoods))[::-1]:
        by_type = [likelihoods[i, t] * _yet_to_draw(after, t) for t in range(len(TYPES))]
        marginals[i] = [np.sum(before[i] * ways) for ways in by_type]
        after = np.sum(by_type, axis=0)
        after /= after.max()
    return normalised_logs(np.log(np.maximum(marginals, np.finfo(float).tiny)))


def _weights(type: int) -> FloatArray:
    """By how many of this type are out: how likely one more is against one from a full box; shaped for broadcasting."""
    left = 1 - np.arange(_BOX[type] + 1) / _BOX[type]
    return np.where(left > 0, left, _SURPLUS).reshape([-1 if axis == type else 1 for axis in range(len(TYPES))])


_WEIGHTS = tuple(_weights(type) for type in range(len(TYPES)))


def _drawn(states: FloatArray, type: int) -> FloatArray:
    """Probability of each state after one more of this type; the last state stands for an emptied box."""
    weighed = np.moveaxis(states * _WEIGHTS[type], type, 0)
    moved = np.zeros_like(weighed)
    moved[1:] = weighed[:-1]
    moved[-1] += weighed[-1]
    return np.moveaxis(moved, 0, type)


def _yet_to_draw(states: FloatArray, type: int) -> FloatArray:
    """For each state, what follows once one more of this type is drawn: the transpose of `_drawn`."""
    following = np.moveaxis(states, type, 0)
    moved = np.concatenate([following[1:], following[-1:]])
    return np.asarray(np.moveaxis(moved, 0, type) * _WEIGHTS[type])
