"""A building of Baubylon as a person wants to read it. Called by `building` and by `check`."""

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from referee.boards.baubylon import LEGEND, heat_text, map_text
from rules.errors import counted
from rules.game import Fault
from rules.games.baubylon import (
    DEFAULT_OPTIONS,
    Options,
    Source,
    cheapest_way,
    expected_rolls,
    fairness,
    ground_of,
    reachable,
    square_name,
)
from rules.options import options_notation


def print_warnings(console: Console, warnings: Iterable[Fault]) -> None:
    """Print what may spoil the game but breaks no rule."""
    for warning in warnings:
        console.print(Text(f"  warning, {warning.rule}: {warning.message}"), soft_wrap=True)


def print_building(console: Console, options: Options) -> None:
    """Print the building from above and, if it is fair, what a pawn alone can expect, and how to play on it."""
    ground = ground_of(options)
    console.print(map_text(ground))
    entries = " ".join(map(square_name, ground.entries))
    edge = counted(len(ground.edge), "square")
    console.print(f"{LEGEND}; {edge} of the edge, entries: {entries or 'none'}")
    climbable = reachable(options)
    beyond = [square for square in ground.building.squares if square not in climbable and not ground.is_table(square)]
    if beyond:
        console.print(f"no way leads to {' '.join(map(square_name, beyond))}")
    way = cheapest_way(options)
    if way is None or fairness(options).faults:
        return
    console.print(f"cheapest way: {way[0]} points by {' '.join(map(square_name, way[1]))}")
    rolls = expected_rolls(options).get(Source.HOME)
    expected = "not sure to arrive" if rolls is None else f"{float(rolls):.2f} rolls from the table"
    console.print(f"one pawn alone, going its best way: {expected}; from each square:")
    console.print(heat_text(ground, options), soft_wrap=True)
    usual = options_notation(DEFAULT_OPTIONS)
    changed = [f"--option {text}" for text in options_notation(options) if text not in usual]
    console.print(Text(" ".join(["to play on it: tower-referee play --game baubylon", *changed])), soft_wrap=True)
