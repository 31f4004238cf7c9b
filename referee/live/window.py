"""The window of a live game, whichever it is: puts the pictures that a view draws on a screen with OpenCV, and hands it
the keys. Called by `watch`.
"""

import os
import socket
import sys
import time
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from typing import Any, Protocol, TypeVar

import cv2

from calibration.arrays import UInt8Array
from referee.errors import InputError
from referee.phrases import Phrasebook

from .game_events import EventT
from .session import Followed, Moment, OrderT, Session, StateT
from .speech import Speaker

_TITLE = "tower-referee"
#: Folders of pictures have numbers for times; they are shown this long each.
_LONGEST_WAIT_SECONDS = 0.2
#: Keys are asked for this often: nobody types faster.
_POLL_MS = 10
# X servers that are reached by TCP listen from this port up; one that does not answer for so long is none.
_FIRST_X_PORT, _SERVER_SECONDS = 6000, 2.0
_StateT = TypeVar("_StateT", contravariant=True)
_EventT = TypeVar("_EventT", contravariant=True)
_OrderT = TypeVar("_OrderT", covariant=True)


class View(Protocol[_StateT, _EventT, _OrderT]):
    """What a game shows in the window, and what its keys do."""

    @property
    def size_wh(self) -> tuple[int, int]:
        """Width and height of what `draw` makes, in pixels."""

    @property
    def has_quit(self) -> bool:
        """Whether a key has asked for the end."""

    def tell(self, events: Sequence[_EventT]) -> None:
        """Show what happened from now on."""

    def remark(self, text: str) -> None:
        """Show a sentence until the next key."""

    def press(self, key: int, state: _StateT) -> _OrderT | None:
        """Take a key, as OpenCV tells it; what the game is told to do by it."""

    def draw(self, picture_bgr: UInt8Array | None, state: _StateT) -> UInt8Array:
        """The window as a uint8 array of shape (height, width, 3), with a picture of any size in it if there is one."""


def show(
    session: Session[StateT, EventT, Any, OrderT],
    view: View[StateT, EventT, OrderT],
    phrases: Phrasebook,
    speaker: Speaker[EventT] | None = None,
) -> int:
    """Show a live game until the window is closed or the view has quit; the exit status.

    Parameters
    ----------
    session : Session
    view : View
    phrases : Phrasebook
        Their language is that of the window.
    speaker : Speaker, optional
        Says aloud what happens.
    """
    picture_bgr: UInt8Array | None = None
    _open_window(view.size_wh)
    try:
        with closing(_moments(session)) as moments:
            begin_s = time.monotonic()
            for moment, coming in moments:
                _tell(moment.events, view, speaker)
                picture_bgr = picture_bgr if moment.picture_bgr is None else moment.picture_bgr
                cv2.imshow(_TITLE, view.draw(moment.picture_bgr, moment.state))
                for key in _keys(_wait_seconds(moment.state, time.monotonic() - begin_s), coming):
                    _press(key, moment.state, view, session)
                    cv2.imshow(_TITLE, view.draw(moment.picture_bgr, moment.state))
                if view.has_quit or _is_closed():
                    break
            else:
                _stay(session, view, picture_bgr, phrases, speaker)
    except KeyboardInterrupt:
        pass  # Ctrl-C is a way to close the window.
    finally:
        cv2.destroyAllWindows()
    # What was ordered last is not shown any more, but counts.
    session.settle()
    return 1 if session.has_fault else 0


def _stay(
    session: Session[StateT, EventT, Any, OrderT],
    view: View[StateT, EventT, OrderT],
    picture_bgr: UInt8Array | None,
    phrases: Phrasebook,
    speaker: Speaker[EventT] | None,
) -> None:
    """The source has ended: what it showed last stays, and keys that ask for no further look do what they say."""
    # Orders of the last picture may have come too late for it.
    _tell(session.settle().events, view, speaker)
    view.remark(phrases.say("This is the end; q closes the window."))
    cv2.imshow(_TITLE, view.draw(picture_bgr, session.state))
    while not view.has_quit and not _is_closed():
        key = cv2.waitKey(_POLL_MS)
        if key < 0:
            continue
        if _press(key, session.state, view, session):
            _tell(session.settle().events, view, speaker)
        cv2.imshow(_TITLE, view.draw(picture_bgr, session.state))


def _tell(events: Sequence[EventT], view: View[Any, EventT, Any], speaker: Speaker[EventT] | None) -> None:
    if speaker is not None:
        speaker.tell(events)
    view.tell(events)


def _press(
    key: int, state: StateT, view: View[StateT, Any, OrderT], session: Session[StateT, Any, Any, OrderT]
) -> bool:
    """Take a key; whether it orders anything."""
    order = view.press(key, state)
    if order is not None:
        session.order(order)
    return order is not None


def _moments(
    session: Session[StateT, EventT, Any, Any],
) -> Generator[tuple[Moment[StateT, EventT], Future[Any]], None, None]:
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


def _keys(wait_seconds: float, coming: Future[Any]) -> Iterator[int]:
    """The keys that are pressed for so long, and until the next moment has come.

    OpenCV keeps no key but the last while nobody asks for it.
    """
    end_s, is_last = time.monotonic() + wait_seconds, False
    while not is_last:
        is_last = coming.done() and time.monotonic() >= end_s
        key = cv2.waitKey(1 if is_last else _POLL_MS)
        if key >= 0:
            yield key


def _open_window(size_wh: tuple[int, int]) -> None:
    """Open the window; raises `InputError` where there is no screen."""
    # Without a screen OpenCV's window system ends the whole program, so it must not be asked.
    has_screen = not sys.platform.startswith("linux") or _answers(os.environ.get("DISPLAY", ""))
    try:
        if has_screen:
            # Else a bar of buttons that have nothing to do with the game lies over the picture.
            cv2.namedWindow(_TITLE, cv2.WINDOW_NORMAL | cv2.WINDOW_KEEPRATIO | cv2.WINDOW_GUI_NORMAL)
            cv2.resizeWindow(_TITLE, size_wh)
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


def _wait_seconds(state: Followed, since_begin_s: float) -> float:
    """How long to show a picture: a video file is not shown faster than it was taken."""
    if state.settings.is_live:
        return 0.0
    return min(max(state.scene.source_time - since_begin_s, 0.0), _LONGEST_WAIT_SECONDS)
