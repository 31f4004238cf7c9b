"""Counts what was told of a filmed game against its truth. Called by samples.live_bench; knows no pictures.

Every happening of the truth has the time until the next one begins: what is told then is told of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from referee.live.events import Event
from referee.live.game_events import EventKind
from rules.errors import listed
from rules.games.babel import EMPTY_TOWER, Cell, Cube, Face, Mark, Tower, cell_name, parse_tower

from .film_bench import Adding

_CHANGES = {"undo": EventKind.UNDO, "turned": EventKind.TURNED}


class _FaultFields(msgspec.Struct, frozen=True):
    rule: int
    cell: tuple[int, int, int]


class _EventFields(msgspec.Struct, frozen=True):
    event: str
    first_frame: int
    last_frame: int
    tower: str
    visible_faces: list[tuple[int, int, int, str]]
    cell: tuple[int, int, int] | None = None
    type: int | None = None
    faults: list[_FaultFields] = []


class _FilmFields(msgspec.Struct, frozen=True):
    frames_per_second: float
    frame_count: int
    events: list[_EventFields]


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that really happened.

    Attributes
    ----------
    kind
        As in the truth file: placement, undo, turned, reach or bump.
    begins, is_stable, ends
        Seconds of film: when the hand comes, when it has left, and when the next happening begins.
    cell
        Of the cube in question, if any.
    faults
        Each as (rule, cell).
    tower
        What stands after it.
    visible
        All faces in view after it.
    """

    kind: str
    begins: float
    is_stable: float
    ends: float
    cell: Cell | None
    faults: frozenset[tuple[int, Cell]]
    tower: Tower
    visible: frozenset[tuple[Cell, Face]]


@dataclass(frozen=True, slots=True)
class Told:
    """An event, and when it was told: seconds of film, with the time that it took to find out."""

    event: Event
    at: float


@dataclass(frozen=True, slots=True)
class Followed:
    """What was told of a film.

    Attributes
    ----------
    told
        In order.
    towers
        The tower as it was known, each from its second of film on.
    """

    told: tuple[Told, ...]
    towers: tuple[tuple[float, Mapping[Cell, Cube]], ...]

    def known_at(self, seconds: float) -> Mapping[Cell, Cube]:
        """The tower as it was known just before that time."""
        return next((tower for since, tower in reversed(self.towers) if since < seconds), {})


@dataclass(frozen=True, slots=True)
class Count(Adding):
    """So many right, unknown and of all."""

    right: int = 0
    unknown: int = 0
    of: int = 0

    @classmethod
    def one(cls, is_right: bool, is_unknown: bool = False) -> Count:
        """That of a single thing."""
        return cls(int(is_right), int(is_unknown), 1)


@dataclass(frozen=True, slots=True)
class Score(Adding):
    """Figures of one thing that happened, of a film, or of several; they add up.

    Attributes
    ----------
    once, in_order, cells, types_at_once, types
        Of the placements: told exactly once; told alone, so that their order shows; in the right cell; of the right
        type when told, and when the cube was last there.
    changes
        Cubes taken back or turned: told exactly once, in the right cell.
    faults
        Rules broken: named while they were the last thing that had happened.
    false_faults, questions, lost
        Faults told that were none, or told twice; questions asked; how often the game fell out of step.
    hollows, bulges
        Marks of faces that were in view at any moment of rest, as known when their cube was last there.
    delays
        Seconds from the first frame without a hand to the verdict, for each placement and change told once.
    misses
        What went wrong, in words.
    """

    once: Count = Count()
    in_order: Count = Count()
    cells: Count = Count()
    types_at_once: Count = Count()
    types: Count = Count()
    changes: Count = Count()
    faults: Count = Count()
    false_faults: int = 0
    questions: int = 0
    lost: int = 0
    hollows: Count = Count()
    bulges: Count = Count()
    delays: tuple[float, ...] = ()
    misses: tuple[str, ...] = ()


def load_film_truth(path: Path) -> tuple[Happening, ...]:
    """Read the truth of a film; raises `ValueError` if it is none."""
    film = msgspec.json.decode(path.read_bytes(), type=_FilmFields)
    fps, events = film.frames_per_second, film.events
    ends = [*(event.first_frame for event in events[1:]), film.frame_count]
    return tuple(
        Happening(
            event.event,
            event.first_frame / fps,
            (event.last_frame + 1) / fps,
            end / fps,
            event.cell,
            frozenset((fault.rule, fault.cell) for fault in event.faults),
            parse_tower(event.tower),
            frozenset(((x, y, z), Face[letter]) for x, y, z, letter in event.visible_faces),
        )
        for event, end in zip(events, ends, strict=True)
    )


def score(truth: Sequence[Happening], followed: Followed) -> Score:
    """Compare what was told with what happened."""
    happenings = sum((_score_happening(happening, followed.told) for happening in truth), Score())
    cubes = sum((_score_cube(*last) for last in _last_known(truth, followed)), Score())
    return happenings + _score_told(followed.told, happenings.faults.right) + cubes


def _score_happening(happening: Happening, all_told: Sequence[Told]) -> Score:
    """Count one thing that happened, by what is told until the next one."""
    told = [each for each in all_told if happening.begins <= each.event.source_time < happening.ends]
    faults = sum((_score_fault(rule, cell, told) for rule, cell in happening.faults), Score())
    if happening.kind == "placement":
        return faults + _score_placement(happening, [each for each in told if each.event.kind is EventKind.PLACEMENT])
    if happening.kind in _CHANGES:
        kind = _CHANGES[happening.kind]
        return faults + _score_change(happening, [each for each in told if each.event.kind is kind])
    return faults


def _score_fault(rule: int, cell: Cell, told: Sequence[Told]) -> Score:
    """Count one rule that was broken."""
    is_named = any(_names(each.event, rule, cell) for each in told)
    return Score(
        faults=Count.one(is_named), misses=() if is_named else (f"rule {rule} in {cell_name(cell)} not named",)
    )


def _names(event: Event, rule: int, cell: Cell) -> bool:
    return event.kind is EventKind.FAULT and (event.rule, event.cell) == (rule, cell)


def _score_placement(happening: Happening, told: Sequence[Told]) -> Score:
    """Count one placement."""
    assert happening.cell is not None
    if len(told) != 1:
        miss = Count.one(False)
        words = f"placement in {cell_name(happening.cell)} told {len(told)} times"
        return Score(once=miss, in_order=miss, cells=miss, types_at_once=miss, misses=(words,))
    event = told[0].event
    return Score(
        once=Count.one(True),
        in_order=Count.one(event.is_order_known),
        cells=Count.one(event.cell == happening.cell),
        types_at_once=Count.one(event.type == happening.tower[happening.cell].type, event.type is None),
        delays=(told[0].at - happening.is_stable,),
    )


def _score_change(happening: Happening, told: Sequence[Told]) -> Score:
    """Count one cube that was taken back or turned."""
    assert happening.cell is not None
    if [each.event.cell for each in told] == [happening.cell]:
        return Score(changes=Count.one(True), delays=(told[0].at - happening.is_stable,))
    where = listed(cell_name(each.event.cell) for each in told if each.event.cell is not None)
    words = f"{happening.kind} in {cell_name(happening.cell)}, told in: {where}"
    return Score(changes=Count.one(False), misses=(words,))


def _score_told(told: Sequence[Told], faults_named: int) -> Score:
    """Count questions, losses, and the faults that were none: those that name no rule broken."""
    events = [each.event for each in told]
    faults = [event for event in events if event.kind is EventKind.FAULT]
    false_faults = len(faults) - faults_named
    words = f"{false_faults} false among: " + " ".join(fault.message for fault in faults)
    return Score(
        false_faults=false_faults,
        questions=sum(event.kind is EventKind.ASK for event in events),
        lost=sum(event.kind in (EventKind.OUT_OF_STEP, EventKind.TOPPLED) for event in events),
        misses=(words,) if false_faults else (),
    )


def _last_known(truth: Sequence[Happening], followed: Followed) -> Iterator[tuple[Cell, Cube, frozenset[Face], Cube]]:
    """Each cube when it was last there, in its place and as it lay: its cell, what it is, its faces that were in view
    at any moment of rest, and what it was known as.
    """
    before = EMPTY_TOWER
    visible: dict[Cell, frozenset[Face]] = {}
    for happening in truth:
        for cell in [cell for cell, cube in before.items() if happening.tower.get(cell) != cube]:
            yield cell, before[cell], visible.pop(cell), followed.known_at(happening.begins).get(cell, Cube(None))
        before = happening.tower
        for cell in before:
            faces = frozenset(face for other, face in happening.visible if other == cell)
            visible[cell] = visible.get(cell, frozenset()) | faces
    for cell, cube in before.items():
        yield cell, cube, visible[cell], followed.known_at(float("inf")).get(cell, Cube(None))


def _score_cube(cell: Cell, true: Cube, faces: frozenset[Face], said: Cube) -> Score:
    """Count one cube's type, and the marks of these faces."""
    words = f"type of {cell_name(cell)}: {true.type}, said {said.type}"
    type_score = Score(
        types=Count.one(said.type == true.type, said.type is None), misses=() if said.type == true.type else (words,)
    )
    marks = (_score_mark(cell, face, true, said) for face in sorted(faces, key=lambda face: face.value))
    return sum(marks, type_score)


def _score_mark(cell: Cell, face: Face, true: Cube, said: Cube) -> Score:
    """Count one face's mark."""
    true_mark, said_mark = Mark.BULGE if face in true.bulges else Mark.HOLLOW, said.mark(face)
    count = Count.one(said_mark is true_mark, said_mark is None)
    words = f"{_mark_name(true_mark)} {cell_name(cell)} {face.name}: said {_mark_name(said_mark)}"
    misses = () if said_mark is true_mark else (words,)
    return Score(bulges=count, misses=misses) if true_mark is Mark.BULGE else Score(hollows=count, misses=misses)


def _mark_name(mark: Mark | None) -> str:
    return "nothing" if mark is None else mark.name.lower()
