"""Counts what was told of a filmed game against its truth. Called by samples.live_bench; knows no pictures.

Every happening of the truth has the time until the next one begins: what is told then is told of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from referee.live.events import Event, EventKind
from rules.games.babel import EMPTY_TOWER, Cell, Cube, Face, Mark, Tower, cell_name, parse_tower

_CHANGES = {"undo": EventKind.UNDO, "turned": EventKind.TURNED}


class _FaultFields(msgspec.Struct):
    rule: int
    cell: tuple[int, int, int]


class _EventFields(msgspec.Struct):
    event: str
    first_frame: int
    last_frame: int
    tower: str
    visible_faces: list[tuple[int, int, int, str]]
    cell: tuple[int, int, int] | None = None
    type: int | None = None
    faults: list[_FaultFields] = []


class _FilmFields(msgspec.Struct):
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


@dataclass(slots=True)
class Count:
    """So many right, unknown and of all."""

    right: int = 0
    unknown: int = 0
    of: int = 0

    def add(self, is_right: bool, is_unknown: bool = False) -> None:
        """Count one more."""
        self.right += is_right
        self.unknown += is_unknown
        self.of += 1

    def __add__(self, other: Count) -> Count:
        return Count(self.right + other.right, self.unknown + other.unknown, self.of + other.of)


@dataclass(slots=True)
class Score:
    """Figures of one film, or of several.

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

    once: Count = field(default_factory=Count)
    in_order: Count = field(default_factory=Count)
    cells: Count = field(default_factory=Count)
    types_at_once: Count = field(default_factory=Count)
    types: Count = field(default_factory=Count)
    changes: Count = field(default_factory=Count)
    faults: Count = field(default_factory=Count)
    false_faults: int = 0
    questions: int = 0
    lost: int = 0
    hollows: Count = field(default_factory=Count)
    bulges: Count = field(default_factory=Count)
    delays: tuple[float, ...] = ()
    misses: tuple[str, ...] = ()

    def __add__(self, other: Score) -> Score:
        return Score(*(getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__))


def load_film_truth(path: Path) -> tuple[Happening, ...]:
    """Read the truth of a film; raises `ValueError` if it is none."""
    fields = msgspec.json.decode(path.read_bytes(), type=_FilmFields)
    fps, events = fields.frames_per_second, fields.events
    ends = [*(event.first_frame for event in events[1:]), fields.frame_count]
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
    total = Score()
    faults = [told.event for told in followed.told if told.event.kind is EventKind.FAULT]
    total.questions = sum(told.event.kind is EventKind.ASK for told in followed.told)
    total.lost = sum(told.event.kind in (EventKind.OUT_OF_STEP, EventKind.TOPPLED) for told in followed.told)
    total.false_faults = len(faults)
    for happening in truth:
        told = [each for each in followed.told if happening.begins <= each.event.source_time < happening.ends]
        for rule, cell in happening.faults:
            named = [each for each in told if _names(each.event, rule, cell)]
            total.faults.add(bool(named))
            total.false_faults -= bool(named)
            total.misses += () if named else (f"rule {rule} in {cell_name(cell)} not named",)
        if happening.kind == "placement":
            _score_placement(total, happening, [each for each in told if each.event.kind is EventKind.PLACEMENT])
        elif happening.kind in _CHANGES:
            _score_change(total, happening, [each for each in told if each.event.kind is _CHANGES[happening.kind]])
    if total.false_faults:
        total.misses += (f"{total.false_faults} false among: " + " ".join(fault.message for fault in faults),)
    _score_cubes(total, truth, followed)
    return total


def _names(event: Event, rule: int, cell: Cell) -> bool:
    return event.kind is EventKind.FAULT and (event.rule, event.cell) == (rule, cell)


def _score_placement(total: Score, happening: Happening, told: Sequence[Told]) -> None:
    """Count one placement."""
    assert happening.cell is not None
    total.once.add(len(told) == 1)
    if len(told) != 1:
        total.misses += (f"placement in {cell_name(happening.cell)} told {len(told)} times",)
        for count in (total.in_order, total.cells, total.types_at_once):
            count.add(False)
        return
    event = told[0].event
    total.in_order.add(event.is_order_known)
    total.cells.add(event.cell == happening.cell)
    total.types_at_once.add(event.type == happening.tower[happening.cell].type, event.type is None)
    total.delays += (told[0].at - happening.is_stable,)


def _score_change(total: Score, happening: Happening, told: Sequence[Told]) -> None:
    """Count one cube that was taken back or turned."""
    is_told = [each.event.cell for each in told] == [happening.cell]
    total.changes.add(is_told)
    if is_told:
        total.delays += (told[0].at - happening.is_stable,)
    else:
        assert happening.cell is not None
        total.misses += (f"{happening.kind} in {cell_name(happening.cell)} told {len(told)} times",)


def _score_cubes(total: Score, truth: Sequence[Happening], followed: Followed) -> None:
    """Count types and marks as known when each cube was last there, in its place and as it lay."""
    before = EMPTY_TOWER
    visible: dict[Cell, set[Face]] = {}
    for happening in truth:
        for cell in [cell for cell, cube in before.items() if happening.tower.get(cell) != cube]:
            _score_cube(total, cell, before[cell], visible.pop(cell), followed.known_at(happening.begins))
        before = happening.tower
        for cell in before:
            faces = {face for other, face in happening.visible if other == cell}
            visible[cell] = visible.get(cell, set()) | faces
    for cell, cube in before.items():
        _score_cube(total, cell, cube, visible[cell], followed.known_at(float("inf")))


def _score_cube(total: Score, cell: Cell, true: Cube, faces: set[Face], known: Mapping[Cell, Cube]) -> None:
    said = known.get(cell, Cube(None))
    total.types.add(said.type == true.type, said.type is None)
    if said.type != true.type:
        total.misses += (f"type of {cell_name(cell)}: {true.type}, said {said.type}",)
    for face in sorted(faces, key=lambda face: face.value):
        is_bulge, mark = face in true.bulges, said.mark(face)
        count = total.bulges if is_bulge else total.hollows
        is_right = mark is (Mark.BULGE if is_bulge else Mark.HOLLOW)
        count.add(is_right, mark is None)
        if not is_right:
            said_mark = "nothing" if mark is None else mark.name.lower()
            total.misses += (f"{'bulge' if is_bulge else 'hollow'} {cell_name(cell)} {face.name}: said {said_mark}",)
