"""Times verdicts on finished towers of which half is seen: ``python -m samples.deductions --count 100``.

What cameras at one corner, or at two opposite ones, see of random legal towers is judged as it is, and with one type
misread. Called by people.
"""

import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import click
import numpy as np
from numpy.random import Generator
from rich.console import Console
from rich.table import Table

from referee.progress import shown
from rules.errors import ImpossiblePosition
from rules.game import Verdict
from rules.games.babel import TYPES, Cell, Cube, Face, Mark, Tower, is_outer, judge

from .options import seed_option
from .towers import random_legal_tower, tower_of

Sides = tuple[Face, ...]
#: The sides in view, by what people call it.
VIEWS: dict[str, Sides] = {"one corner": (Face.W, Face.S), "two opposite corners": (Face.W, Face.S, Face.E, Face.N)}
_CUBES = 24


@dataclass(frozen=True, slots=True)
class Timed:
    """How towers that were seen in one way were judged: how often each verdict, and the seconds that each took."""

    seen: str
    verdicts: Counter[Verdict]
    seconds: tuple[float, ...]


def measure(count: int, seed: int) -> Iterator[Timed]:
    """Judge as many random towers, as high as a game went, seen in each way."""
    for number, (view, sides) in enumerate(VIEWS.items()):
        for is_misread in (False, True):
            rng = np.random.default_rng([seed, number, is_misread])
            towers = (tower_of(random_legal_tower(rng, _CUBES)) for _ in range(count))
            read = (misread(tower, sides, rng) if is_misread else seen_from(tower, sides) for tower in towers)
            judged = [_judged(tower) for tower in read]
            verdicts, seconds = zip(*judged, strict=True)
            yield Timed(view + (", one type misread" if is_misread else ""), Counter(verdicts), seconds)


def seen_from(tower: Tower, sides: Sides) -> Tower:
    """What shows of a legal tower on some sides and from above: of each cube there its type, and its marks on these."""
    marks = _marks_seen(tower, sides)
    return Tower.from_cubes(
        {cell: Cube(cube.type, *marks[cell]) if cell in marks else Cube(None) for cell, cube in tower.items()}
    )


def misread(tower: Tower, sides: Sides, rng: Generator) -> Tower:
    """The same with one cube taken for one of another type that the marks seen of it allow."""
    others = []
    for cell, marks in _marks_seen(tower, sides).items():
        for kind in TYPES:
            if kind.number != tower[cell].type:
                try:
                    others.append((cell, Cube(kind.number, *marks)))
                except ImpossiblePosition:
                    continue
    cell, other = others[rng.integers(len(others))]
    return Tower.from_cubes({**seen_from(tower, sides), cell: other})


def _marks_seen(tower: Tower, sides: Sides) -> dict[Cell, list[frozenset[Face]]]:
    """The faces on some sides and above that show a bulge, and those that show a hollow, of each cube that has any."""
    seen = {cell: [face for face in Face if _is_seen(tower, sides, cell, face)] for cell in tower}
    return {
        cell: [frozenset(face for face in faces if tower[cell].mark(face) is mark) for mark in Mark]
        for cell, faces in seen.items()
        if faces
    }


def _is_seen(tower: Tower, sides: Sides, cell: Cell, face: Face) -> bool:
    if face is Face.U:
        return face.beside(cell) not in tower
    return face in sides and is_outer(cell, face)


def _judged(tower: Tower) -> tuple[Verdict, float]:
    start = time.perf_counter()
    verdict = judge(tower).verdict
    return verdict, time.perf_counter() - start


@click.command()
@click.option("--count", type=click.IntRange(1), default=100, show_default=True, help="How many towers of each kind.")
@seed_option()
def deductions(count: int, seed: int) -> None:
    """Print how half-seen finished towers are judged, and how long that takes."""
    table = Table("seen from", "towers", "legal", "undetermined", "illegal", "median s", "longest s")
    for timed in shown(measure(count, seed), "judging", 2 * len(VIEWS)):
        verdicts = (str(timed.verdicts[verdict]) for verdict in ("legal", "undetermined", "illegal"))
        times = (f"{value:.3f}" for value in (np.median(timed.seconds), max(timed.seconds)))
        table.add_row(timed.seen, str(count), *verdicts, *times)
    Console(width=None if sys.stdout.isatty() else 120).print(table)


if __name__ == "__main__":
    deductions()
