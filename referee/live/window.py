"""The window of a live game: the camera's picture with what was read, the tower, both hands, verdict and keys.

`Painter` makes the picture and needs no screen; `show` puts it on one with OpenCV. Called by `watch`.
"""

import os
import socket
import sys
import time
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace

import cv2
import numpy as np

from calibration.arrays import UInt8Array
from calibration.camera import CameraPose
from referee.drawings.face_lines import PictureLine, draw_lines
from referee.errors import InputError
from referee.phrases import Phrasebook

from .controls import Controls, pressed, told
from .overlay import overlay_lines
from .panel import GROUND_RGB, PICTURE_WH, SIZE_WH, draw_panel, draw_troubles, draw_verdict
from .session import Moment, Session
from .speech import Speaker
from .state import GameState, LiveState, Phase

_TITLE = "tower-referee"
#: Folders of pictures have numbers for times; they are shown this long each.
_LONGEST_WAIT_SECONDS = 0.2
#: Keys are asked for this often: nobody types faster.
_POLL_MS = 10
# X servers that are reached by TCP listen from this port up; one that does not answer for so long is none.
_FIRST_X_PORT, _SERVER_SECONDS = 6000, 2.0
#: While something moves, or where the pose is not known, drawing on the picture would only mislead.
_DRAWN_ON = (Phase.WAITING, Phase.READING, Phase.ASKING, Phase.OVER)


class Painter:
    """Draws the whole window as a picture; what has not changed since the last one is not drawn again.

    Parameters
    ----------
    phrases : Phrasebook
    """

    def __init__(self, phrases: Phrasebook) -> None:
        self._phrases = phrases
        self._drawn: tuple[object, ...] = ()
        self._ground: UInt8Array = np.full((SIZE_WH[1], SIZE_WH[0], 3), 0, np.uint8)
        self._placed: tuple[object, ...] = ()
        self._size_wh = (0, 0)
        self._lines: tuple[PictureLine, ...] = ()

    def draw(self, frame_bgr: UInt8Array | None, state: LiveState, controls: Controls) -> UInt8Array:
        """The window at one moment.

        Parameters
        ----------
        frame_bgr : uint8 array of shape (height, width, 3), or None
            The camera's picture, of any size; None if there is none yet.
        state : LiveState
        controls : Controls

        Returns
        -------
        uint8 array of shape (720, 1280, 3)
        """
        now = state.game, state.phase, state.question, controls
        if not _are_same(now, self._drawn):
            self._drawn = now
            self._ground[:] = np.array(GROUND_RGB[::-1], np.uint8)
            draw_verdict(self._ground, state, controls, self._phrases)
            draw_panel(self._ground, state, controls, self._phrases)
        canvas = self._ground.copy()
        if frame_bgr is not None:
            self._draw_picture(canvas, frame_bgr, state, controls)
        draw_troubles(canvas, state, self._phrases)
        return canvas

    def _draw_picture(self, canvas: UInt8Array, frame_bgr: UInt8Array, state: LiveState, controls: Controls) -> None:
        height, width = frame_bgr.shape[:2]
        scale = min(PICTURE_WH[0] / width, PICTURE_WH[1] / height)
        size_wh = max(1, round(width * scale)), max(1, round(height * scale))
        left, top = (PICTURE_WH[0] - size_wh[0]) // 2, (PICTURE_WH[1] - size_wh[1]) // 2
        shown = canvas[top : top + size_wh[1], left : left + size_wh[0]]
        cv2.resize(frame_bgr, size_wh, dst=shown, interpolation=cv2.INTER_LINEAR)
        is_still = state.hand_since is None and not state.scene.is_moving
        if state.pose is not None and is_still and state.phase in _DRAWN_ON:
            draw_lines(shown, self._overlay(state.pose, size_wh, state.game, controls))

    def _overlay(
        self, pose: CameraPose, size_wh: tuple[int, int], game: GameState, controls: Controls
    ) -> tuple[PictureLine, ...]:
        now = pose, game, controls
        if size_wh != self._size_wh or not _are_same(now, self._placed):
            self._placed, self._size_wh = now, size_wh
            proposed = controls.suggestions[0].cell if controls.suggestions else None
            self._lines = tuple(overlay_lines(game.tower, pose.scaled_to(size_wh), controls.faulty, proposed))
        return self._lines


def _are_same(first: Sequence[object], second: Sequence[object]) -> bool:
    """Whether two rows hold the very same objects: quicker than comparing what is in them, and enough for values."""
    return len(first) == len(second) and all(one is other for one, other in zip(first, second, strict=True))


def show(session: Session, phrases: Phrasebook, speaker: Speaker | None = None) -> int:
    """Show a live game until the window is closed or `q` is pressed; the exit status.

    Parameters
    ----------
    session : Session
    phrases : Phrasebook
        Their language is that of the window.
    speaker : Speaker, optional
        Says aloud what happens.
    """
    painter, controls = Painter(phrases), Controls()
    picture_bgr: UInt8Array | None = None
    _open_window()
    try:
        with closing(_moments(session)) as moments:
            begin_s = time.monotonic()
            for moment, coming in moments:
                controls = _told_aloud(controls, moment, phrases, speaker)
                picture_bgr = picture_bgr if moment.picture_bgr is None else moment.picture_bgr
                cv2.imshow(_TITLE, painter.draw(moment.picture_bgr, moment.state, controls))
                for key in _keys(_wait_seconds(moment.state, time.monotonic() - begin_s), coming):
                    controls, order = pressed(controls, key, moment.state, phrases)
                    if order is not None:
                        session.order(order)
                    cv2.imshow(_TITLE, painter.draw(moment.picture_bgr, moment.state, controls))
                if controls.has_quit or _is_closed():
                    break
            else:
                _stay(session, painter, controls, picture_bgr, phrases, speaker)
    except KeyboardInterrupt:
        pass  # Ctrl-C is a way to close the window.
    finally:
        cv2.destroyAllWindows()
    # What was ordered last is not shown any more, but counts.
    session.settle()
    return 1 if session.has_fault else 0


def _stay(
    session: Session,
    painter: Painter,
    controls: Controls,
    picture_bgr: UInt8Array | None,
    phrases: Phrasebook,
    speaker: Speaker | None,
) -> None:
    """The source has ended: what it showed last stays, and keys that ask for no further look do what they say."""
    # Orders of the last picture may have come too late for it.
    controls = _told_aloud(controls, session.settle(), phrases, speaker)
    controls = replace(controls, remark=phrases.say("This is the end; q closes the window."))
    cv2.imshow(_TITLE, painter.draw(picture_bgr, session.state, controls))
    while not controls.has_quit and not _is_closed():
        key = cv2.waitKey(_POLL_MS)
        if key < 0:
            continue
        controls, order = pressed(controls, key, session.state, phrases)
        if order is not None:
            session.order(order)
            controls = _told_aloud(controls, session.settle(), phrases, speaker)
        cv2.imshow(_TITLE, painter.draw(picture_bgr, session.state, controls))


def _told_aloud(controls: Controls, moment: Moment, phrases: Phrasebook, speaker: Speaker | None) -> Controls:
    """The controls after a moment, of which the speaker, if there is one, tells too."""
    if speaker is not None:
        speaker.tell(moment.events)
    return told(controls, moment.events, phrases)


def _moments(session: Session) -> Generator[tuple[Moment, "Future[Moment | None]"], None, None]:
    """Each moment, and the next one that is coming: on a thread of its own, so that keys can be asked for meanwhile.

    Whenever it ends, the one that was coming has come, and is in the journal; if that failed, it is told.
    """
    moments = session.run()
    with ThreadPoolExecutor(1, "moments") as pool:
        coming = pool.submit(next, moments, None)
        try:
            while (moment := coming.result()) is not None:
                coming = pool.submit(next, moments, None)
                yield moment, coming
        finally:
            pool.submit(moments.close)
            coming.result()


def _keys(wait_seconds: float, coming: "Future[Moment | None]") -> Iterator[int]:
    """The keys that are pressed for so long, and until the next moment has come.

    OpenCV keeps no key but the last while nobody asks for it.
    """
    end_s, is_last = time.monotonic() + wait_seconds, False
    while not is_last:
        is_last = coming.done() and time.monotonic() >= end_s
        key = cv2.waitKey(1 if is_last else _POLL_MS)
        if key >= 0:
            yield key


def _open_window() -> None:
    """Open the window; raises `InputError` where there is no screen."""
    # Without a screen OpenCV's window system ends the whole program, so it must not be asked.
    has_screen = not sys.platform.startswith("linux") or _answers(os.environ.get("DISPLAY", ""))
    try:
        if has_screen:
            # Else a bar of buttons that have nothing to do with the game lies over the picture.
            cv2.namedWindow(_TITLE, cv2.WINDOW_NORMAL | cv2.WINDOW_KEEPRATIO | cv2.WINDOW_GUI_NORMAL)
            cv2.resizeWindow(_TITLE, SIZE_WH)
    except cv2.error:
        has_screen = False
    if not has_screen:
        raise InputError("no window can be opened here: sit at a screen, or use --headless")


def _answers(display: str) -> bool:
    """Whether an X server listens where `DISPLAY` says; it may have ended since a terminal was opened."""
    host, _, number = display.rpartition(":")
    number = number.partition(".")[0]
    if not number.isdecimal():
        return False
    if host in ("", "unix"):
        path = f"/tmp/.X11-unix/X{number}"  # where every X server listens
        return _is_listened_at(socket.AF_UNIX, path) or _is_listened_at(socket.AF_UNIX, f"\0{path}")
    return _is_listened_at(socket.AF_INET, (host, _FIRST_X_PORT + int(number)))


def _is_listened_at(family: int, address: str | tuple[str, int]) -> bool:
    with socket.socket(family) as client:
        client.settimeout(_SERVER_SECONDS)
        try:
            client.connect(address)
        except (OSError, OverflowError):
            return False
    return True


def _is_closed() -> bool:
    """Whether the user has closed the window."""
    return cv2.getWindowProperty(_TITLE, cv2.WND_PROP_VISIBLE) < 1


def _wait_seconds(state: LiveState, since_begin_s: float) -> float:
    """How long to show a picture: a video file is not shown faster than it was taken."""
    if state.settings.is_live:
        return 0.0
    return min(max(state.scene.source_time - since_begin_s, 0.0), _LONGEST_WAIT_SECONDS)
