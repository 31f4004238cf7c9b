"""A live game as it runs: source, step, looks and journal joined. Called by `watch` and by the window.

Frames of a camera never wait for a look, which runs on a thread of its own; those of files do, so that the same file
always brings the same events.
"""

from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from calibration.arrays import BoolArray, UInt8Array
from referee.errors import OutputError

from .events import Event, tell_of_a_foul
from .inputs import Choose, Correct, Input, Look, LookRequest, Order
from .journal import Journal
from .looking import take_look
from .orders import Undo
from .pictures import Frame, SourceChange, upright
from .sources import Source
from .state import LiveState
from .step import step


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """One turn of a session.

    Attributes
    ----------
    picture_bgr : uint8 array of shape (height, width, 3), or None
        The frame, turned round if the source mirrors it; None while there is none.
    state : LiveState
    events : tuple of Event
        What happened since the last moment, already in the journal.
    """

    picture_bgr: UInt8Array | None
    state: LiveState
    events: tuple[Event, ...]


Looker = Callable[[UInt8Array, LookRequest], Look]
"""Reads the tower in a frame, as `take_look` does."""


class Session:
    """Follows one game from one source.

    Parameters
    ----------
    source : Source
    state : LiveState
        Where to begin; its settings are those of the source, with `waits_for_key` kept.
    journal : Journal, optional
        Where it cannot be written any more, the game goes on without it.
    look : Looker
        What takes the looks, one at a time: `take_look`, or what uses a profile beside it.
    complain : function
        Told the reason, once each, if the journal or its pictures cannot be written any more.
    told : sequence of Event
        What the journal tells already of a game that is gone on with.

    Attributes
    ----------
    state : LiveState
        Where it stands.
    """

    def __init__(
        self,
        source: Source,
        state: LiveState,
        journal: Journal | None = None,
        look: Looker = take_look,
        complain: Callable[[str], None] = print,
        told: Sequence[Event] = (),
    ) -> None:
        self._source = source
        self._journal = journal
        self._take_look = look
        self._complain = complain
        self._keeps_pictures = True
        self._orders: deque[Order] = deque()
        self._look: Future[Look] | None = None
        self._looked_at_bgr: UInt8Array | None = None
        self.state = replace(state, settings=replace(source.settings, waits_for_key=state.settings.waits_for_key))
        self._told = [event for event in told if event.kind.is_of_the_game]

    @property
    def has_fault(self) -> bool:
        """Whether anything happened against the rules so far, and was not taken back."""
        return tell_of_a_foul(self._told)

    def order(self, order: Order) -> None:
        """Give an order, which is taken with the next moment."""
        self._orders.append(order)

    def settle(self) -> Moment:
        """Take the orders given since the last moment, now that the source has ended; not those for a further look."""
        self._orders = deque(order for order in self._orders if isinstance(order, Undo | Choose | Correct))
        events = self._take_orders()
        return Moment(None, self.state, events)

    def run(self) -> Generator[Moment, None, None]:
        """Every moment until the source ends."""
        with ThreadPoolExecutor(1, "look") as pool:
            for entry in self._source.pictures():
                events: tuple[Event, ...] = ()
                if self._look is not None and self._look.done():
                    events = self._finish(self._look)
                events += self._take(entry, pool)
                picture = upright(entry.picture_bgr, self.state.is_mirrored) if isinstance(entry, Frame) else None
                yield Moment(picture, self.state, events)
            if self._look is not None:
                events = self._finish(self._look)
                yield Moment(None, self.state, events)

    def _take_orders(self) -> tuple[Event, ...]:
        events: tuple[Event, ...] = ()
        while self._orders:
            events += self._step(self._orders.popleft())
        return events

    def _take(self, entry: Frame | SourceChange, pool: ThreadPoolExecutor) -> tuple[Event, ...]:
        """Step on a picture and the orders given by now, and begin the look at it that they lead to."""
        events = self._step(entry) + self._take_orders()
        request = self.state.wanted
        if request is None:
            self._look = None  # Given up: the camera may look from elsewhere now.
        if request is None or self._look is not None or not isinstance(entry, Frame):
            return events
        if not self.state.settings.is_live:
            return events + self._look_at_once(entry, request)
        self._look = pool.submit(self._take_look, self._looked_at(entry), request)
        return events

    def _look_at_once(self, frame: Frame, request: LookRequest) -> tuple[Event, ...]:
        """Step on what a look at a frame brings; a still that shows only that it is mirrored is read once more."""
        was_mirrored = self.state.is_mirrored
        events = self._look_at(frame, request)
        if not self.state.settings.are_stills or self.state.is_mirrored == was_mirrored:
            return events
        events += self._step(frame)
        if self.state.wanted is not None:
            events += self._look_at(frame, self.state.wanted)
        return events

    def _look_at(self, frame: Frame, request: LookRequest) -> tuple[Event, ...]:
        return self._step(self._take_look(self._looked_at(frame), request))

    def _looked_at(self, frame: Frame) -> UInt8Array:
        """The picture of a frame for a look, kept for what the look shows."""
        self._looked_at_bgr = upright(frame.picture_bgr, self.state.is_mirrored)
        return self._looked_at_bgr

    def _finish(self, look: "Future[Look]") -> tuple[Event, ...]:
        self._look = None
        return self._step(look.result())

    def _step(self, entry: Input) -> tuple[Event, ...]:
        self.state, events = step(self.state, entry)
        self._told += (event for event in events if event.kind.is_of_the_game)
        try:
            return self._kept(events, isinstance(entry, Look))
        except OutputError as error:
            self._journal = None
            self._complain(f"{error}; the game goes on, but no more of it is kept")
            return events

    def _kept(self, events: tuple[Event, ...], is_of_a_look: bool) -> tuple[Event, ...]:
        """The events of a step once they are in the journal, if there is one; those of a look with what it showed."""
        if self._journal is None:
            return events
        unwritten: OutputError | None = None
        if is_of_a_look and self._looked_at_bgr is not None and self._keeps_pictures:
            try:
                events = self._journal.with_evidence(events, _cropped(self._looked_at_bgr, self.state.scene.region))
            except OutputError as error:
                unwritten = error
        self._journal.write(events, self.state.game)
        # A line needs far less room than a picture.
        if unwritten is not None:
            self._keeps_pictures = False
            self._complain(f"{unwritten}; the game goes on, and is kept without further pictures")
        return events


def _cropped(picture_bgr: UInt8Array, region: BoolArray | None) -> UInt8Array:
    """The part of a picture round a region of its small picture."""
    if region is None or not region.any():
        return picture_bgr
    scale = picture_bgr.shape[0] / region.shape[0]
    rows, columns = (np.flatnonzero(region.any(axis=axis)) for axis in (1, 0))
    top, bottom, left, right = (round(scale * edge) for edge in (rows[0], rows[-1] + 1, columns[0], columns[-1] + 1))
    return picture_bgr[top:bottom, left:right]
