"""How alike what is drawn on two faces is, whatever the light."""

import cv2
import numpy as np

from calibration.arrays import Float32Array, FloatArray, UInt8Array

#: How many numbers tell of a pixel.
CHANNELS = 3
# Added to codes before their logarithm, or noise in the dark would outweigh all ink.
_DARK = 8.0
#: The light on a face is taken to change slowly: it is what is left if so much of the height of its picture is blurred.
#: The finer, the less shadows matter; the coarser, the farther beside its place a face is still drawn to it.
FINE, COARSE = 0.08, 0.25
# So little is no ink.
_NO_INK = 1e-6


def ink(picture: UInt8Array, face_px: int, smooth: float = FINE) -> Float32Array:
    """The lines that are drawn, against the light on them, shape (height, width, CHANNELS).

    Logarithms of lightness, of red against green, and of blue against both.

    Parameters
    ----------
    picture : uint8 array of shape (height, width, 3), blue, green, red
    face_px : int
        The height of a face in it, in pixels.
    smooth : float
        `FINE` or `COARSE`.
    """
    codes = picture.astype(np.float32) + _DARK
    light = cv2.GaussianBlur(codes, (0, 0), smooth * face_px, borderType=cv2.BORDER_REFLECT)
    blue, green, red = np.moveaxis(np.log(codes / light), -1, 0)
    return np.stack([(blue + green + red) / CHANNELS, red - green, blue - (red + green) / 2], axis=-1)


def correlations(seen: Float32Array, weights: Float32Array, known: Float32Array) -> FloatArray:
    """How alike each of n pieces of a picture is to each of k known faces, -1 to 1: their weighted correlation.

    Ink is told from its surroundings, so its mean is nought.

    Parameters
    ----------
    seen : float32 array of shape (n, pixels, CHANNELS)
    weights : float32 array of shape (n, pixels)
        0 where a pixel does not show the face.
    known : float32 array of shape (k, pixels, CHANNELS)

    Returns
    -------
    float64 array of shape (n, k)
        0 where nothing is in view, or nothing is drawn.

    Examples
    --------
    >>> known = np.array([[[1, 0, 0], [-1, 0, 0], [0, 0, 0]], [[0, 1, 0], [0, 0, 0], [0, -1, 0]]], np.float32)
    >>> fainter, one_pixel = known[:1] / 2, np.array([[1, 0, 0]], np.float32)
    >>> correlations(fainter, np.ones((1, 3), np.float32), known).round(3).tolist()
    [[1.0, 0.0]]
    >>> correlations(-fainter, one_pixel, known).round(3).tolist()
    [[-1.0, 0.0]]
    """
    weighted = weights[..., None] * seen
    products = weighted.reshape(len(seen), -1) @ known.reshape(len(known), -1).T
    seen_power = np.einsum("npc,npc->n", weighted, seen)[:, None]
    known_power = weights @ np.einsum("kpc,kpc->kp", known, known).T
    return np.asarray(products / np.sqrt(np.maximum(seen_power * known_power, _NO_INK)), np.float64)
