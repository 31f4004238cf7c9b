"""Positions to test on, and a second, literal reading of the rules that shares no code with the first."""

from itertools import product

import pytest

from rules.games.babel import GAME, Cube, Face, Options, Tower, bulge_sets
from rules.record import Record

OFFSETS = {"E": (1, 0, 0), "W": (-1, 0, 0), "N": (0, 1, 0), "S": (0, -1, 0), "U": (0, 0, 1), "D": (0, 0, -1)}
OPPOSITE = {"E": "W", "W": "E", "N": "S", "S": "N", "U": "D", "D": "U"}


@pytest.fixture(scope="session")
def play():
    """A game from numbers: each chooses among the legal placements; numbers after the end are left."""

    def play(choices, options=Options()):  # noqa: B008
        game = Record.of(GAME, GAME.start(options))
        for choice in choices:
            placements = game.position.legal_placements()
            if not placements:
                break
            game = game.play(placements[choice % len(placements)])
        return game

    return play


@pytest.fixture(scope="session")
def broken_rules():
    """Numbers of the rules that a tower breaks, all of it known, by the letter of the sheet."""

    def broken_rules(tower, box=(6, 6, 2, 6, 4)):
        cubes = {cell: (cube.type, {face.name for face in cube.bulges}) for cell, cube in tower.items()}
        broken = set()
        if any(sum(type == number for type, _ in cubes.values()) > most for number, most in enumerate(box)):
            broken.add(1)
        ground = [(x, y) for x, y, z in cubes if z == 0]
        if ground and all(cubes[x, y, 0][0] == 4 for x, y in ground):
            broken.add(2)
        if any(x not in (0, 1) or y not in (0, 1) or z > 5 for x, y, z in cubes):
            broken.add(3)
        for x, y, z in cubes:
            inside = x in (0, 1) and y in (0, 1) and z <= 5
            if inside and z and any((a, b, z - 1) not in cubes for a in (0, 1) for b in (0, 1)):
                broken.add(4)
            for letter, (dx, dy, dz) in OFFSETS.items():
                a, b, c = x + dx, y + dy, z + dz
                out = a not in (0, 1) or b not in (0, 1) or c < 0
                if inside and out and letter in cubes[x, y, z][1]:
                    broken.add(5)
                if inside and not out and (a, b, c) in cubes and c <= 5:
                    here, there = letter in cubes[x, y, z][1], OPPOSITE[letter] in cubes[a, b, c][1]
                    if here == there:
                        broken.add(6)
        if set(ground) in ({(0, 0), (1, 1)}, {(1, 0), (0, 1)}):
            broken.add(7)
        return broken

    return broken_rules


@pytest.fixture(scope="session")
def completions():
    """Every tower that agrees with a partly known one, legal or not, listed one by one."""

    def completions(tower, options=Options()):  # noqa: B008
        choices = []
        for cube in tower.values():
            types = range(5) if cube.type is None else [cube.type]
            sets = [(type, bulges) for type in types for bulges in bulge_sets(type, options)]
            choices.append([Cube(t, b) for t, b in sets if cube.bulges <= b and not cube.hollows & b])
        for cubes in product(*choices):
            yield Tower.from_cubes(dict(zip(tower, cubes, strict=True)))

    return completions


@pytest.fixture(scope="session")
def symmetries():
    """The eight symmetries of the square as functions from tower to tower."""

    def symmetry(turns, mirrored):
        def step(x, y):
            if mirrored:
                x, y = y, x
            for _ in range(turns):
                x, y = -y, x
            return x, y

        def moved_face(face):
            x, y, z = face.offset
            return Face((*step(x, y), z))

        def apply(tower):
            moved = {}
            for (x, y, z), cube in tower.items():
                # Doubled coordinates from the footprint's centre are odd, so that a turn keeps them whole.
                a, b = step(2 * x - 1, 2 * y - 1)
                bulges, hollows = (frozenset(map(moved_face, faces)) for faces in (cube.bulges, cube.hollows))
                moved[((a + 1) // 2, (b + 1) // 2, z)] = Cube(cube.type, bulges, hollows)
            return Tower.from_cubes(moved)

        return apply

    return [symmetry(turns, mirrored) for turns in range(4) for mirrored in (False, True)]


@pytest.fixture(scope="session")
def hide():
    """A tower with the faces and types hidden that a row of numbers chooses: 6 bits for faces, the 7th for the type."""

    def hide(tower, masks):
        cubes = {}
        for (cell, cube), mask in zip(tower.items(), masks, strict=False):
            shown = frozenset(face for bit, face in enumerate(Face) if mask >> bit & 1)
            cubes[cell] = Cube(None if mask >> 6 & 1 else cube.type, cube.bulges & shown, cube.hollows & shown)
        return Tower.from_cubes({**tower, **cubes})

    return hide
