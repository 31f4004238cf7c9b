"""Draws a reading of a building of Baubylon and the verdict on one of its photos. For `check --annotate`."""

from collections.abc import Sequence

import numpy as np

from calibration.arrays import UInt8Array
from calibration.building_mat import GROUND_SIDE
from calibration.camera import CameraPose
from rules.errors import listed_few
from rules.game import Fault
from rules.games.baubylon import square_name
from vision.games.baubylon.evidence import BuildingReading
from vision.games.baubylon.sightlines import TopsInView

from .annotate import under_verdict, write_lines, write_text
from .board_lines import square_outline
from .face_lines import AMBER, GREEN, RED, draw_lines, unit_of

_LEGEND = "outlined: the top of a column with its storeys   amber ?: not sure   red: at fault"
# Tops of which a photo shows less are not drawn on it: their lines would lie on others.
_IN_VIEW = 0.3
# How high a number is, in shares of its square's shortest side, and at least in fine lines.
_NUMBER, _LEAST_NUMBER = 0.5, 10.0


def annotate_building(
    frame_bgr: UInt8Array, pose: CameraPose, reading: BuildingReading, verdict: str, faults: Sequence[Fault]
) -> UInt8Array:
    """Draw what was read and judged on a copy of one of the photos.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    pose : CameraPose
        Of this photo, in squares from the ground's middle.
    reading : BuildingReading
        Of all photos together.
    verdict : str
    faults : sequence of Fault

    Returns
    -------
    uint8 array of shape (more than height, width, 3)
        The top of each column that this photo shows outlined with its number of storeys, those that are not sure with a
        question mark in amber where they are likeliest, and those of faults in red; the verdict above the photo, and
        what the signs mean below it, with the squares that are not sure: this photo may not show them.
    """
    drawn = frame_bgr.copy()
    at_fault = {place for fault in faults for place in fault.places}
    likeliest = reading.chances.argmax(axis=-1)
    shares = TopsInView.of(pose.centre).shares(likeliest.T.ravel()).reshape(GROUND_SIDE, GROUND_SIDE).T
    unknown = reading.unsure()
    for x, y in np.argwhere(shares >= _IN_VIEW).tolist():
        height, is_at_fault = int(likeliest[x, y]), square_name((x, y)) in at_fault
        if not height and not is_at_fault and (x, y) not in unknown:
            continue
        colour = RED if is_at_fault else AMBER if (x, y) in unknown else GREEN
        line = square_outline((x, y), height, pose, colour, 4.0 if is_at_fault else 2.0, GROUND_SIDE)
        draw_lines(drawn, [line])
        shortest = float(np.linalg.norm(np.diff(line.points_xy, axis=0), axis=1).min())
        letters = max(_NUMBER * shortest, _LEAST_NUMBER * unit_of(drawn))
        words = "?" if (x, y) in unknown else str(height)
        write_text(drawn, words, line.points_xy[:-1].mean(axis=0), colour, letters, unit_of(drawn))
    names = list(map(square_name, unknown))
    lines = [_LEGEND, *([f"not sure how high: {listed_few(names)}"] if names else [])]
    return write_lines(under_verdict(drawn, verdict, faults), lines)
