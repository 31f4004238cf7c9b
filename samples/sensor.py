"""Knows what a camera does to light: lens distortion, exposure, white balance, blur, noise, tone, JPEG.

Called by samples.generate. Pictures are linear RGB until ``develop`` has given them a tone curve.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array, UInt8Array

from .camera import Camera, straight_tangents

Picture = Float32Array
Generator = np.random.Generator
#: JPEG qualities that cameras choose.
_WORST_QUALITY, BEST_QUALITY = 68, 93


@dataclass(frozen=True, slots=True)
class Sensor:
    """How one photo was taken. Blurs are in pixels, ``exposure_ev`` in stops about a usual exposure."""

    exposure_ev: float
    white_balance: float
    balance_error_rgb: tuple[float, float, float]
    vignette: float
    defocus_px: float
    motion_px: float
    motion_deg: float
    noise: float
    noise_grain_px: float
    contrast: float
    saturation: float
    sharpening: float
    jpeg_quality: int


def random_sensor(rng: Generator, light_kind: str, longest_side: int, best_quality: int = BEST_QUALITY) -> Sensor:
    """Draw a camera and how it was held; in dim light it is noisy and less still.

    Blurs grow with the picture's longest side in pixels; ``best_quality`` bounds the JPEG quality.
    """
    dark = light_kind == "dim"
    scale = longest_side / 1280
    return Sensor(
        exposure_ev=float(np.clip(rng.normal(-0.2, 0.4), -1.2, 0.6)),
        white_balance=float(rng.uniform(0.35, 1.05)),
        balance_error_rgb=_balance_error(rng),
        vignette=float(rng.uniform(0.0, 0.5)),
        defocus_px=float(rng.choice([rng.uniform(0.2, 0.7), rng.uniform(0.7, 1.6)], p=(0.7, 0.3)) * scale),
        motion_px=float(rng.choice([0.0, rng.uniform(1, 5 if dark else 3)], p=(0.7, 0.3)) * scale),
        motion_deg=float(rng.uniform(0, 180)),
        noise=float(
            np.exp(rng.uniform(np.log(0.012), np.log(0.05)))
            if dark
            else np.exp(rng.uniform(np.log(0.002), np.log(0.02)))
        ),
        noise_grain_px=float(rng.uniform(0.3, 1.1)),
        contrast=float(rng.uniform(0.0, 0.6)),
        saturation=float(rng.uniform(0.75, 1.3)),
        sharpening=float(rng.choice([0.0, rng.uniform(0.2, 1.2)], p=(0.4, 0.6))),
        jpeg_quality=min(best_quality, int(rng.integers(_WORST_QUALITY, BEST_QUALITY + 1))),
    )


def _balance_error(rng: Generator) -> tuple[float, float, float]:
    """Factors of red, green and blue by which white balance misses what it aims at."""
    red, green, blue = np.exp(rng.normal(0, [0.05, 0.025, 0.06])).tolist()
    return red, green, blue


def distort(picture_rgb: Picture, camera: Camera) -> Picture:
    """What the camera's lens makes of an undistorted picture with the same focal length and middle."""
    rows, columns = np.mgrid[0 : camera.height, 0 : camera.width].astype(np.float32)
    pixels = np.stack([columns.ravel(), rows.ravel()], axis=1).astype(np.float64)
    source = straight_tangents(pixels, camera.lens) * camera.focal_px + (np.array(picture_rgb.shape[1::-1]) - 1) / 2
    x, y = np.ascontiguousarray(source.T, np.float32).reshape(2, camera.height, camera.width)
    return np.asarray(cv2.remap(picture_rgb, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)


def with_glare(picture_rgb: Picture, rng: Generator) -> Picture:
    """What a greasy lens with a lamp near its view makes of a linear picture (height, width, 3): a veil, and discs."""
    height, width = picture_rgb.shape[:2]
    mean_rgb = picture_rgb.mean(axis=(0, 1))
    glare = rng.uniform(0.0, 0.5) * np.ones((height, width, 1)) * mean_rgb
    rows, columns = np.mgrid[0:height, 0:width]
    for _ in range(int(rng.integers(0, 5))):
        x, y, radius = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(0.04, 0.25) * max(height, width)
        softness = rng.uniform(0.1, 1.0) * radius
        disc = np.clip((radius - np.hypot(columns - x, rows - y)) / softness, 0, 1)
        glare += (disc * rng.uniform(0.1, 1.0))[..., None] * mean_rgb * rng.uniform(0.3, 1.0, 3)
    return np.asarray(picture_rgb + glare.astype(np.float32), np.float32)


def develop(picture_rgb: Picture, sensor: Sensor, rng: Generator) -> UInt8Array:
    """The finished 8-bit RGB photo of a linear picture (height, width, 3)."""
    picture = picture_rgb.astype(np.float32)
    picture = _vignetted(picture, sensor.vignette)
    picture = _blurred(picture, sensor)
    picture = picture * _balance(picture, sensor.white_balance) * np.array(sensor.balance_error_rgb, dtype=np.float32)
    luminance = picture @ np.array([0.2126, 0.7152, 0.0722], dtype=np.float32)
    # Cameras expose for a mean of mid grey, but hold back where the bright parts would burn out.
    mean_gain = 0.19 / (np.minimum(luminance, 4 * np.median(luminance) + 1e-6).mean() + 1e-6)
    bright_gain = 1.0 / (np.quantile(luminance, 0.985) + 1e-6)
    gain = np.exp(0.4 * np.log(mean_gain) + 0.6 * np.log(bright_gain)) * 2**sensor.exposure_ev
    picture = picture * np.float32(gain)
    picture = _with_noise(picture, sensor, rng)
    return _toned(picture, sensor)


def _vignetted(picture: Picture, strength: float) -> Picture:
    height, width = picture.shape[:2]
    rows, columns = np.ogrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    share_left = 1 - strength * ((rows**2 + columns**2) / 2) ** 1.5
    return np.asarray(picture * share_left[..., None].astype(np.float32), np.float32)


def _blurred(picture: Picture, sensor: Sensor) -> Picture:
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), sensor.defocus_px), np.float32)
    if sensor.motion_px > 0.5:
        side = 2 * int(np.ceil(sensor.motion_px)) + 3
        fine = np.zeros((side * 8, side * 8), dtype=np.float32)
        reach = (
            4
            * sensor.motion_px
            * np.array([np.cos(np.radians(sensor.motion_deg)), np.sin(np.radians(sensor.motion_deg))])
        )
        middle = np.full(2, side * 4)
        start, end = ((int(x), int(y)) for x, y in (middle - reach, middle + reach))
        cv2.line(fine, start, end, 1.0, 8)
        kernel = cv2.resize(fine, (side, side), interpolation=cv2.INTER_AREA)
        picture = np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.float32)
    return picture


def _balance(picture: Picture, strength: float) -> Picture:
    """Gains towards grey of the picture's brighter half, as automatic white balance does it, in part."""
    luminance = picture.mean(axis=2)
    low, high = np.quantile(luminance, [0.5, 0.97])
    colour = picture[(luminance > low) & (luminance < high)].mean(axis=0) + 1e-6
    # Enough for a bulb of 2400 K; no camera believes in light of any colour, and a red table stays reddish.
    return np.asarray(np.clip(colour.mean() / colour, 0.45, 3.5) ** np.float32(strength), np.float32)


def _with_noise(picture: Picture, sensor: Sensor, rng: Generator) -> Picture:
    shape = picture.shape
    fine = rng.standard_normal(shape, dtype=np.float32)
    grain = np.asarray(cv2.GaussianBlur(fine, (0, 0), sensor.noise_grain_px), np.float32)
    grain /= grain.std()
    shot = sensor.noise * np.sqrt(np.maximum(picture, 0) + 0.02)
    return np.asarray(picture + grain * shot, np.float32)


def _toned(picture: Picture, sensor: Sensor) -> UInt8Array:
    grey = picture.mean(axis=2, keepdims=True)
    picture = np.clip(grey + sensor.saturation * (picture - grey), 0, None)
    # A shoulder instead of a hard clip for the brightest parts.
    picture = np.where(picture > 0.8, 0.8 + 0.2 * (1 - np.exp(-(picture - 0.8) / 0.2)), picture)
    coded = srgb(picture)
    curve = coded * coded * (3 - 2 * coded)
    coded = (coded + sensor.contrast * (curve - coded)).astype(np.float32)
    if sensor.sharpening:
        coded = coded + sensor.sharpening * (coded - cv2.GaussianBlur(coded, (0, 0), 1.2))
    return np.asarray(np.clip(np.rint(coded * 255), 0, 255), np.uint8)


def srgb(light: NDArray[np.floating]) -> NDArray[np.floating]:
    """Linear light of any shape, from 0, on the sRGB transfer curve (IEC 61966-2-1): 0..1 for 0..1."""
    return np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.maximum(light, 1e-8) ** (1 / 2.4) - 0.055)


def encode_jpeg(photo_rgb: UInt8Array, quality: int) -> bytes:
    """JPEG file content of an 8-bit RGB photo."""
    is_done, content = cv2.imencode(".jpg", photo_rgb[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not is_done:
        raise ValueError("the photo could not be encoded as JPEG")
    return bytes(content)
