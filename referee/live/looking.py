"""One look at a still frame: the mat, the light and the whole tower. The slow part, run apart from the frames.

Called by the session, on a thread of its own where the frames must not wait.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from calibration.arrays import UInt8Array
from calibration.camera import CameraPose, Lens
from calibration.colours import grey
from calibration.light_meter import LightFinding, measure_light
from calibration.locating import Edit, LocatedMat, edited
from calibration.marker_parts import locate_whole_or_parts
from calibration.paints import UNKNOWN_PAINTS, Paints
from calibration.refusal import Unreadable
from referee.games import own_way
from rules.games import load
from vision.camera_moves import has_moved, is_in_place
from vision.games.babel.evidence import Reading
from vision.games.babel.reader import BURNT_OUT, NO_CUBE, read
from vision.games.shown_board import shown_board

from .game_events import ViewChange
from .inputs import Look, LookRequest


def take_look(
    frame_bgr: UInt8Array, request: LookRequest, lens: Lens | None = None, paints: Paints = UNKNOWN_PAINTS
) -> Look:
    """Read the tower in a frame.

    Parameters
    ----------
    frame_bgr : uint8 array of shape (height, width, 3)
    request : LookRequest
        That of the same frame.
    lens : Lens, optional
        The lens, if known, for this picture size.
    paints : Paints
        What is known of the set's paints.
    """
    gray = grey(frame_bgr)
    located = locate_whole_or_parts(gray, lens)
    if isinstance(located, Unreadable):
        return Look(request, None, None, _unread(gray, located))
    located = _stretched_as(located, request.mat_pose)
    located = replace(located, pose=_mat_pose(request, located))
    if request.is_covered and request.mat_pose is not None and not has_moved(request.mat_pose, located.pose):
        return Look(request, None, located.pose, mat_pose=located.pose, is_in_vain=True)
    reading = read(frame_bgr, expected=request.expected, paints=paints, mat=located.told_from(request.place))
    poor = dict(_poor(measure_light(frame_bgr, located)))
    look = Look(request, None, located.pose, poor=poor, mat_pose=located.pose)
    if isinstance(reading, Reading) and reading.too_bright:
        reading = BURNT_OUT
    if isinstance(reading, Unreadable):
        return look if reading is NO_CUBE else replace(look, pose=None, unread=reading)
    tower = _without_spares(reading)
    if not tower.cubes:
        return look
    return replace(look, reading=tower, pose=tower.pose, mat_pose=_stretched_as(located, tower.pose).pose)


def _unread(frame_gray: UInt8Array, why: Unreadable) -> Unreadable:
    """Why nothing is read without a mat: somebody may watch a board as if a tower stood there."""
    game = shown_board(frame_gray)
    if game is None:
        return why
    advice = f"add --game {game} to follow it" if own_way(load(game), "watch") else f"{game} is not followed live"
    return Unreadable("a printed board is in view, and no tower", advice)


def _without_spares(reading: Reading) -> Reading:
    """The same without cubes that may be spare ones: players keep them round the tower."""
    spares = reading.possible_spares
    return replace(reading, cubes=tuple(cube for cube in reading.cubes if cube not in spares))


def _stretched_as(located: LocatedMat, pose: CameraPose | None) -> LocatedMat:
    """The mat as it lies if the picture is stretched as a pose has it that was found by cubes."""
    if pose is None or located.is_lens_known or abs(pose.lens.pixel_aspect - located.pose.lens.pixel_aspect) < 0.01:
        return located
    found = edited(located, Edit(pose.lens.pixel_aspect))
    return located if isinstance(found, Unreadable) else found


def _mat_pose(request: LookRequest, located: LocatedMat) -> CameraPose:
    """The mat's pose: that of before where the camera was not moved, as far as its markers tell."""
    before = request.mat_pose
    if before is None or before.lens.size_wh != located.pose.lens.size_wh or not has_moved(before, located.pose):
        return located.pose
    return before if request.is_in_place or is_in_place(before, located) else located.pose


def _poor(findings: Iterable[LightFinding]) -> Iterator[tuple[ViewChange, str]]:
    """What of the light meter's findings is told in a game, each with its advice."""
    for finding in findings:
        match finding.verdict, finding.name:
            case "poor", "exposure":
                yield ViewChange.DARK, finding.advice
            case "poor", "clipping":
                yield ViewChange.BRIGHT, finding.advice
            case "poor", "sharpness":
                yield ViewChange.BLURRED, finding.advice
