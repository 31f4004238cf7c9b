"""Bands that lamps on mains current lay over the pictures of a camera that reads them row by row. Used by differing.

They roll from picture to picture. Between two pictures they are a smooth wave over the rows, or over the columns of one
that was turned; an arm or a cube is none.
"""

from functools import cache, lru_cache

import numpy as np

from calibration.arrays import Float32Array, UInt8Array

# So many waves lie over the picture's height: the lamps' 100 or 120 a second, in the 8 to 40 ms in which it is read.
_WAVES = np.arange(0.8, 4.6, 0.04, dtype=np.float32)
# Measured is the median of each part of so many rows and columns, of every other pixel, and of so many at least.
_PART_PX, _STEP_PX, _FEWEST_PX = (4, 40), 2, 10
# Codes between these tell how bright a pixel is; above, it may be brighter.
_MEASURED = slice(25, 245)
# Lower waves (natural logarithm of codes) tell no pixels apart; bands that take half of the light, over brighter ones,
# are 0.6 high.
_LOWEST, _HIGHEST = 0.03, 0.6
# No lamp's bands are of two widths alike.
_MOST_RIPPLE = 0.5
# A wave is told by so many of the parts, that are no farther from it than this share of its height: of parts in which
# nothing has changed a sixth is.
_MOST, _NEAR = 0.6, 0.25
# And by so many of the rows, in each of which so many parts are: where an arm across the whole picture begins, none is.
_MOST_ROWS, _MOST_OF_A_ROW = 0.85, 0.25
# The wave is fitted so many times; parts count by how far from it they are, but no more than what is off by so little.
_FITS, _MEASURING_ERROR = 5, 0.008


def in_bands_of(other_bgr: UInt8Array, small_bgr: UInt8Array) -> UInt8Array | None:
    """A small picture with the bands that another one of its shape has in place of its own.

    Parameters
    ----------
    other_bgr, small_bgr : uint8 arrays of shape (h, w, 3)

    Returns
    -------
    uint8 array of shape (h, w, 3) or None
        None where no bands tell them apart.
    """
    for across in (0, 1):
        gains = _gains_of_rows(*(picture.swapaxes(0, across) for picture in (other_bgr, small_bgr)))
        if gains is not None:
            evened = np.clip(small_bgr * gains.swapaxes(0, across) + 0.5, 0, 255).astype(np.uint8)
            # What is too bright to be measured may be brighter than that.
            return np.asarray(np.where(small_bgr >= _MEASURED.stop, np.maximum(evened, other_bgr), evened), np.uint8)
    return None


def _gains_of_rows(other_bgr: UInt8Array, small_bgr: UInt8Array) -> Float32Array | None:
    """How many times as bright each row is in the other picture by bands alone, shape (h, 1, 3); None without bands."""
    parts = _ratios_of_parts(other_bgr, small_bgr)
    is_measured = np.asarray(~np.isnan(parts).any(axis=2), np.bool_)
    known = parts[is_measured]
    if len(known) < _MOST * is_measured.size or np.median(abs(known - np.median(known, axis=0))) < _LOWEST:
        return None
    shapes = _wave_shapes(len(small_bgr))
    measured = shapes[:, (_PART_PX[0] - 1) // 2 :: _PART_PX[0]][:, : len(parts)]
    of_rows = np.nanmedian(np.where(np.isnan(parts).all(axis=1, keepdims=True), 0, parts), axis=1, keepdims=True)
    off = abs(parts - of_rows).mean(axis=2)
    parts = np.where(is_measured[..., None], parts, 0)
    for _ in range(_FITS):
        # What an arm hides counts less each time.
        weights = np.where(is_measured, 1 / np.maximum(off, _MEASURING_ERROR), 0)
        weighted = measured.swapaxes(1, 2) @ (weights[..., None] * parts).sum(axis=1)
        fits = np.linalg.solve((measured * weights.sum(axis=1)[:, None]).swapaxes(1, 2) @ measured, weighted)
        each = abs((measured @ fits)[:, :, None] - parts).mean(axis=3)
        heights, ripples = (np.hypot(fits[:, k], fits[:, k + 1]).mean(axis=1) for k in (1, 3))
        costs = np.where(ripples <= _MOST_RIPPLE * heights, (each**2 * weights).sum(axis=(1, 2)), np.inf)
        best = int(costs.argmin())
        off = each[best]
    is_near = is_measured & (off < _NEAR * heights[best])
    rows_told = np.count_nonzero(is_near, axis=1) >= _MOST_OF_A_ROW * np.count_nonzero(is_measured, axis=1)
    is_told = np.count_nonzero(is_near) >= _MOST * len(known) and np.mean(rows_told) >= _MOST_ROWS
    if not is_told or not _LOWEST < heights[best] < _HIGHEST or np.isinf(costs[best]):
        return None
    return np.asarray(np.exp(shapes[best][:, 1:] @ fits[best][1:])[:, None], np.float32)


def _ratios_of_parts(other_bgr: UInt8Array, small_bgr: UInt8Array) -> Float32Array:
    """The natural logarithm of how many times as bright each part of the picture is in the other one; shape (rows of
    parts, parts in a row, 3); NaN where too little of it can be measured."""
    logs = _logs_of_codes()
    (rows, columns), (height, width) = (size // _STEP_PX for size in _PART_PX), other_bgr.shape[:2]
    down, across = height // _PART_PX[0], width // _PART_PX[1]
    other, small = (
        logs[picture[: down * _PART_PX[0] : _STEP_PX, : across * _PART_PX[1] : _STEP_PX]]
        for picture in (other_bgr, small_bgr)
    )
    parts = (other - small).reshape(down, rows, across, columns, 3).transpose(0, 2, 4, 1, 3)
    ordered = np.sort(parts.reshape(down, across, 3, rows * columns), axis=3)  # what is not measured, NaN, comes last
    counts = np.count_nonzero(~np.isnan(ordered), axis=3)
    medians = np.take_along_axis(ordered, np.maximum(counts - 1, 0)[..., None] // 2, axis=3)[..., 0]
    return np.where(counts >= _FEWEST_PX, medians, np.nan)


@lru_cache(maxsize=4)
def _wave_shapes(height: int) -> Float32Array:
    """What waves are made of over so many rows, for each number of them; shape (waves, height, 5): a constant, a sine
    and a cosine, and both twice as short."""
    turns = _WAVES[:, None] * (2 * np.pi * np.arange(height, dtype=np.float32) / height)
    return np.stack([np.ones_like(turns), *(wave(k * turns) for k in (1, 2) for wave in (np.sin, np.cos))], axis=2)


@cache
def _logs_of_codes() -> Float32Array:
    """The natural logarithm of each code, shape (256,); NaN of those that do not tell how bright a pixel is."""
    logs = np.full(256, np.nan, np.float32)
    logs[_MEASURED] = np.log(np.arange(256, dtype=np.float32)[_MEASURED])
    return logs
