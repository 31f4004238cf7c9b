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

from rules.errors import ImpossiblePosition
from rules.game import Verdict
from rules.games.babel import TYPES, Cell, Cube, Face, Mark, Tower, is_outer, judge

from .towers import random_legal_tower, tower_of

#: The sides in view, by what people call it.
VIEWS = {"one corner": (Face.W, Face.S), "two opposite corners": (Face.W, Face.S, Face.E, Face.N)}
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
            towers = (seen_from(tower_of(random_legal_tower(rng, _CUBES)), sides) for _ in range(count))
            judged = [_judged(misread(tower, rng) if is_misread else tower) for tower in towers]
            verdicts, seconds = zip(*judged, strict=True)
            yield Timed(view + (", one type misread" if is_misread else ""), Counter(verdicts), seconds)


def seen_from(tower: Tower, sides: tuple[Face, ...]) -> Tower:
    """What shows of a legal tower on some sides and from above: of each cube there its type, and its marks on these."""

    def seen(cell: Cell, cube: Cube) -> Cube:
        faces = [face for face in sides if is_outer(cell, face)]
        if Face.U.beside(cell) not in tower:
            faces.append(Face.U)
        if not faces:
            return Cube(None)
        return Cube(cube.type, *(frozenset(face for face in faces if cube.mark(face) is mark) for mark in Mark))

    return Tower.from_cubes({cell: seen(cell, cube) for cell, cube in tower.items()})


def misread(tower: Tower, rng: Generator) -> Tower:
    """The tower with a cube of known type taken for one of another type that the marks seen of it allow."""
    others = []
    for cell, cube in tower.items():
        for kind in TYPES:
            if cube.type not in (None, kind.number):
                try:
                    others.append((cell, Cube(kind.number, cube.bulges, cube.hollows)))
                except ImpossiblePosition:
                    continue
    cell, other = others[rng.integers(len(others))]
    return Tower.from_cubes({**tower, cell: other})


def _judged(tower: Tower) -> tuple[Verdict, float]:
    start = time.perf_counter()
    verdict = judge(tower).verdict
    return verdict, time.perf_counter() - start


@click.command()
@click.option("--count", type=click.IntRange(1), default=100, show_default=True, help="How many towers of each kind.")
@click.option("--seed", default=1, show_default=True)
def deductions(count: int, seed: int) -> None:
    """Print how half-seen finished towers are judged, and how long that takes."""
    table = Table("seen from", "towers", "legal", "undetermined", "illegal", "median s", "longest s")
    for timed in measure(count, seed):
        verdicts = (str(timed.verdicts[verdict]) for verdict in ("legal", "undetermined", "illegal"))
        times = (f"{value:.3f}" for value in (np.median(timed.seconds), max(timed.seconds)))
        table.add_row(timed.seen, str(count), *verdicts, *times)
    Console(width=None if sys.stdout.isatty() else 120).print(table)


if __name__ == "__main__":
    deductions()
