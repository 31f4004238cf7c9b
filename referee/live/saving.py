"""The committed part of a game of babel as JSON and back, checked: what its journal is written and read by."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from rules.games.babel import DEFAULT_OPTIONS, FULL_HAND, Cell, Fault, cube_notation, parse_cube
from rules.options import options_notation, with_options
from vision.games.babel.memory import CubeMemory

from .event_fields import CellNumbers, PlayerNumber, RuleNumber, event_fields, event_from, face_named
from .events import Event
from .journal import Codec, JournalReading
from .saved_fields import checked
from .state import GameState, Ply

_Count = Annotated[int, msgspec.Meta(ge=0)]
_Held = Annotated[int, msgspec.Meta(ge=0, le=max(FULL_HAND))]
_Hand = tuple[_Held, _Held, _Held, _Held, _Held]


class _CubeFields(msgspec.Struct, frozen=True):
    cell: CellNumbers
    types: tuple[float, float, float, float, float]
    looks: _Count
    marks: dict[str, tuple[float, _Count]]
    told: str = ""


class _FaultFields(msgspec.Struct, frozen=True):
    rule: RuleNumber
    cell: CellNumbers
    faces: tuple[str, ...]
    by: str
    message: str


class _PlyFields(msgspec.Struct, frozen=True):
    number: int
    player: PlayerNumber
    cell: CellNumbers
    cube: str
    confidence: float
    faults: tuple[_FaultFields, ...]
    order_known: bool
    # Journals of earlier versions do not say it: such a fault was told as certain.
    illegal: float = 1.0
    unseen: tuple[CellNumbers, ...] = ()


class _GameFields(msgspec.Struct, frozen=True):
    options: tuple[str, ...]
    cubes: tuple[_CubeFields, ...]
    plies: tuple[_PlyFields, ...]
    start_hands: tuple[_Hand, _Hand] | None
    start_number: int
    start_player: PlayerNumber
    has_begun: bool
    is_over: bool
    # Journals of earlier versions do not say it.
    was_over: bool = False


def game_fields(game: GameState) -> dict[str, Any]:
    """The game as one JSON object.

    Examples
    --------
    >>> game_from(game_fields(GameState())) == GameState()
    True
    """
    fields = _GameFields(
        options=tuple(options_notation(game.options)),
        cubes=tuple(_cube_fields(cell, memory) for cell, memory in game.cubes.items()),
        plies=tuple(_ply_fields(ply) for ply in game.plies),
        start_hands=game.start_hands,
        start_number=game.start_number,
        start_player=game.start_player,
        has_begun=game.has_begun,
        is_over=game.is_over,
        was_over=game.was_over,
    )
    saved: dict[str, Any] = msgspec.to_builtins(fields)
    return saved


def game_from(fields: Mapping[str, Any]) -> GameState:
    """The game of which `game_fields` made these.

    Raises
    ------
    ValueError
        If it says something that cannot be.
    """
    read = checked(fields, _GameFields)
    return GameState(
        options=with_options(DEFAULT_OPTIONS, read.options),
        cubes={cube.cell: _memory(cube) for cube in read.cubes},
        plies=tuple(_ply(ply) for ply in read.plies),
        start_hands=read.start_hands,
        start_number=read.start_number,
        start_player=read.start_player,
        has_begun=read.has_begun,
        is_over=read.is_over,
        was_over=read.was_over,
    )


def _cube_fields(cell: Cell, memory: CubeMemory) -> _CubeFields:
    marks = {face.name: evidence for face, evidence in memory.marks.items()}
    told = "" if memory.told is None else cube_notation(memory.told)
    a, b, c, d, e = memory.types
    return _CubeFields(cell, (a, b, c, d, e), memory.type_looks, marks, told)


def _memory(fields: _CubeFields) -> CubeMemory:
    marks = {face_named(name): evidence for name, evidence in fields.marks.items()}
    return CubeMemory(fields.types, fields.looks, marks, parse_cube(fields.told) if fields.told else None)


def _ply_fields(ply: Ply) -> _PlyFields:
    faults = tuple(
        _FaultFields(fault.rule, fault.cell, tuple(face.name for face in fault.faces), fault.by, fault.message)
        for fault in ply.faults
    )
    cube = cube_notation(ply.cube)
    return _PlyFields(
        ply.number, ply.player, ply.cell, cube, ply.confidence, faults, ply.is_order_known, ply.illegal, ply.unseen
    )


def _ply(fields: _PlyFields) -> Ply:
    faults = tuple(
        Fault(fault.rule, fault.cell, tuple(map(face_named, fault.faces)), _by(fault.by), fault.message)
        for fault in fields.faults
    )
    return Ply(
        number=fields.number,
        player=fields.player,
        cell=fields.cell,
        cube=parse_cube(fields.cube),
        confidence=fields.confidence,
        faults=faults,
        illegal=fields.illegal,
        is_order_known=fields.order_known,
        unseen=fields.unseen,
    )


def _by(word: str) -> Any:
    if word not in ("seen", "deduced"):
        raise ValueError(f"a fault is seen or deduced, not {word!r}")
    return word


TOWER_CODEC = Codec("babel", GameState(), event_fields, event_from, game_fields, game_from)
TowerReading = JournalReading[Event, GameState]
"""What the journal of a game of babel holds."""
