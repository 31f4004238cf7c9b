"""Tells painted surfaces apart under an unknown light when it is known how many there are of each paint.

What is seen is reflectance times gain, so logarithms add: paint + light + light of the one picture. Because the counts
are known, the mean over all surfaces gives the light away before any of them is known. Used by `samples.rubiks`.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from calibration.arrays import FloatArray, IntArray

# Chosen standard deviations of natural logarithms. Paints of a set around the usual ones: sets differ and paint fades.
_PAINT_SPREAD = 0.6
# One picture's light around that of all: exposure and white balance drift.
_PICTURE_SPREAD = 0.25
# One surface around its paint: shading moves all channels together, stray colour each for itself.
_SHADING_SPREAD, _COLOUR_SPREAD = 0.25, 0.12
# Linear light that is nobody's paint: sensor noise and stray light; also what it takes a channel to be told from none.
_STRAY = 0.01
# The light is started from the counts' mean and from these many steps beside it, red against blue.
_STARTS = np.linspace(-0.6, 0.6, 5)
_ROUNDS = 40


@dataclass(frozen=True, slots=True, eq=False)
class ColourGroups:
    """Surfaces told apart.

    Attributes
    ----------
    paints : int array of shape (n,)
        Which paint each surface has.
    light : float64 array of shape (3,)
        Natural logarithm of the common gain.
    misfit : float
        What is left unexplained; the smaller, the better.
    """

    paints: IntArray
    light: FloatArray
    misfit: float


def group_colours(light_rgb: FloatArray, pictures: IntArray, usual_rgb: FloatArray, counts: IntArray) -> ColourGroups:
    """Find which paint each surface has.

    Parameters
    ----------
    light_rgb : float array of shape (n, 3), 0..1
        Linear light of each surface.
    pictures : int array of shape (n,)
        Which picture each was seen in, numbered from 0.
    usual_rgb : float array of shape (k, 3), 0..1
        Roughly the linear reflectance of each paint, by which they are named.
    counts : int array of shape (k,)
        How many surfaces of each paint there are, summing to n.

    Returns
    -------
    ColourGroups
        The best of several starts, each improved in turns: the assignment that keeps the counts (Hungarian method),
        then light, pictures and paints, each drawn toward what is usual (a maximum a posteriori estimate).

    Raises
    ------
    ValueError
        If the counts do not sum to the number of surfaces.

    Examples
    --------
    >>> usual = np.array([[0.8, 0.8, 0.8], [0.5, 0.05, 0.05], [0.05, 0.1, 0.5]])
    >>> seen = usual[[0, 1, 2, 1, 0, 2]] * [0.5, 0.3, 0.1]  # a dim, warm light
    >>> group_colours(seen, np.zeros(6, int), usual, np.array([2, 2, 2])).paints.tolist()
    [0, 1, 2, 1, 0, 2]
    """
    if int(counts.sum()) != len(light_rgb):
        raise ValueError(f"the counts sum to {int(counts.sum())}, but there are {len(light_rgb)} surfaces")
    model = _Model(
        seen=np.log(light_rgb + _STRAY),
        # What is dark has little light over noise, so its logarithm says less.
        doubt=_COLOUR_SPREAD**2 + (0.5 * _STRAY / (light_rgb + _STRAY)) ** 2,
        pictures=pictures,
        usual=np.log(usual_rgb + _STRAY),
        places=np.repeat(np.arange(len(counts)), counts),
    )
    balance = np.array([0.5, 0.0, -0.5])
    return min((model.improved(start * balance) for start in _STARTS), key=lambda groups: groups.misfit)


@dataclass(frozen=True, slots=True, eq=False)
class _Model:
    """Logarithms of what was seen and its doubt (n, 3), and of what is usual (k, 3); a paint for each place (n,)."""

    seen: FloatArray
    doubt: FloatArray
    pictures: IntArray
    usual: FloatArray
    places: IntArray

    def improved(self, beside: FloatArray) -> ColourGroups:
        """Improve in turns from a light `beside` the one that the counts' mean tells, until nothing changes."""
        light = self.seen.mean(axis=0) - self.usual[self.places].mean(axis=0) + beside
        paints, drift = self.usual.copy(), np.zeros((int(self.pictures.max()) + 1, 3))
        chosen = np.full(len(self.seen), -1)
        for _ in range(_ROUNDS):
            costs = self._costs(paints, light + drift)
            _, columns = linear_sum_assignment(costs[:, self.places])
            before, chosen = chosen, self.places[columns]
            light, drift, paints = self._refitted(chosen, paints, drift)
            if (chosen == before).all():
                break
        misfit = self._costs(paints, light + drift)[np.arange(len(chosen)), chosen].sum()
        misfit += ((paints - self.usual) ** 2).sum() / _PAINT_SPREAD**2 + (drift**2).sum() / _PICTURE_SPREAD**2
        return ColourGroups(chosen.astype(np.int64), light, float(misfit))

    def _costs(self, paints: FloatArray, lights: FloatArray) -> FloatArray:
        """How badly each surface fits each paint: its squared Mahalanobis distance, shape (n, k)."""
        left = self.seen[:, None] - paints - lights[self.pictures][:, None]
        weight = 1 / self.doubt[:, None]
        # Shading is one number for all channels: its most probable value is taken out (matrix inversion lemma).
        shading = (weight * left).sum(axis=-1)
        return np.asarray((weight * left**2).sum(axis=-1) - shading**2 / (weight.sum(axis=-1) + 1 / _SHADING_SPREAD**2))

    def _refitted(
        self, chosen: IntArray, paints: FloatArray, drift: FloatArray
    ) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Light, each picture's drift and each paint, one after the other, given which surface has which paint."""
        weight = 1 / (self.doubt + _SHADING_SPREAD**2)
        left = self.seen - paints[chosen] - drift[self.pictures]
        light = (weight * left).sum(axis=0) / weight.sum(axis=0)
        drift = _drawn_to_zero(self.seen - paints[chosen] - light, weight, self.pictures, len(drift), _PICTURE_SPREAD)
        away = self.seen - self.usual[chosen] - light - drift[self.pictures]
        paints = self.usual + _drawn_to_zero(away, weight, chosen, len(paints), _PAINT_SPREAD)
        return light, drift, paints


def _drawn_to_zero(values: FloatArray, weight: FloatArray, groups: IntArray, count: int, spread: float) -> FloatArray:
    """Weighted mean of each group, shape (count, 3), drawn toward 0 with a standard deviation of `spread`."""
    sums = np.stack([np.bincount(groups, (weight * values)[:, axis], count) for axis in range(3)], axis=-1)
    weights = np.stack([np.bincount(groups, weight[:, axis], count) for axis in range(3)], axis=-1)
    return np.asarray(sums / (weights + spread**-2))
