"""Develops finished photos anew: with less light or too much, with stray light, by a tone curve, through a filter.

    python -m samples.casts PHOTOS OUT --seed 0

A candle sends hardly any blue, a coloured lamp hardly any red or green, and a camera that is not set for it keeps it
so. A greasy lens, or a window near its view, lays a share of the light evenly over the picture. Lamps on the mains
flicker while the rows of a picture are read out. People expose too long or sit in the dark, cameras darken shadows and
brighten lights by a tone curve, and filters leave hardly any colour. Each photo is developed once for each of these.
The truth goes along as it is. Called by people.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calibration.arrays import FloatArray, UInt8Array
from calibration.linear_light import linear_light

from .photo_files import read_picture, write_variant
from .sensor import encode_jpeg, srgb
from .variants import variants_command


@dataclass(frozen=True, slots=True)
class Cast:
    """What becomes of a photo's light.

    Attributes
    ----------
    left : tuple of 3 floats
        What is left of its red, green and blue, 0..1.
    stray : float
        What lies over all of it, as a share of its brighter parts (quantile 0.9 of each colour).
    flicker : float
        Share of the light that is missing in the darkest row, 0..1.
    stops : float
        How many times the exposure is doubled; where it is halved, below 0, the sensor's noise stays.
    curve : float
        How steep a tone curve is in its middle: a logistic one of the codes from 0 to 1; 0 for none.
    colour : float
        Share of the colour that a filter leaves, 0..1.
    tone : tuple of 3 floats
        What the filter multiplies the codes of red, green and blue by.
    """

    left: tuple[float, float, float] = (1.0, 1.0, 1.0)
    stray: float = 0.0
    flicker: float = 0.0
    stops: float = 0.0
    curve: float = 0.0
    colour: float = 1.0
    tone: tuple[float, float, float] = (1.0, 1.0, 1.0)


CASTS = {
    "little-blue": Cast(left=(1.0, 1.0, 0.05)),
    "no-blue": Cast(left=(1.0, 1.0, 0.01)),
    "little-red": Cast(left=(0.05, 1.0, 1.0)),
    "no-red": Cast(left=(0.01, 1.0, 1.0)),
    "red-alone": Cast(left=(1.0, 0.01, 0.01)),
    "stray-5": Cast(stray=0.05),
    "stray-10": Cast(stray=0.1),
    "stray-20": Cast(stray=0.2),
    "stray-40": Cast(stray=0.4),
    "flicker-20": Cast(flicker=0.2),
    "flicker-40": Cast(flicker=0.4),
    "flicker-60": Cast(flicker=0.6),
    "exposed-1.5": Cast(stops=1.5),
    "exposed-2": Cast(stops=2.0),
    "exposed-3": Cast(stops=3.0),
    "darker-2": Cast(stops=-2.0),
    "darker-4": Cast(stops=-4.0),
    "darker-5": Cast(stops=-5.0),
    "curve-4": Cast(curve=4.0),
    "curve-6": Cast(curve=6.0),
    "warm-tone": Cast(colour=0.0, tone=(1.05, 0.9, 0.72)),
    "cold-tone": Cast(colour=0.0, tone=(0.9, 1.0, 1.08)),
    "colour-8": Cast(colour=0.08),
    "colour-15": Cast(colour=0.15),
}
# Standard deviation of the noise on what is left, in linear light; and what a photo is saved with.
_NOISE, _QUALITY = 0.0015, 90
# Standard deviation of the logarithm of each colour of stray light: what sends it is not what lights the mat.
_STRAY_TINT = 0.1
# What red, green and blue add to lightness (ITU-R BT.601).
_LUMA = np.array([0.299, 0.587, 0.114])
# Bands in a picture, from and to: a hundred or more a second, read out in a sixtieth or a thirtieth.
_BANDS = (1.5, 6.0)


def cast(photo_rgb: UInt8Array, kind: str, rng: np.random.Generator) -> UInt8Array:
    """The photo as under one of `CASTS`.

    Parameters
    ----------
    photo_rgb : uint8 array of shape (height, width, 3)
    kind : str
        One of `CASTS`.
    rng : numpy.random.Generator
    """
    through = CASTS[kind]
    light, left, stray = linear_light(photo_rgb), np.array(through.left), through.stray
    noise = _NOISE * rng.standard_normal(photo_rgb.shape) * ((left < 1) | (through.stops < 0))
    tint = np.exp(rng.normal(0.0, _STRAY_TINT, 3))
    veil = stray * tint * np.quantile(light, 0.9, axis=(0, 1))
    # It is exposed shorter for it, so that bright parts stay as bright.
    exposed = (light * left + veil) / (1 + stray) * _flickering(len(light), through.flicker, rng) * 2**through.stops
    shares = _curved(np.asarray(srgb(np.clip(exposed + noise, 0, 1)), np.float64), through.curve)
    return np.asarray(np.rint(_filtered(255 * shares, through)), np.uint8)


def _curved(shares: FloatArray, steepness: float) -> FloatArray:
    """Codes 0..1 by a logistic tone curve that leaves black and white as they are."""
    if not steepness:
        return shares
    black, white, curved = (1 / (1 + np.exp(-steepness * (share - 0.5))) for share in (0.0, 1.0, shares))
    return np.asarray((curved - black) / (white - black), np.float64)


def _filtered(codes: FloatArray, through: Cast) -> FloatArray:
    """Codes 0..255 of red, green and blue with less colour, toned."""
    grey = (codes @ _LUMA)[..., None]
    return np.asarray(np.clip((grey + through.colour * (codes - grey)) * through.tone, 0, 255))


def _flickering(rows: int, depth: float, rng: np.random.Generator) -> FloatArray:
    """The light that each row gets, 1 - depth..1, shape (rows, 1, 1): the square of a sine, as in incandescent lamps,
    or one that is cut off below, as in many others."""
    phases = np.pi * (rng.uniform(*_BANDS) * np.arange(rows) / rows + rng.uniform())
    cut = rng.choice([0.0, rng.uniform(0.0, 0.5)])
    wave = np.maximum(np.sin(phases) ** 2 - cut, 0) / (1 - cut)
    return np.asarray(1 - depth * (1 - wave)[:, None, None])


def _make_casts(photo: Path, folder: Path, seed: int) -> None:
    """Develop PHOTOS, with their truth, into FOLDER: each photo once for each light."""
    photo_rgb = read_picture(photo)[..., ::-1]
    for kind in CASTS:
        picture = cast(photo_rgb, kind, np.random.default_rng(seed))
        write_variant(folder / kind, photo.stem, encode_jpeg(picture, _QUALITY), photo)


casts = variants_command(_make_casts)

if __name__ == "__main__":
    casts()
