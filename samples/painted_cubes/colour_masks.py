"""Finds the evenly painted regions of a picture by hue, under an unknown light. Used for single cubes, by `cube_pose`.

Shading and light multiply what a surface sends, so in logarithms they add: what is left after the mean over the
channels is taken out is the same in light and shade. Most of the picture is taken to be grey, which gives the light.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from skimage.measure import regionprops
from skimage.segmentation import watershed

from calibration.arrays import FloatArray, IntArray, UInt8Array
from calibration.linear_light import linear_light

#: Linear light that is nobody's paint: sensor noise and stray light. Chosen: noise on a black floor is no hue.
_STRAY = 0.02
#: Standard deviation (natural logarithm) of a paint around the usual one, in each channel: as in `colour_groups`.
_PAINT_SPREAD = 0.6
# How far from grey (natural logarithm, over three channels) is surely painted, and surely not; what lies between is
# parted where the picture changes most. Chosen: a saturated paint lies 1 to 2 away, in deep shade less than 0.35.
_PAINTED, _GREY = 0.5, 0.2
# Inside a region the codes (of 255, over three channels) change by less than this from pixel to pixel. Chosen: grain.
_EVEN = 9.0
# Two pieces of one face have colours that lie closer than this; if wrong, faces are joined or stay in pieces.
_ALIKE = 0.35
# Pieces of one face, parted by something thin, lie closer than this share of the larger one's width.
_GAP = 0.6
#: Smallest region, as a share of the picture and in pixels.
_LEAST_SHARE, _LEAST_PX = 3e-4, 30


@dataclass(frozen=True, slots=True, eq=False)
class ColourRegions:
    """Evenly painted regions of a picture, n of them.

    Attributes
    ----------
    labels : int array of shape (height, width)
        0 where nothing is painted, else the region's number from 1.
    chromas : float64 array of shape (n, 3)
        Natural logarithm of each region's linear red, green and blue, less their mean, under a white light.
    """

    labels: NDArray[np.int32]
    chromas: FloatArray


def chroma(light_rgb: FloatArray) -> FloatArray:
    """Logarithmic colour without lightness.

    Parameters
    ----------
    light_rgb : float array of shape (..., 3), linear, 0..1

    Returns
    -------
    float64 array of shape (..., 3), summing to 0 over the channels

    Examples
    --------
    >>> chroma(np.array([0.5, 0.5, 0.5])).round(3).tolist()
    [0.0, 0.0, 0.0]
    """
    logs = np.log(light_rgb + _STRAY)
    return np.asarray(logs - logs.mean(axis=-1, keepdims=True))


def paint_costs(chromas: FloatArray, usual_rgb: FloatArray) -> FloatArray:
    """How badly each region fits each paint: half the squared distance of their chromas, in standard deviations.

    Parameters
    ----------
    chromas : float array of shape (n, 3)
    usual_rgb : float array of shape (k, 3)
        Roughly the linear reflectance of each paint.

    Returns
    -------
    float64 array of shape (n, k), a negative log-likelihood but for a constant
    """
    away = chromas[:, None] - chroma(usual_rgb)
    return np.asarray(0.5 * (away**2).sum(axis=-1) / _PAINT_SPREAD**2)


def find_colour_regions(frame_bgr: UInt8Array) -> ColourRegions:
    """Find the regions of a picture that are painted evenly in something else than grey.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)

    Returns
    -------
    ColourRegions
        The largest first. Borders lie where the picture changes most (watershed, Beucher and Lantuéjoul 1979), pieces
        of one colour beside each other are one region.
    """
    smooth = np.asarray(cv2.GaussianBlur(frame_bgr, (0, 0), 0.8), np.uint8)
    light_rgb = linear_light(smooth)[..., ::-1]
    colours = chroma(light_rgb / _light(light_rgb))
    away = np.linalg.norm(colours, axis=-1)
    change = _change(smooth)
    cores = np.asarray((away > _PAINTED) & (change < _EVEN), np.uint8)
    count, seeds = cv2.connectedComponents(cores, connectivity=4)
    seeds[(away < _GREY) & (change < _EVEN)] = count
    labels = np.asarray(watershed(change, seeds), np.int32)
    labels[labels == count] = 0
    return _joined(labels, colours, max(_LEAST_PX, round(_LEAST_SHARE * labels.size)))


def _light(light_rgb: FloatArray) -> FloatArray:
    """The colour of the light, shape (3,), with a mean of 1: the brighter half's median, then that of what is near."""
    flat = light_rgb.reshape(-1, 3)
    brightness = flat.mean(axis=1)
    colours = chroma(flat[brightness >= np.median(brightness)])
    grey = np.median(colours, axis=0)
    for _ in range(3):
        near = np.linalg.norm(colours - grey, axis=1) < _PAINTED
        if not near.any():
            break
        grey = np.median(colours[near], axis=0)
    return np.asarray(np.exp(grey) / np.exp(grey).mean())


def _change(smooth_bgr: UInt8Array) -> FloatArray:
    """How much the codes change from pixel to pixel, shape (height, width)."""
    across = cv2.Scharr(smooth_bgr, cv2.CV_32F, 1, 0) / 32
    down = cv2.Scharr(smooth_bgr, cv2.CV_32F, 0, 1) / 32
    return np.asarray(np.sqrt((across.astype(np.float64) ** 2 + down.astype(np.float64) ** 2).sum(axis=-1)))


def _joined(labels: NDArray[np.int32], colours: FloatArray, least_area: int) -> ColourRegions:
    """Join alike pieces that lie beside each other, largest first, and drop what stays too small."""
    every = regionprops(labels)
    pieces = sorted((piece for piece in every if piece.area >= least_area / 4), key=lambda p: -p.area)
    found: list[tuple[IntArray, FloatArray]] = []
    for piece in pieces:
        places = np.asarray(piece.coords, np.int64)
        own = np.median(colours[places[:, 0], places[:, 1]], axis=0)
        for number, (others, theirs) in enumerate(found):
            if np.linalg.norm(own - theirs) < _ALIKE and _distance_px(places, others) < _GAP * np.sqrt(len(others)):
                found[number] = (np.concatenate([others, places]), theirs)
                break
        else:
            found.append((places, own))
    found = sorted((region for region in found if len(region[0]) >= least_area), key=lambda region: -len(region[0]))
    numbered = np.zeros_like(labels)
    for number, (places, _) in enumerate(found, 1):
        numbered[places[:, 0], places[:, 1]] = number
    return ColourRegions(numbered, np.array([own for _, own in found]).reshape(-1, 3))


def _distance_px(places: IntArray, others: IntArray) -> float:
    """From the one's nearest pixel to the other's, each thinned out to some 300."""
    few, fewer = (points[:: max(1, len(points) // 300)] for points in (places, others))
    return float(np.linalg.norm(few[:, None] - fewer, axis=-1).min())
