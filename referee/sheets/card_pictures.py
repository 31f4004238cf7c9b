"""A picture made into the nearest fair card, and the card shown beside it. Called by `tower-referee card make`."""

import cv2
import numpy as np
from scipy.optimize import linear_sum_assignment

from calibration.arrays import FloatArray, UInt8Array
from calibration.card_mat import CUBE_COLOURS_SRGB
from rules.games.zero12 import FAIR_COUNT, SIDE, Card

PREVIEW_SQUARE_PX = 40


def card_of_picture(frame_bgr: UInt8Array, colour: str, tones: int | None) -> Card:
    """The fair card that is nearest to a picture's middle square.

    The cost of a code on a square is the squared distance of the cube's colour from the square's mean in CIE L*a*b*, in
    lightness alone or in all three; the assignment of 48 squares to each code with the least sum is found exactly.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    colour : str
        The colour of the set, a key of `CUBE_COLOURS_SRGB`.
    tones : int or None
        2 to 256: compare lightness, in so many even steps from the darkest to the lightest; None: compare colours.
    """
    squares = _square_means(_comparable(_middle_square(frame_bgr), tones))
    cubes = _comparable(_cube_colours(colour)[None], None)[0]
    if tones is not None:
        # Lightness only, from the darkest of the picture to its lightest, so that a pale picture is no white card.
        cubes = (cubes[:, :1] - cubes[:, 0].min()) / np.ptp(cubes[:, 0])
    costs = ((squares[:, None, :] - cubes[None, :, :]) ** 2).sum(axis=2)
    square, place = linear_sum_assignment(np.repeat(costs, FAIR_COUNT, axis=1))
    codes = np.empty(SIDE**2, int)
    codes[square] = place // FAIR_COUNT
    return Card(tuple(map(int, codes)))


def preview(frame_bgr: UInt8Array, card: Card, colour: str) -> UInt8Array:
    """The picture's middle square and the card in the cubes' colours, side by side.

    Returns
    -------
    uint8 array of shape (480, 980, 3), BGR
    """
    side_px = SIDE * PREVIEW_SQUARE_PX
    picture = cv2.resize(_middle_square(frame_bgr), (side_px, side_px), interpolation=cv2.INTER_AREA)
    rows = np.array(card.codes).reshape(SIDE, SIDE)[::-1]
    squares = np.kron(_cube_colours(colour)[rows], np.ones((PREVIEW_SQUARE_PX, PREVIEW_SQUARE_PX, 1), np.uint8))
    for line_px in range(0, side_px, PREVIEW_SQUARE_PX):
        squares[line_px, :] = squares[:, line_px] = 128
    gap = np.full((side_px, 20, 3), 255, np.uint8)
    return np.ascontiguousarray(np.hstack([np.asarray(picture, np.uint8), gap, squares]))


def _cube_colours(colour: str) -> UInt8Array:
    """Blue, green, red of the three codes of a set, shape (3, 3)."""
    return np.array([CUBE_COLOURS_SRGB[name][::-1] for name in ("white", "black", colour)], np.uint8)


def _middle_square(frame_bgr: UInt8Array) -> UInt8Array:
    """The largest square in the middle of a picture."""
    height, width = frame_bgr.shape[:2]
    side = min(height, width)
    top, left = (height - side) // 2, (width - side) // 2
    return frame_bgr[top : top + side, left : left + side]


def _comparable(frame_bgr: UInt8Array, tones: int | None) -> FloatArray:
    """Each pixel as L*, a*, b*; or its lightness alone, 0 to 1 within the picture and in steps."""
    lab = np.asarray(cv2.cvtColor((frame_bgr / 255.0).astype(np.float32), cv2.COLOR_BGR2LAB), np.float64)
    if tones is None:
        return lab
    lightness = lab[..., :1]
    spread = np.ptp(lightness) or 1.0
    return np.asarray(np.round((lightness - lightness.min()) / spread * (tones - 1)) / (tones - 1))


def _square_means(pixels: FloatArray) -> FloatArray:
    """Means of the 144 squares, in the order of `SQUARES`, shape (144, channels)."""
    grid = cv2.resize(pixels, (SIDE, SIDE), interpolation=cv2.INTER_AREA).reshape(SIDE, SIDE, -1)
    return np.asarray(grid[::-1].reshape(SIDE**2, -1), np.float64)
