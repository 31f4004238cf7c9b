"""One look at a still frame: the mat, the light and the whole tower. The slow part, run apart from the frames.

Called by the session, on a thread of its own where the frames must not wait.
"""

import cv2
import numpy as np

from calibration.camera import Lens, UInt8Array
from calibration.light_meter import measure_light
from calibration.mat import NotLocated, find_markers, locate_mat
from vision.evidence import Reading
from vision.games.babel.reader import NO_CUBE, read

from .inputs import Look, LookRequest

#: A mirrored mat shows at least this many markers once it is turned round; fewer may be chance.
_FEWEST_MIRRORED = 3


def take_look(frame_bgr: UInt8Array, request: LookRequest, lens: Lens | None = None) -> Look:
    """Read the tower in a frame.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    request : LookRequest
        That of the same frame.
    lens : Lens, optional
        The lens, if known, for this picture size.
    """
    gray = np.asarray(cv2.cvtColor(frame_bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    located = locate_mat(gray, lens)
    if isinstance(located, NotLocated):
        is_mirrored = len(find_markers(np.asarray(cv2.flip(gray, 1), np.uint8)).marker_ids) >= _FEWEST_MIRRORED
        return Look(request, None, None, located.reason, located.advice, is_mirrored)
    findings = {finding.name: finding for finding in measure_light(frame_bgr, located) if finding.verdict == "poor"}
    trouble = "; ".join(findings[name].advice for name in ("exposure", "sharpness") if name in findings)
    is_dark = "exposure" in findings and findings["exposure"].figure < 50.0
    reading = read(frame_bgr, lens, expected=request.expected)
    if isinstance(reading, Reading):
        return Look(request, reading, reading.pose, "", "", False, trouble, is_dark, "sharpness" in findings)
    if reading is NO_CUBE:
        return Look(request, None, located.pose, "", "", False, trouble, is_dark, "sharpness" in findings)
    return Look(request, None, None, reading.reason, reading.advice, False, trouble, is_dark, "sharpness" in findings)
