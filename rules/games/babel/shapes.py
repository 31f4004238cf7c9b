"""All that the future of a game depends on in a tower: the faces of the open level that later cubes can touch.

Turned and mirrored shapes are one. The solver counts on shapes instead of towers; nobody else needs them.

A shape is an int of 13 bits, columns in the order a1 b1 a2 b2:

====== =================================================================================================
bits   set if
====== =================================================================================================
0-3    a bulge waits in the joint of a filled and an empty cell; joints a1-b1 a1-a2 b1-b2 a2-b2
4-7    a bulge waits on top of the column; the ground, where only hollows may lie, counts as one
8-11   the column's cell of the open level is filled
12     the open level is the first, where rule 7 holds
====== =================================================================================================
"""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import permutations

from rules.cubes import Cell, Face
from rules.errors import IncompletePosition

from .legality import open_level
from .pieces import Mark, Options, bulge_sets
from .tower import COLUMNS, LEVELS, SIDES, Tower, cell_name, is_outer

_TOP, _FILLED, _GROUND = 4, 8, 1 << 12
_ALL_FILLED = 0b1111 << _FILLED
_PLACES = tuple(COLUMNS)
_JOINTS = (frozenset({0, 1}), frozenset({0, 2}), frozenset({1, 3}), frozenset({2, 3}))
_SYMMETRIES = tuple(
    order for order in permutations(range(4)) if all(frozenset({order[a], order[b]}) in _JOINTS for a, b in _JOINTS)
)
"""Where each column goes: the eight ways that leave neighbours neighbours."""


def shape_of(tower: Tower) -> int:
    """The shape of a tower without faults of rules 3 and 4, as it stands.

    Raises
    ------
    IncompletePosition
        A face that counts is not known.
    """
    z = open_level(tower)
    shape = _GROUND if z == 0 else 0
    for number, (x, y) in enumerate(_PLACES):
        cell = (x, y, z)
        if cell in tower:
            shape |= 1 << (_FILLED + number)
            shape |= _waits(tower, cell, Face.U) << (_TOP + number)
            for face, joint in _inner_sides(number):
                if face.beside(cell) not in tower:
                    shape |= _waits(tower, cell, face) << joint
        else:
            shape |= (z == 0 or _waits(tower, (x, y, z - 1), Face.U)) << (_TOP + number)
    return shape


def after(shape: int, column: int, bulges: frozenset[Face]) -> int | None:
    """The shape once a cube fills that column's cell of the open level, None if it does not fit there.

    Parameters
    ----------
    shape : int
        Before.
    column : int
        0 to 3 for a1 b1 a2 b2.
    bulges : frozenset of Face
        The cube's.
    """
    seat = _seat(column, bulges)
    return None if seat is None else _seated(shape, seat)


@dataclass(frozen=True, slots=True)
class _Seat:
    """A cube with its bulges in a column of the open level, in a shape's bits.

    Attributes
    ----------
    filled, top : int
        The column's own bits.
    inner : tuple of (int, int, bool)
        For each side that looks inside: the joint's bit, the neighbour's bit, and whether the cube has a bulge there.
    down, up : bool
        Whether it has a bulge below and on top.
    """

    filled: int
    top: int
    inner: tuple[tuple[int, int, bool], ...]
    down: bool
    up: bool


@cache
def _seat(column: int, bulges: frozenset[Face]) -> _Seat | None:
    """None if a bulge would look outside."""
    x, y = _PLACES[column]
    if any(face in bulges for face in SIDES if is_outer((x, y, 0), face)):
        return None
    inner = tuple(
        (1 << joint, 1 << (_FILLED + other), face in bulges)
        for face, joint in _inner_sides(column)
        for other in _JOINTS[joint] - {column}
    )
    return _Seat(1 << (_FILLED + column), 1 << (_TOP + column), inner, Face.D in bulges, Face.U in bulges)


@cache
def _seats(type: int, options: Options) -> tuple[_Seat, ...]:
    """All ways in which a cube of a type can stand without a bulge outside."""
    seats = (_seat(column, bulges) for column in range(4) for bulges in bulge_sets(type, options))
    return tuple(seat for seat in seats if seat is not None)


def _seated(shape: int, seat: _Seat) -> int | None:
    """The shape once a cube stands there, None if it does not fit."""
    if shape & seat.filled or seat.down == bool(shape & seat.top):
        return None
    if shape & _GROUND and shape & _ALL_FILLED and not any(shape & neighbour for _, neighbour, _ in seat.inner):
        return None
    changed = shape & ~seat.top | seat.filled | seat.top * seat.up
    for joint, neighbour, is_bulge in seat.inner:
        if shape & neighbour:
            if is_bulge == bool(shape & joint):
                return None
            changed &= ~joint
        elif is_bulge:
            changed |= joint
    if changed & _ALL_FILLED == _ALL_FILLED:
        return changed & 0b1111 << _TOP
    return changed


@cache
def canonical(shape: int) -> int:
    """The one of the eight turned and mirrored shapes that stands for all."""
    return min(_turned(shape, order) for order in _SYMMETRIES)


@cache
def replies(shape: int, type: int, options: Options) -> Counter[int]:
    """The canonical shapes that cubes of a type lead to, with the number of placements that do."""
    shapes = (_seated(shape, seat) for seat in _seats(type, options))
    return Counter(canonical(found) for found in shapes if found is not None)


def _turned(shape: int, order: tuple[int, ...]) -> int:
    turned = shape & _GROUND
    for column, goal in enumerate(order):
        for group in (_TOP, _FILLED):
            turned |= (shape >> (group + column) & 1) << (group + goal)
    for joint, ends in enumerate(_JOINTS):
        turned |= (shape >> joint & 1) << _JOINTS.index(frozenset(order[end] for end in ends))
    return turned


@cache
def _inner_sides(column: int) -> tuple[tuple[Face, int], ...]:
    """The two sides of a cube in this column that look inside, each with its joint."""
    x, y = _PLACES[column]
    inner = (face for face in SIDES if not is_outer((x, y, 0), face))
    others = ((face, _PLACES.index(face.beside((x, y, 0))[:2])) for face in inner)
    return tuple((face, _JOINTS.index(frozenset({column, other}))) for face, other in others)


def _waits(tower: Tower, cell: Cell, face: Face) -> bool:
    """Whether a bulge waits on this face; on the sixth level's tops, where nothing comes, the answer is free."""
    mark = tower[cell].mark(face)
    if mark is None and not (face is Face.U and cell[2] == LEVELS - 1):
        place = cell_name(cell)
        raise IncompletePosition(f"face {face.name} of the cube in {place} is not known, but a later cube may touch it")
    return mark is Mark.BULGE
