"""Knows the six kinds of light of the sample photos.

Called by samples.scene. Radiances are relative: the camera's exposure is set from the finished picture.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from calibration.arrays import FloatArray

from .camera import direction_to
from .shades import Card

Generator = np.random.Generator


@dataclass(frozen=True, slots=True, eq=False)
class Bulb:
    """A shining ball: where, how large (in cube edges), and its radiance (3,)."""

    centre_xyz: FloatArray
    radius: float
    radiance_rgb: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """A bright rectangle far away: where its middle is seen (from North by East), its size, its radiance (3,)."""

    azimuth_deg: float
    elevation_deg: float
    width_deg: float
    height_deg: float
    radiance_rgb: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """All light of a scene: the room's walls, its windows and panels (see ``room_picture``), bulbs, and what shades."""

    kind: str
    walls_rgb: FloatArray
    windows: tuple[Window, ...]
    bulbs: tuple[Bulb, ...]
    main_kelvin: float
    shades: tuple[Card, ...] = ()

    @property
    def main_lamp(self) -> tuple[FloatArray, float]:
        """Unit vector (3,) from the tower to the first bulb or else window, and its distance: infinite for a window."""
        if self.bulbs:
            distance = float(np.linalg.norm(self.bulbs[0].centre_xyz))
            return self.bulbs[0].centre_xyz / distance, distance
        azimuth, elevation = np.radians([self.windows[0].azimuth_deg, self.windows[0].elevation_deg])
        flat = np.cos(elevation)
        return np.array([np.sin(azimuth) * flat, np.cos(azimuth) * flat, np.sin(elevation)]), np.inf


def blackbody_rgb(kelvin: float) -> FloatArray:
    """Linear sRGB colour of a black body, scaled to a luminance of 1.

    Planck's law through the CIE 1931 fits of Wyman, Sloan and Shirley (2013).

    >>> warm, cool = blackbody_rgb(2700), blackbody_rgb(7000)
    >>> bool(warm[0] > warm[1] > warm[2]), bool(cool[2] > cool[0])
    (True, True)
    """
    wavelengths_nm = np.arange(380.0, 781.0, 5.0)
    metres = wavelengths_nm * 1e-9
    spectrum = 1.0 / (metres**5 * (np.exp(0.014388 / (metres * kelvin)) - 1.0))

    def lobe(mean: float, below: float, above: float) -> FloatArray:
        width = np.where(wavelengths_nm < mean, below, above)
        return np.exp(-0.5 * ((wavelengths_nm - mean) / width) ** 2)

    x_bar = 1.056 * lobe(599.8, 37.9, 31.0) + 0.362 * lobe(442.0, 16.0, 26.7) - 0.065 * lobe(501.1, 20.4, 26.2)
    y_bar = 0.821 * lobe(568.8, 46.9, 40.5) + 0.286 * lobe(530.9, 16.3, 31.1)
    z_bar = 1.217 * lobe(437.0, 11.8, 36.0) + 0.681 * lobe(459.0, 26.0, 13.8)
    xyz = np.array([(spectrum * bar).sum() for bar in (x_bar, y_bar, z_bar)])
    to_rgb = np.array([[3.2406, -1.5372, -0.4986], [-0.9689, 1.8758, 0.0415], [0.0557, -0.2040, 1.0570]])
    return np.asarray(np.maximum(to_rgb @ (xyz / xyz[1]), 0.01))


def random_light(rng: Generator, kind: str) -> Light:
    """Draw a light of one of ``LIGHT_KINDS``."""
    if kind not in _LIGHTS:
        raise ValueError(f"no light called {kind!r}; there are {', '.join(LIGHT_KINDS)}")
    paint = rng.uniform(0.4, 1.0, 3) ** 0.5 * rng.uniform(0.5, 1.0)
    return Light(kind, *_LIGHTS[kind](rng, paint))


_Lamps = tuple[FloatArray, tuple[Window, ...], tuple[Bulb, ...], float]
"""Walls, windows, bulbs and the main one's temperature, as `Light` has them."""


def _daylight(rng: Generator, paint: FloatArray) -> _Lamps:
    kelvin = rng.uniform(5000, 8000)
    windows = tuple(_window(rng, kelvin, 12.0) for _ in range(rng.integers(1, 3)))
    return paint * blackbody_rgb(kelvin * 0.9) * rng.uniform(0.15, 0.7), windows, (), kelvin


def _tungsten(rng: Generator, paint: FloatArray) -> _Lamps:
    kelvin = rng.uniform(2400, 3100)
    bulbs = tuple(_bulb(rng, kelvin, rng.uniform(0.8, 3.0)) for _ in range(rng.integers(1, 3)))
    return paint * blackbody_rgb(kelvin) * rng.uniform(0.08, 0.3), (), bulbs, kelvin


def _led(rng: Generator, paint: FloatArray) -> _Lamps:
    kelvin = rng.uniform(3500, 6000)
    panels = tuple(
        Window(
            azimuth_deg=rng.uniform(0, 360),
            elevation_deg=rng.uniform(55, 88),
            width_deg=rng.uniform(30, 110),
            height_deg=rng.uniform(8, 25),
            radiance_rgb=9 * _led_rgb(rng, kelvin),
        )
        for _ in range(rng.integers(1, 4))
    )
    return paint * blackbody_rgb(kelvin) * rng.uniform(0.15, 0.6), panels, (), kelvin


def _mixed(rng: Generator, paint: FloatArray) -> _Lamps:
    cool, warm = rng.uniform(5500, 8000), rng.uniform(2400, 3200)
    window = _window(rng, cool, 10.0)
    bulb = _bulb(rng, warm, rng.uniform(1.0, 3.0), window_deg=window.azimuth_deg)
    return paint * blackbody_rgb(4500) * rng.uniform(0.08, 0.35), (window,), (bulb,), cool


def _spot(rng: Generator, paint: FloatArray) -> _Lamps:
    kelvin = rng.uniform(2700, 6000)
    bulb = _bulb(rng, kelvin, rng.uniform(0.15, 0.5))
    return paint * blackbody_rgb(kelvin) * rng.uniform(0.03, 0.16), (), (bulb,), kelvin


def _dim(rng: Generator, paint: FloatArray) -> _Lamps:
    kelvin = rng.uniform(2500, 5000)
    windows = (_window(rng, kelvin, 4.0),) if rng.random() < 0.5 else ()
    bulbs = () if windows else (_bulb(rng, kelvin, rng.uniform(1.0, 3.0)),)
    return paint * blackbody_rgb(kelvin) * rng.uniform(0.1, 0.4), windows, bulbs, kelvin


_LIGHTS: dict[str, Callable[[Generator, FloatArray], _Lamps]] = {
    "daylight": _daylight,
    "tungsten": _tungsten,
    "led": _led,
    "mixed": _mixed,
    "spot": _spot,
    "dim": _dim,
}
LIGHT_KINDS = tuple(_LIGHTS)


def _led_rgb(rng: Generator, kelvin: float) -> FloatArray:
    """Cheap LEDs lean to green or magenta."""
    return np.asarray(blackbody_rgb(kelvin) * np.array([1.0, np.exp(rng.normal(0, 0.06)), 1.0]))


def _window(rng: Generator, kelvin: float, strength: float) -> Window:
    azimuth, elevation = rng.uniform(0, 360), rng.uniform(15, 50)
    wide, high = rng.uniform(20, 80), rng.uniform(20, 45)
    radiance = blackbody_rgb(kelvin) * strength * rng.uniform(0.5, 1.5) * 1800 / (wide * high)
    return Window(float(azimuth), float(elevation), float(wide), float(high), radiance)


def _bulb(rng: Generator, kelvin: float, radius: float, window_deg: float | None = None) -> Bulb:
    # A window's azimuth counts from North by East, this one from East by North: beside a window it may be on any side.
    azimuth = rng.uniform(0, 360) if window_deg is None else window_deg + 180 + rng.normal(0, 30)
    elevation = np.radians(rng.uniform(25, 80))
    distance = rng.uniform(14, 40)
    centre = distance * direction_to(np.radians(azimuth), elevation)
    # The same light on the mat whatever the distance and size: exposure would take out the rest anyway.
    radiance = blackbody_rgb(kelvin) * rng.uniform(0.7, 1.4) * (distance / radius) ** 2
    return Bulb(centre, float(radius), radiance)
