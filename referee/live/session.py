"""A live game as it runs, whichever it is: source, step, looks and journal joined. Called by `watch` and the window.

Frames of a camera never wait for a look, which runs on a thread of its own; those of files do, so that the same file
always brings the same events.
"""

from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from calibration.arrays import BoolArray, UInt8Array
from calibration.camera import CameraPose
from referee.errors import OutputError
from vision.scene import Scene

from .game_events import EventT
from .journal import Journal
from .orders import MoveDone, Resync
from .pictures import Frame, Settings, SourceChange, SourceEnd, upright
from .sources import Source


class Followed(Protocol):
    """What has to be known of the state of a live game."""

    @property
    def settings(self) -> Settings:
        """How the source is followed."""

    @property
    def scene(self) -> Scene:
        """What the last pictures showed; its region is what a game's evidence is cut out by."""

    @property
    def pose(self) -> CameraPose | None:
        """Where the camera is, once what it sees was read."""

    @property
    def wanted(self) -> Any:
        """The look that is due or under way, as the looker is asked for it; None if none is."""

    @property
    def is_mirrored(self) -> bool:
        """Whether pictures are turned round before they are read."""

    @property
    def game(self) -> Any:
        """What was committed, as the journal keeps it."""

    @property
    def lacks_its_end(self) -> bool:
        """Whether what happened last could not be followed."""


StateT = TypeVar("StateT", bound=Followed)
LookT = TypeVar("LookT")
OrderT = TypeVar("OrderT")


@dataclass(frozen=True, slots=True, eq=False)
class Moment(Generic[StateT, EventT]):
    """One turn of a session.

    Attributes
    ----------
    picture_bgr : uint8 array of shape (height, width, 3), or None
        The frame, turned round if the source mirrors it; None while there is none.
    state : Followed
    events : tuple of GameEvent
        What happened since the last moment, already in the journal.
    """

    picture_bgr: UInt8Array | None
    state: StateT
    events: tuple[EventT, ...]


class Session(Generic[StateT, EventT, LookT, OrderT]):
    """Follows one game from one source.

    Parameters
    ----------
    source : Source
    state : Followed
        Where to begin, with the settings of the source.
    step : function
        The state after one input, and what is to be told of it. Inputs are what the source sends, its end, looks and
        orders.
    look : function
        Takes the looks, one at a time: what is read in an upright picture, asked for by the `wanted` of its state.
    tell_of_a_foul : function
        Whether events tell, in their order, of a rule that was broken.
    journal : Journal, optional
        Where it cannot be written any more, the game goes on without it.
    complain : function
        Told the reason, once each, if the journal or its pictures cannot be written any more.
    told : sequence of GameEvent
        What the journal tells already of a game that is gone on with.

    Attributes
    ----------
    state : Followed
        Where it stands.
    """

    def __init__(
        self,
        source: Source,
        state: StateT,
        step: Callable[[StateT, Frame | SourceChange | SourceEnd | LookT | OrderT], tuple[StateT, tuple[EventT, ...]]],
        look: Callable[[UInt8Array, Any], LookT],
        tell_of_a_foul: Callable[[Sequence[EventT]], bool],
        journal: Journal[EventT, Any] | None = None,
        complain: Callable[[str], None] = print,
        told: Sequence[EventT] = (),
    ) -> None:
        self._source = source
        self._take_step = step
        self._take_look = look
        self._tell_of_a_foul = tell_of_a_foul
        self._journal = journal
        self._complain = complain
        self._keeps_pictures = True
        self._orders: deque[OrderT] = deque()
        self._look: Future[LookT] | None = None
        self._looked_at_bgr: UInt8Array | None = None
        self.state = state
        self._told = [event for event in told if event.kind.is_of_the_game]

    @property
    def has_fault(self) -> bool:
        """Whether anything happened against the rules so far, and was not taken back."""
        return self._tell_of_a_foul(self._told)

    def order(self, order: OrderT) -> None:
        """Give an order, which is taken with the next moment."""
        self._orders.append(order)

    def settle(self) -> Moment[StateT, EventT]:
        """Take the orders given since the last moment, now that the source has ended; not those for a further look."""
        self._orders = deque(order for order in self._orders if not isinstance(order, MoveDone | Resync))
        events = self._take_orders()
        return Moment(None, self.state, events)

    def run(self) -> Generator[Moment[StateT, EventT], None, None]:
        """Every moment until the source ends."""
        with ThreadPoolExecutor(1, "look") as pool:
            for entry in self._source.pictures():
                events: tuple[EventT, ...] = ()
                if self._look is not None and self._look.done():
                    events = self._finish(self._look)
                events += self._take(entry, pool)
                picture = upright(entry.picture_bgr, self.state.is_mirrored) if isinstance(entry, Frame) else None
                yield Moment(picture, self.state, events)
            if self._look is not None:
                events = self._finish(self._look)
                yield Moment(None, self.state, events)
            events = self._step(SourceEnd())
            if events:
                yield Moment(None, self.state, events)

    def _take_orders(self) -> tuple[EventT, ...]:
        events: tuple[EventT, ...] = ()
        while self._orders:
            events += self._step(self._orders.popleft())
        return events

    def _take(self, entry: Frame | SourceChange, pool: ThreadPoolExecutor) -> tuple[EventT, ...]:
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

    def _look_at_once(self, frame: Frame, request: Any) -> tuple[EventT, ...]:
        """Step on what a look at a frame brings; a still that shows only that it is mirrored is read once more."""
        was_mirrored = self.state.is_mirrored
        events = self._look_at(frame, request)
        if not self.state.settings.are_stills or self.state.is_mirrored == was_mirrored:
            return events
        events += self._step(frame)
        if self.state.wanted is not None:
            events += self._look_at(frame, self.state.wanted)
        return events

    def _look_at(self, frame: Frame, request: Any) -> tuple[EventT, ...]:
        return self._step(self._take_look(self._looked_at(frame), request), is_look=True)

    def _looked_at(self, frame: Frame) -> UInt8Array:
        """The picture of a frame for a look, kept for what the look shows."""
        self._looked_at_bgr = upright(frame.picture_bgr, self.state.is_mirrored)
        return self._looked_at_bgr

    def _finish(self, look: Future[LookT]) -> tuple[EventT, ...]:
        self._look = None
        return self._step(look.result(), is_look=True)

    def _step(
        self, entry: Frame | SourceChange | SourceEnd | LookT | OrderT, is_look: bool = False
    ) -> tuple[EventT, ...]:
        self.state, events = self._take_step(self.state, entry)
        self._told += (event for event in events if event.kind.is_of_the_game)
        try:
            return self._kept(events, is_look)
        except OutputError as error:
            self._journal = None
            self._complain(f"{error}; the game goes on, but no more of it is kept")
            return events

    def _kept(self, events: tuple[EventT, ...], is_look: bool) -> tuple[EventT, ...]:
        """The events of a step once they are in the journal, if there is one; those of a look with what it showed."""
        if self._journal is None:
            return events
        unwritten: OutputError | None = None
        if is_look and self._looked_at_bgr is not None and self._keeps_pictures:
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
