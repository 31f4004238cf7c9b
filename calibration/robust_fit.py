"""Fits a few parameters to many measurements of which some are wrong. Used where poses are estimated.

scipy's `least_squares` does the same, and is the reference in the tests; importing it takes as long as reading a photo.
"""

from collections.abc import Callable

import numpy as np

from .arrays import FloatArray

# Damping at the start, and by what it changes after a good and a bad step (Marquardt 1963, delayed gratification as in
# Transtrum and Sethna 2012: down fast, up slowly).
_DAMPING, _DOWN, _UP = 1e-3, 0.2, 3.0
# A step that gains less than this share of the loss is the last one: poses then move by hundredths of a pixel.
_LEAST_GAIN = 1e-5
# Nor does one that is shorter than this, and gains nothing, lead anywhere.
_SHORTEST = 1e-10
# Damps parameters that no residual depends on.
_LEAST_DAMPING = 1e-12


def fit_robustly(
    residuals: Callable[[FloatArray], FloatArray], start: FloatArray, scale: float, most_evaluations: int
) -> FloatArray:
    """Minimise the sum of scale² (sqrt(1 + (r / scale)²) - 1) over the residuals r (loss "soft l1").

    Levenberg-Marquardt with weights that follow the loss. Derivatives by forward differences, kept up by Broyden's
    rank-one updates (1965) while steps gain.

    Parameters
    ----------
    residuals : callable
        From parameters of shape (p,) to residuals of shape (n,).
    start : float array of shape (p,)
    scale : float
        Residuals far beyond this count by their size, not by its square.
    most_evaluations : int
        How often the residuals are asked for, the start included and derivatives not counted.

    Returns
    -------
    float64 array of shape (p,)
        Never worse than the start.

    Examples
    --------
    >>> line = np.array([0.0, 1.0, 2.0, 3.0, 40.0])  # the last one is wrong
    >>> fit_robustly(lambda x: np.arange(5) * x[0] - line, np.array([0.0]), 0.1, 50).round(1).tolist()
    [1.0]
    """
    parameters = np.asarray(start, np.float64)
    values = residuals(parameters)
    loss = _loss(values, scale)
    damping, spread = _DAMPING, np.zeros(len(parameters))
    slopes, are_fresh = _slopes(residuals, parameters, values), True
    for _ in range(most_evaluations - 1):
        weights = 1 / np.sqrt(1 + (values / scale) ** 2)
        normal = (slopes * weights) @ slopes.T
        spread = np.maximum(spread, normal.diagonal())
        step = np.linalg.solve(normal + np.diag(damping * spread + _LEAST_DAMPING), -slopes @ (weights * values))
        tried = residuals(parameters + step)
        new_loss = _loss(tried, scale)
        gain = loss - new_loss
        if gain > 0:
            slopes += step[:, None] * (tried - values - step @ slopes) / (step @ step)
            parameters, values, loss = parameters + step, tried, new_loss
            damping *= _DOWN
        elif are_fresh:
            damping *= _UP
            if float(abs(step).max()) < _SHORTEST:
                break
        if gain > _LEAST_GAIN * loss:
            are_fresh = False
        elif not are_fresh:
            # What was kept up may have strayed: no fit ends on it.
            slopes, are_fresh = _slopes(residuals, parameters, values), True
        elif gain > 0:
            break
    return parameters


def _loss(values: FloatArray, scale: float) -> float:
    with np.errstate(over="ignore", invalid="ignore"):
        loss = float(np.sum(np.sqrt(1 + (values / scale) ** 2) - 1))
    return loss if np.isfinite(loss) else float("inf")


def _slopes(residuals: Callable[[FloatArray], FloatArray], parameters: FloatArray, values: FloatArray) -> FloatArray:
    """Derivatives of the residuals, shape (p, n)."""
    steps = np.sqrt(np.finfo(float).eps) * np.maximum(1.0, abs(parameters))
    return np.asarray(np.array([residuals(moved) - values for moved in parameters + np.diag(steps)]) / steps[:, None])
