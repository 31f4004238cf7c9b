"""Counts what was told of a filmed game of Les Tours de Babel against its truth. Called by table_live_bench; knows no
pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.live.game_events import EventKind, ViewChange
from referee.live_boards.events import BoardEvent

from .film_bench import Adding
from .table_live_truth import Happening, TableFilmFields, matched

#: What is told of a tile that is laid out of turn: the other one may have been laid and fallen at once.
_NONE_SEEN = "was to lay a tile first"


@dataclass(frozen=True, slots=True)
class Share(Adding):
    """How many of the happenings of one kind were told, those in view and the others apart."""

    told: int = 0
    of: int = 0
    hidden_told: int = 0
    hidden: int = 0

    @classmethod
    def one(cls, is_told: bool, is_in_view: bool = True) -> Share:
        """That of a single happening."""
        return cls(int(is_told), 1) if is_in_view else cls(0, 0, int(is_told), 1)

    def __str__(self) -> str:
        return f"{self.told} of {self.of}" + (f", {self.hidden_told} of {self.hidden}" if self.hidden else "")


@dataclass(frozen=True, slots=True)
class TableScore(Adding):
    """What was told of filmed games, and what was not; two add up.

    Attributes
    ----------
    turns, players
        Tiles laid that stay: told with square and tile, and with who laid them too.
    mistakes
        Tiles against rule 4 or 5: told to be wrong, by that rule and on that square, while they lie there.
    out_of_turn
        Tiles laid out of turn: told with who laid them, and that somebody was to lay one first.
    taken_back
        Of both.
    falls, falls_as_taken_back
        Columns that fell: told as such with the right squares; told to be taken back, as a last tile that fell is.
    aside
        Tiles put aside: told with the turn that follows, and that by the right player. Hidden is what leaves no trace:
        in a game of one.
    bumps
        Camera moved.
    false_faults, false_turns, false_undos, false_falls, false_bumps
        What was told that did not happen, or again.
    corrections, lost, not_seen
        How often what was told was another tile, the game could not be followed, and a square could not be seen.
    delays, fall_delays
        Seconds of film from when the hand has left to the event: of tiles laid or taken away, and of falls.
    looks
    look_s, other_s
        Seconds of processor time: of the looks, and of all else.
    film_s
        Seconds of film.
    misses
        What went wrong, in words.
    """

    turns: Share = Share()
    players: Share = Share()
    mistakes: Share = Share()
    out_of_turn: Share = Share()
    taken_back: Share = Share()
    falls: Share = Share()
    falls_as_taken_back: int = 0
    aside: Share = Share()
    bumps: Share = Share()
    false_faults: int = 0
    false_turns: int = 0
    false_undos: int = 0
    false_falls: int = 0
    false_bumps: int = 0
    corrections: int = 0
    lost: int = 0
    not_seen: int = 0
    delays: tuple[float, ...] = ()
    fall_delays: tuple[float, ...] = ()
    looks: int = 0
    look_s: float = 0.0
    other_s: float = 0.0
    film_s: float = 0.0
    misses: tuple[str, ...] = ()


def score(truth: TableFilmFields, told: Sequence[BoardEvent]) -> TableScore:
    """Count what was told against the truth."""
    happenings, left = matched(truth, told)
    counts = (_score_happening(happening) for happening in happenings)
    asides = (
        _score_aside(happening, happenings[number:], truth.players)
        for number, happening in enumerate(happenings)
        if happening.truth.event == "aside"
    )
    others = (_score_other(event, happenings) for event in left)
    return sum((*counts, *asides, *others), TableScore())


def _score_happening(happening: Happening) -> TableScore:
    """Count one thing that happened, but none that no event tells by itself."""
    truth, event = happening.truth, happening.event
    count = Share.one(event is not None, truth.is_in_view)
    delays = () if event is None else (event.source_time - happening.hand_left,)
    misses = () if event is not None else (happening.words,)
    match truth.event:
        case "turn":
            players = Share.one(happening.is_player_told, truth.is_in_view)
            misses = () if happening.is_player_told else (happening.words,)
            return TableScore(turns=count, players=players, delays=delays, misses=misses)
        case "mistake" if truth.breaks_the_turn:
            is_noticed = happening.is_player_told and event is not None and _NONE_SEEN in event.message
            misses = () if is_noticed else (happening.words,)
            return TableScore(out_of_turn=Share.one(is_noticed, truth.is_in_view), delays=delays, misses=misses)
        case "mistake":
            return TableScore(mistakes=count, delays=delays, misses=misses)
        case "taken_back":
            return TableScore(taken_back=count, delays=delays, misses=misses)
        case "fall":
            return TableScore(falls=count, fall_delays=delays, misses=misses)
        case "bump":
            return TableScore(bumps=count, misses=misses)
    return TableScore()


def _score_aside(aside: Happening, later: Sequence[Happening], players: int) -> TableScore:
    """Count a tile put aside by the turn that follows, if there is one."""
    turn = next((happening for happening in later if happening.truth.event == "turn"), None)
    if turn is None:
        return TableScore()
    words = f"Player {aside.truth.player} puts a tile aside."
    is_told = turn.event is not None and turn.is_player_told and words in turn.event.message
    misses = () if is_told or players == 1 else (f"{aside.words}; {turn.words}",)
    return TableScore(aside=Share.one(is_told, is_in_view=players > 1), misses=misses)


def _score_other(event: BoardEvent, happenings: Sequence[Happening]) -> TableScore:
    """Count an event that tells of no happening, or tells of one again."""
    around = [happening for happening in happenings if happening.is_when(event) and happening.is_where(event)]
    misses = (f"{event.source_time:.1f} s: told besides: {event.message}",)
    match event.kind:
        case EventKind.FAULT if not any(happening.truth.event == "mistake" for happening in around):
            return TableScore(false_faults=1, misses=misses)
        case EventKind.PLACEMENT if not any(_is_laid(event, happening) for happening in around):
            return TableScore(false_turns=1, misses=misses)
        case EventKind.UNDO if any(happening.truth.event == "fall" for happening in around):
            return TableScore(falls_as_taken_back=1)
        case EventKind.UNDO:
            return TableScore(false_undos=1, misses=misses)
        case EventKind.TOPPLED:
            return TableScore(false_falls=1, misses=misses)
        case EventKind.CORRECTED:
            return TableScore(corrections=1, misses=misses)
        case EventKind.RESYNC if event.squares:
            return TableScore(not_seen=1, misses=misses)
        case EventKind.RESYNC | EventKind.JOINED:
            return TableScore(lost=1, misses=misses)
        case EventKind.VIEW if event.view is ViewChange.MOVED:
            return TableScore(false_bumps=1, misses=misses)
    return TableScore()


def _is_laid(event: BoardEvent, happening: Happening) -> bool:
    """Whether a placement is of a tile that lies there against the rules, or of one laid that is not made out."""
    truth, is_unread = happening.truth, [event.move] == happening.truth.squares
    if truth.event == "mistake":
        return is_unread or event.move == truth.move
    return truth.event == "turn" and happening.event is None and is_unread
