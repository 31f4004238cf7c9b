"""Knows which towers stand in the sample photos: legal ones, ones with one known fault, and random piles.

Called by samples.generate; the truth files judge these towers with the rules, not with what was intended here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np

SIDES = {"E": (1, 0), "W": (-1, 0), "N": (0, 1), "S": (0, -1)}
OPPOSITE = {"E": "W", "W": "E", "N": "S", "S": "N", "U": "D", "D": "U"}
BOX = (6, 6, 2, 6, 4)
HAND = (3, 3, 1, 3, 2)
LEVELS = 6
_FOOTPRINT = ((0, 0), (1, 0), (0, 1), (1, 1))
Cell = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class PlacedCube:
    """A cube of type 0 to 4 in a cell, with the faces that carry its bulges."""

    cell: Cell
    kind: int
    bulges: frozenset[str]


Pile = tuple[PlacedCube, ...]
Generator = np.random.Generator


def arrangements(kind: int, any_arrangement: bool = False) -> list[frozenset[str]]:
    """All bulge sets of a type: the default arrangements of the game, or also the optional ones for 2 and 3."""
    return [faces for faces in map(frozenset, combinations("EWNSUD", kind)) if any_arrangement or _is_default(faces)]


def _is_default(faces: frozenset[str]) -> bool:
    opposite_pairs = sum({first, second} <= faces for first, second in ("EW", "NS", "UD"))
    return opposite_pairs == max(0, len(faces) - 3) * 1 if len(faces) != 4 else opposite_pairs == 1


def random_legal_tower(rng: Generator, count: int) -> Pile:
    """A tower reached by random legal placements, of ``count`` cubes where the game lets them go that far."""
    best: Pile = ()
    for _ in range(200):
        pile: Pile = ()
        while len(pile) < count:
            options = _legal_placements(pile)
            if not options:
                break
            pile = (*pile, options[rng.integers(len(options))])
        if len(pile) > len(best):
            best = pile
        if len(best) == count:
            break
    return best


def random_pile(rng: Generator, count: int, outside_share: float = 0.05) -> Pile:
    """Cubes of any type turned anyhow, in columns of random heights: marks of both kinds on every side.

    Only what cannot stand is left out: a cube over nothing, or one that rests on a bulge on the table.
    """
    cells: list[Cell] = []
    bases = [*_FOOTPRINT]
    if rng.random() < outside_share:
        bases.append(_outside_columns()[rng.integers(8)])
    heights = {base: 0 for base in bases}
    while len(cells) < min(count, LEVELS * len(bases)):
        base = bases[rng.integers(len(bases))]
        # Lower columns are likelier, so that piles look like towers in the building more often than like poles.
        if heights[base] < LEVELS and rng.random() < 0.4 ** (heights[base] - min(heights.values())) + 0.08:
            cells.append((*base, heights[base]))
            heights[base] += 1
    any_arrangement = bool(rng.random() < 0.2)
    cubes = []
    for cell in cells:
        kind = int(rng.choice(5, p=(0.14, 0.18, 0.2, 0.24, 0.24)))
        options = [faces for faces in arrangements(kind, any_arrangement) if cell[2] or "D" not in faces]
        cubes.append(PlacedCube(cell, kind, options[rng.integers(len(options))]))
    return tuple(cubes)


def fault_names() -> tuple[str, ...]:
    """The kinds of fault that ``random_faulty_tower`` can build in."""
    return tuple(_FAULTS)


def random_faulty_tower(rng: Generator, fault: str, count: int) -> Pile:
    """A legal tower whose last or last but few placements break one rule in the named way."""
    for _ in range(400):
        pile = _FAULTS[fault](rng, count)
        if pile is not None:
            return pile
    raise ValueError(f"no tower of {count} cubes with the fault {fault!r} was found")


def random_spares(rng: Generator, pile: Pile, count: int) -> list[tuple[int, frozenset[str]]]:
    """Types and bulge sets of cubes that lie beside the tower, taken from what is left in the box."""
    left = [kind for kind in range(5) for _ in range(max(0, BOX[kind] - sum(cube.kind == kind for cube in pile)))]
    chosen = rng.permutation(left)[:count]
    spares = []
    for kind in map(int, chosen):
        options = [faces for faces in arrangements(kind) if "D" not in faces]
        spares.append((kind, options[rng.integers(len(options))]))
    return spares


def _legal_placements(pile: Pile) -> list[PlacedCube]:
    mover = len(pile) % 2
    used = [sum(cube.kind == kind for cube in pile[mover::2]) for kind in range(5)]
    level = _open_level(pile)
    return [
        PlacedCube(cell, kind, faces)
        for cell in _free_cells(pile, level)
        if level or not pile or any(_is_beside(cell, cube.cell) for cube in pile)
        for kind in range(5)
        if used[kind] < HAND[kind] and (pile or kind != 4)
        for faces in arrangements(kind)
        if not _clashes(pile, cell, faces)
    ]


def _open_level(pile: Pile) -> int:
    filled = [sum(cube.cell[2] == level for cube in pile) for level in range(LEVELS)]
    return next((level for level, number in enumerate(filled) if number < 4), LEVELS)


def _free_cells(pile: Pile, level: int) -> list[Cell]:
    taken = {cube.cell for cube in pile}
    return [(x, y, level) for x, y in _FOOTPRINT if level < LEVELS and (x, y, level) not in taken]


def _is_beside(first: Cell, second: Cell) -> bool:
    return first[2] == second[2] and abs(first[0] - second[0]) + abs(first[1] - second[1]) == 1


def _clashes(pile: Pile, cell: Cell, faces: frozenset[str]) -> frozenset[str]:
    """The faces on which a cube breaks rule 5 (a bulge outside) or rule 6 (two marks alike meet)."""
    marks = {cube.cell: cube.bulges for cube in pile}
    x, y, z = cell
    clashes = set()
    for face, (dx, dy) in SIDES.items():
        neighbour = (x + dx, y + dy, z)
        if not (0 <= x + dx <= 1 and 0 <= y + dy <= 1) and neighbour not in marks:
            if face in faces:
                clashes.add(face)
        elif neighbour in marks and (face in faces) == (OPPOSITE[face] in marks[neighbour]):
            clashes.add(face)
    below = marks.get((x, y, z - 1))
    if ("D" in faces) if z == 0 else (below is not None and ("D" in faces) == ("U" in below)):
        clashes.add("D")
    return frozenset(clashes)


def _outside_columns() -> list[tuple[int, int]]:
    return [(2, 0), (2, 1), (-1, 0), (-1, 1), (0, 2), (1, 2), (0, -1), (1, -1)]


def _go_on(rng: Generator, pile: Pile, count: int) -> Pile:
    """Players who did not notice place on: fitting cubes on the open level, up to ``count``."""
    while len(pile) < count:
        options = _legal_placements(pile)
        if not options:
            break
        pile = (*pile, options[rng.integers(len(options))])
    return pile


def _before_fault(rng: Generator, count: int, least: int = 0) -> Pile:
    """The tower before the fault; half the time the fault comes last, otherwise up to four cubes earlier."""
    later = int(rng.integers(1, 5)) if rng.random() < 0.5 else 0
    return random_legal_tower(rng, max(least, count - 1 - later))


def _with_clash(rng: Generator, count: int, is_wanted: Callable[[Pile, PlacedCube, frozenset[str]], bool]) -> Pile | None:
    pile = _before_fault(rng, count)
    options = []
    for cell in _free_cells(pile, _open_level(pile)):
        if pile and cell[2] == 0 and not any(_is_beside(cell, cube.cell) for cube in pile):
            continue
        for kind in range(5):
            if kind == 4 and not pile or sum(cube.kind == kind for cube in pile) >= BOX[kind]:
                continue
            for faces in arrangements(kind):
                cube = PlacedCube(cell, kind, faces)
                if is_wanted(pile, cube, _clashes(pile, cell, faces)):
                    options.append(cube)
    return _go_on(rng, (*pile, options[rng.integers(len(options))]), count) if options else None


def _outer_bulge(rng: Generator, count: int) -> Pile | None:
    def is_wanted(pile: Pile, cube: PlacedCube, clashes: frozenset[str]) -> bool:
        x, y, _ = cube.cell
        outer = {face for face, (dx, dy) in SIDES.items() if not (0 <= x + dx <= 1 and 0 <= y + dy <= 1)}
        return len(clashes) == 1 and clashes <= outer

    return _with_clash(rng, count, is_wanted)


def _hollow_hollow(rng: Generator, count: int) -> Pile | None:
    def is_wanted(pile: Pile, cube: PlacedCube, clashes: frozenset[str]) -> bool:
        # Two bulges would hold the cubes apart; two hollows leave a space that shows only in what does not fit.
        x, y, z = cube.cell
        inner = {"D"} if z else set()
        inner |= {face for face, (dx, dy) in SIDES.items() if 0 <= x + dx <= 1 and 0 <= y + dy <= 1}
        return len(clashes) == 1 and clashes <= inner and not clashes & cube.bulges

    return _with_clash(rng, count, is_wanted)


def _level_early(rng: Generator, count: int) -> Pile | None:
    pile = _before_fault(rng, count, least=1)
    level = _open_level(pile)
    bases = [cube for cube in pile if cube.cell[2] == level]
    if not bases or level + 1 >= LEVELS:
        return None
    base = bases[rng.integers(len(bases))]
    cell = (base.cell[0], base.cell[1], level + 1)
    cube = _fitting_cube(rng, pile, cell)
    return cube and _go_on(rng, (*pile, cube), count)


def _outside_footprint(rng: Generator, count: int) -> Pile | None:
    pile = _before_fault(rng, count, least=1)
    grounds = {cube.cell[:2] for cube in pile if cube.cell[2] == 0}
    columns = [
        (x, y) for x, y in _outside_columns() if any(abs(x - gx) + abs(y - gy) == 1 for gx, gy in grounds)
    ]
    cell = (*columns[rng.integers(len(columns))], 0)
    kind = int(rng.choice([0, 1, 3]))
    options = [faces for faces in arrangements(kind) if "D" not in faces]
    # Against the outside of the tower stands a hollow; a bulge there fills it, as a player would do it.
    options = [faces for faces in options if not _clashes(pile, cell, faces) & _touching(pile, cell)] or options
    return _go_on(rng, (*pile, PlacedCube(cell, kind, options[rng.integers(len(options))])), count)


def _touching(pile: Pile, cell: Cell) -> frozenset[str]:
    cells = {cube.cell for cube in pile}
    return frozenset(face for face, (dx, dy) in SIDES.items() if (cell[0] + dx, cell[1] + dy, cell[2]) in cells)


def _too_many(rng: Generator, count: int) -> Pile | None:
    pile = _before_fault(rng, count, least=4)
    for kind in (2, 4):
        if sum(cube.kind == kind for cube in pile) == BOX[kind]:
            break
    else:
        return None
    options = [
        PlacedCube(cell, kind, faces)
        for cell in _free_cells(pile, _open_level(pile))
        for faces in arrangements(kind)
        if not _clashes(pile, cell, faces)
    ]
    return _go_on(rng, (*pile, options[rng.integers(len(options))]), count) if options else None


def _blue_on_ground(rng: Generator, count: int) -> Pile | None:
    pile = random_legal_tower(rng, min(count - 1, int(rng.integers(0, 4))))
    cells = [
        cell for cell in _free_cells(pile, 0) if not pile or any(_is_beside(cell, cube.cell) for cube in pile)
    ]
    if not cells:
        return None
    cell = cells[rng.integers(len(cells))]
    options = [faces for faces in arrangements(4) if "D" not in faces]
    fewest = min(len(_clashes(pile, cell, faces)) for faces in options)
    options = [faces for faces in options if len(_clashes(pile, cell, faces)) == fewest]
    return _go_on(rng, (*pile, PlacedCube(cell, 4, options[rng.integers(len(options))])), count)


def _diagonal_on_ground(rng: Generator, count: int) -> Pile | None:
    first = random_legal_tower(rng, 1)
    x, y, _ = first[0].cell
    cell = (1 - x, 1 - y, 0)
    cube = _fitting_cube(rng, first, cell)
    return cube and _go_on(rng, (*first, cube), min(count, 4))


def _fitting_cube(rng: Generator, pile: Pile, cell: Cell) -> PlacedCube | None:
    mover = len(pile) % 2
    options = [
        PlacedCube(cell, kind, faces)
        for kind in range(5)
        if sum(cube.kind == kind for cube in pile[mover::2]) < HAND[kind]
        for faces in arrangements(kind)
        if not _clashes(pile, cell, faces)
    ]
    return options[rng.integers(len(options))] if options else None


_FAULTS: dict[str, Callable[[Generator, int], Pile | None]] = {
    "outer_bulge": _outer_bulge,
    "hollow_hollow": _hollow_hollow,
    "level_early": _level_early,
    "outside_footprint": _outside_footprint,
    "too_many": _too_many,
    "blue_on_ground": _blue_on_ground,
    "diagonal_on_ground": _diagonal_on_ground,
}
