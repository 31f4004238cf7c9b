"""What the rules of babel forbid, rule by rule: in one placement, and in a tower seen without its history.

Only faults that show directly are found here; what must be deduced from hidden faces is `judge`'s task.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from rules.cubes import Cell, Face

from .facts import Fact
from .pieces import DEFAULT_OPTIONS, TYPES, Mark, Options, bulge_sets, face_letters
from .tower import COLUMNS, LEVELS, SIDES, Cube, Placement, Tower, cell_name, cells_name, in_footprint, is_outer


@dataclass(frozen=True, slots=True)
class Fault:
    """One rule broken at one place.

    Attributes
    ----------
    rule : int
        Number of the rule on the sheet, 1 to 8.
    cell : Cell
        The cube at fault; of two that touch, the one built later.
    faces : tuple of Face
        Its faces that show the fault; empty where the fault is not one of faces.
    by : {"seen", "deduced"}
        Whether the known facts show it directly, or it follows because no arrangement of the hidden faces is legal.
    message : str
        A sentence that a player understands.
    facts : tuple of Fact
        What is known that alone forbids the tower, nothing of it superfluous; empty for a placement. Of a type that is
        seen too often: one cube more than the box holds, and of a first cube of type 4 the colours of all on the
        ground and that no other stands there, though less may forbid the tower as well. Of a fault that is deduced
        beside faults that are seen: what forbids it although the faces at fault are not held against it.
    """

    rule: int
    cell: Cell
    faces: tuple[Face, ...]
    by: Literal["seen", "deduced"]
    message: str
    facts: tuple[Fact, ...] = ()


def open_level(tower: Tower) -> int:
    """The lowest level that still has an empty cell; `LEVELS` when all are full."""
    for z in range(LEVELS):
        if any((x, y, z) not in tower for x, y in COLUMNS):
            return z
    return LEVELS


def open_cells(tower: Tower) -> tuple[Cell, ...]:
    """The cells where rules 3, 4 and 7 let the next cube stand."""
    z = open_level(tower)
    empty = ((x, y, z) for x, y in COLUMNS if z < LEVELS and (x, y, z) not in tower)
    return tuple(cell for cell in empty if not _stands_apart(tower, cell))


def surroundings(tower: Tower, cell: Cell) -> Cube:
    """What rules 5 and 6 demand of a cube in an inner cell of this tower: its marks toward outside and neighbours.

    A neighbour's face that is not known demands nothing.
    """
    bulges: set[Face] = set()
    hollows: set[Face] = set()
    for face in Face:
        beside = face.beside(cell)
        if is_outer(cell, face):
            hollows.add(face)
        elif beside in tower:
            mark = tower[beside].mark(face.opposite)
            if mark is not None:
                (hollows if mark is Mark.BULGE else bulges).add(face)
    return Cube(None, frozenset(bulges), frozenset(hollows))


def placement_faults(
    tower: Tower, placement: Placement, hand: Sequence[int], options: Options = DEFAULT_OPTIONS
) -> tuple[Fault, ...]:
    """Each rule that a placement breaks, as far as the known faces prove it.

    Parameters
    ----------
    tower : Tower
        Before the placement.
    placement : Placement
        The cube and where it goes.
    hand : sequence of 5 int
        Cubes of each type that the player still has.
    options : Options
        Say which cubes exist.

    Returns
    -------
    tuple of Fault
        In the order of the rules; empty if nothing speaks against the placement.
    """
    return tuple(_placement_faults(tower, placement, hand, options))


def _placement_faults(tower: Tower, placement: Placement, hand: Sequence[int], options: Options) -> Iterator[Fault]:
    cell, type = placement.cell, placement.type
    if not hand[type]:
        yield _fault(1, cell, (), f"The player has no {_cube_name(type)} left to place in {cell_name(cell)}.")
    yield from _unknown_arrangement(cell, placement.cube, options)
    if not _may_be_next(tower, type):
        yield _blue_first([cell])
    if cell in tower:
        yield _fault(3, cell, (), f"In {cell_name(cell)} there is a cube already.")
    if not in_footprint(cell) or not 0 <= cell[2] < LEVELS:
        yield _outside_footprint(cell)
        return
    if cell[2] > open_level(tower):
        yield _early_level(tower, [cell])
    yield from _outer_bulges(cell, placement.cube)
    if cell not in tower:
        yield from _bad_joints(tower.placed(cell, placement.cube), cell, tuple(Face))
    if cell[2] == 0 and _stands_apart(tower, cell):
        yield _fault(7, cell, (), f"On level 1 the cube in {cell_name(cell)} stands side by side with no other.")


def seen_faults(tower: Tower, options: Options = DEFAULT_OPTIONS, all_in_view: bool = True) -> tuple[Fault, ...]:
    """Each fault of a tower without history that its known types and faces show directly.

    Parameters
    ----------
    tower : Tower
        Faces may be unknown; only known ones are held against it.
    options : Options
        Say which cubes exist.
    all_in_view : bool
        False if cubes may stand where the tower has none, for they were out of the picture; then nothing that rests on
        an empty cell (rules 2, 4 and 7) is a fault.

    Returns
    -------
    tuple of Fault
        In the order of the rules, then from the ground up.
    """
    inner = [cell for cell in tower if in_footprint(cell) and cell[2] < LEVELS]
    faults = [*_too_many(tower)]
    for cell in tower:
        faults += _unknown_arrangement(cell, tower[cell], options)
    if all_in_view:
        faults += _wrong_first(tower)
    faults += (_outside_footprint(cell) for cell in tower if cell not in inner)
    if all_in_view:
        faults += _early_levels(tower)
    for cell in inner:
        faults += _outer_bulges(cell, tower[cell])
    for cell in inner:
        # A joint is named once, from the cube built later: its West, South or lower face.
        faults += _bad_joints(tower, cell, (Face.W, Face.S, Face.D))
    if all_in_view:
        faults += _ground_apart(tower)
    return tuple(faults)


def structural_faults(tower: Tower) -> tuple[Fault, ...]:
    """Faults of where the cubes stand, whatever they are: rules 3, 4 and 7."""
    footless = (_outside_footprint(cell) for cell in tower if not in_footprint(cell) or cell[2] >= LEVELS)
    return (*footless, *_early_levels(tower), *_ground_apart(tower))


def _too_many(tower: Tower) -> Iterator[Fault]:
    for kind in TYPES:
        cells = [cell for cell, cube in tower.items() if cube.type == kind.number]
        for number, cell in enumerate(cells, start=1):
            if number > kind.in_box:
                held = f"of the {kind.colour} ones (type {kind.number}); the box holds {kind.in_box}"
                yield _fault(1, cell, (), f"{_begin(cell)} is number {number} {held}.")


def _unknown_arrangement(cell: Cell, cube: Cube, options: Options) -> Iterator[Fault]:
    types = range(len(TYPES)) if cube.type is None else (cube.type,)
    if not any(cube.could_be(bulges) for type in types for bulges in bulge_sets(type, options)):
        known = f"bulges {face_letters(cube.bulges) or 'nowhere'}, hollows {face_letters(cube.hollows) or 'nowhere'}"
        name = "cube" if cube.type is None else _cube_name(cube.type)
        faces = tuple(face for face in Face if face in cube.bulges)
        yield _fault(1, cell, faces, f"No {name} of the box has its marks as in {cell_name(cell)}: {known}.")


def fitting_placements(tower: Tower, cell: Cell, options: Options) -> tuple[Placement, ...]:
    """Each cube that may be placed in an open cell by rules 2, 5 and 6, as far as the faces around it are known.

    By type, whoever holds one; then in the order of `bulge_sets`.
    """
    demanded = surroundings(tower, cell)
    return tuple(
        Placement(cell, kind.number, bulges)
        for kind in TYPES
        if _may_be_next(tower, kind.number)
        for bulges in bulge_sets(kind.number, options)
        if demanded.could_be(bulges)
    )


def _may_be_next(tower: Tower, type: int) -> bool:
    """Rule 2: the first cube is no 4."""
    return bool(tower) or type != 4


def _wrong_first(tower: Tower) -> Iterator[Fault]:
    ground = [cell for cell in tower if cell[2] == 0]
    if ground and all(tower[cell].type == 4 for cell in ground):
        yield _blue_first(ground)


def _blue_first(cells: Sequence[Cell]) -> Fault:
    """That the first cube, which came to one of these cells, is a 4."""
    where = "one of " * (len(cells) > 1) + cells_name(cells)
    return _fault(2, cells[0], (), f"The first cube, in {where}, is blue; it may have any other colour.")


def taken_away(cell: Cell) -> Fault:
    """That a placed cube is gone; a placed cube stays."""
    return _fault(3, cell, (), f"The cube in {cell_name(cell)} has been taken away; a placed cube stays.")


def altered(cell: Cell) -> Fault:
    """That a placed cube lies otherwise, or is another; a placed cube stays as it is."""
    message = f"The cube in {cell_name(cell)} has been turned or exchanged; a placed cube stays as it is."
    return _fault(3, cell, (), message)


def _outside_footprint(cell: Cell) -> Fault:
    above = in_footprint(cell) and cell[2] >= LEVELS
    reason = f"above the {LEVELS} levels of the tower" if above else "outside the 2x2 footprint"
    return _fault(3, cell, (), f"The cube in {cell_name(cell)} stands {reason}.")


def _early_levels(tower: Tower) -> Iterator[Fault]:
    first = open_level(tower)
    for z in range(first + 1, LEVELS):
        begun = [cell for cell in tower if cell[2] == z and in_footprint(cell)]
        if begun and any((x, y, z - 1) not in tower for x, y in COLUMNS):
            yield _early_level(tower, begun)


def _early_level(tower: Tower, begun: Sequence[Cell]) -> Fault:
    z = begun[0][2]
    missing = " ".join(name for (x, y), name in COLUMNS.items() if (x, y, z - 1) not in tower)
    where = " ".join(COLUMNS[cell[:2]] for cell in begun)
    below = f"level {z} lacks {missing}" if missing else f"level {open_level(tower) + 1} is not complete"
    return _fault(4, begun[0], (), f"Level {z + 1} is begun ({where}) although {below}.")


def _outer_bulges(cell: Cell, cube: Cube) -> Iterator[Fault]:
    faces = tuple(face for face in Face if face in cube.bulges and is_outer(cell, face))
    if faces:
        yield outer_bulge_fault(cell, faces)


def outer_bulge_fault(cell: Cell, faces: Sequence[Face]) -> Fault:
    """The fault of a cube that shows bulges on these outer faces, one or more."""
    letters = " ".join(face.name for face in faces)
    plural = "s" * (len(faces) > 1)
    return _fault(5, cell, tuple(faces), f"{_begin(cell)} shows a bulge on the outside, at face{plural} {letters}.")


def _bad_joints(tower: Tower, cell: Cell, faces: Sequence[Face]) -> Iterator[Fault]:
    for face in faces:
        beside = face.beside(cell)
        if beside not in tower or not in_footprint(beside):
            continue
        mark = tower[cell].mark(face)
        if mark is not None and mark is tower[beside].mark(face.opposite):
            touch = f"face {face.name} of {cell_name(cell)} and face {face.opposite.name} of {cell_name(beside)}"
            yield _fault(6, cell, (face,), f"Two {mark.value}s meet: {touch}.")


def _ground_apart(tower: Tower) -> Iterator[Fault]:
    ground = [cell for cell in tower if cell[2] == 0 and in_footprint(cell)]
    if len(ground) == 2 and _stands_apart(tower.without(ground[1]), ground[1]):
        names = f"{cell_name(ground[0])} and {cell_name(ground[1])}"
        yield _fault(
            7, ground[1], (), f"The cubes in {names} touch only diagonally; on level 1 they stand side by side."
        )


def _stands_apart(tower: Tower, cell: Cell) -> bool:
    """Whether a cube here would break rule 7: on the ground, not the first, and beside no other."""
    others = any(other[2] == 0 and in_footprint(other) and other != cell for other in tower)
    beside = any(face.beside(cell) in tower for face in SIDES if not is_outer(cell, face))
    return cell[2] == 0 and others and not beside


def _fault(rule: int, cell: Cell, faces: tuple[Face, ...], message: str) -> Fault:
    return Fault(rule, cell, faces, "seen", message)


def _cube_name(type: int) -> str:
    return f"{TYPES[type].colour} cube (type {type})"


def _begin(cell: Cell) -> str:
    return f"The cube in {cell_name(cell)}"
