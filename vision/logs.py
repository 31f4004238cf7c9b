"""Probabilities as natural logarithms. Used wherever what was seen is weighed."""

import numpy as np

from calibration.arrays import FloatArray


def normalised_logs(logs: FloatArray) -> FloatArray:
    """Logarithms of probabilities that add up to 1 along the last axis, out of those of their proportions; (..., n).

    As `scipy.special.log_softmax`, which takes a seventh of a second to import.
    """
    return np.asarray(logs - np.logaddexp.reduce(logs, axis=-1, keepdims=True))
