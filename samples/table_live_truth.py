"""What truly happens in a filmed game of Les Tours de Babel, and which event tells of it.

Called by table_live_score and table_live_bench. A happening is told by the first event that tells just that, from when
its hand comes on; an event tells of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from referee.live.game_events import EventKind, ViewChange
from referee.live_boards.events import BoardEvent

from .film_bench import EventFields, told_until
from .known_sets import IN_VIEW

#: The rules that a tile breaks where it lies, whoever laid it: only these can be proven.
_OF_THE_COLUMN = frozenset("45")


class TableEventFields(EventFields, frozen=True, kw_only=True):
    """What happens in a film, as in its truth file."""

    squares: list[str]
    visible: dict[str, float]

    @property
    def is_in_view(self) -> bool:
        """Whether enough of every square where it happens is in view after it."""
        return all(self.visible[square] >= IN_VIEW for square in self.squares)

    @property
    def breaks_the_turn(self) -> bool:
        """Whether it is a mistake that no camera can prove."""
        return not self.rules <= _OF_THE_COLUMN


class TableFilmFields(msgspec.Struct, frozen=True):
    """The truth of a film."""

    players: int
    families: str
    start: str
    frames_per_second: float
    frame_count: int
    events: list[TableEventFields]


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened, and what was told of it.

    Attributes
    ----------
    truth : TableEventFields
    begins, hand_left, until : float
        Seconds of film: when the hand comes, when it has left, and until when it may be told.
    event : BoardEvent or None
        None if nothing was told.
    """

    truth: TableEventFields
    begins: float
    hand_left: float
    until: float
    event: BoardEvent | None = None

    def is_told_by(self, event: BoardEvent) -> bool:
        """Whether an event tells just that."""
        is_there = set(event.squares) == set(self.truth.squares)
        match self.truth.event:
            case "turn":
                tells = event.kind is EventKind.PLACEMENT and event.move == self.truth.move
            case "mistake" if self.truth.breaks_the_turn:
                tells = event.kind is EventKind.PLACEMENT and event.move == self.truth.move
            case "mistake":
                tells = event.kind is EventKind.FAULT and is_there and str(event.rule) in self.truth.rules
            case "taken_back":
                # Of a tile that was told to be wrong it is clear which one it is.
                tells = event.kind is EventKind.UNDO and (is_there or not event.squares)
            case "fall":
                tells = event.kind is EventKind.TOPPLED and is_there
            case "bump":
                tells = event.view is ViewChange.MOVED
            case _:
                tells = False
        return tells and self.is_when(event)

    def is_when(self, event: BoardEvent) -> bool:
        """Whether an event is told while this may be told."""
        return self.begins <= event.source_time <= self.until

    def is_where(self, event: BoardEvent) -> bool:
        """Whether an event is about squares, and only about such where this happens."""
        return bool(event.squares) and set(event.squares) <= set(self.truth.squares)

    @property
    def is_player_told(self) -> bool:
        """Whether it was told, and by whose hand."""
        return self.event is not None and self.event.player == self.truth.player

    @property
    def words(self) -> str:
        """What happened and what was told of it."""
        shares = (f"({self.truth.visible[square]:.2f} in view)" for square in self.truth.squares)
        what = " ".join((self.truth.event, *filter(None, (self.truth.move,)), *shares))
        return f"{self.hand_left:.1f} s: {what} told as: {self.event.message if self.event else 'nothing'}"


def load_truth(path: Path) -> TableFilmFields:
    """What truly happens in a film."""
    return msgspec.json.decode(path.read_bytes(), type=TableFilmFields)


def matched(truth: TableFilmFields, told: Sequence[BoardEvent]) -> tuple[tuple[Happening, ...], tuple[BoardEvent, ...]]:
    """All that happened with what was told of it, and all other events."""
    fps, left, happenings = truth.frames_per_second, list(told), []
    for number, fields in enumerate(truth.events):
        until = told_until(truth.events, number, fps)
        happening = Happening(fields, fields.first_frame / fps, fields.last_frame / fps, until)
        event = next(filter(happening.is_told_by, left), None)
        if event is not None:
            left.remove(event)
        happenings.append(replace(happening, event=event))
    return tuple(happenings), tuple(left)
