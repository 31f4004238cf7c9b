"""What the benches of filmed games share: which films there are, and what is printed of them.

Called by live_bench, board_live_bench and table_live_bench.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Self, TypeVar

import click
import msgspec
from rich.console import Console
from rich.table import Table

#: A fault that is told so long (seconds) after what was wrong is gone is told of it, too.
_AFTERWARDS_S = 3.0


@dataclass(frozen=True, slots=True)
class Adding:
    """Figures that add up, field by field; those of nothing without arguments."""

    def __add__(self, other: Self) -> Self:
        return type(self)(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))


ScoreT = TypeVar("ScoreT", bound=Adding)
"""The figures of a film, or of several."""


class FaultFields(msgspec.Struct, frozen=True):
    """A fault in the truth file of a film of a printed board."""

    rule: str


class EventFields(msgspec.Struct, frozen=True):
    """What happens in a film of a printed board, as in its truth file."""

    event: str
    first_frame: int
    last_frame: int
    player: int | None = None
    move: str | None = None
    faults: list[FaultFields] = []

    @property
    def rules(self) -> frozenset[str]:
        """Those that it breaks."""
        return frozenset(fault.rule for fault in self.faults)


def told_until(events: Sequence[EventFields], number: int, frames_per_second: float) -> float:
    """Until when (seconds) what is told may be of one of the events: of a mistake until soon after it is gone."""
    if events[number].event != "mistake":
        return float("inf")
    gone = next((later for later in events[number:] if later.event == "taken_back"), None)
    return float("inf") if gone is None else gone.last_frame / frames_per_second + _AFTERWARDS_S


def scores_of(folder: Path, maker: str, measure: Callable[[Path, Path], ScoreT], nothing: ScoreT) -> dict[str, ScoreT]:
    """The score of each film in a folder, by its name, and last that of all.

    Parameters
    ----------
    folder : Path
    maker : str
        The module that makes such films.
    measure : function of a film and its truth file
    nothing : score of no film

    Raises
    ------
    click.ClickException
        If there is no film with a truth file.
    """
    films = [path for path in sorted(folder.glob("*.mp4")) if path.with_suffix(".json").is_file()]
    if not films:
        raise click.ClickException(f"{folder}: holds no .mp4 with a truth file; `python -m {maker}` makes some")
    scores = {}
    for film in films:
        click.echo(f"following {film.name}", err=True)
        scores[film.stem] = measure(film, film.with_suffix(".json"))
    return {**scores, "all": sum(scores.values(), nothing)}


def print_columns(names: Iterable[str], rows: Iterable[tuple[str, Iterable[str]]]) -> None:
    """Print a column for each film, and in each row first what it is about."""
    table = Table("", *names)
    for title, figures in rows:
        table.add_row(title, *figures)
    Console(width=None if sys.stdout.isatty() else 24 + 16 * len(table.columns)).print(table)


def print_misses(misses: Iterable[tuple[str, Iterable[str]]]) -> None:
    """Print what went wrong in each film, a line each."""
    for name, words in misses:
        for miss in words:
            click.echo(f"{name}: {miss}")
