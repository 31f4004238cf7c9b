"""What the benches of boards, tables, buildings and pawns print and save. Called by them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from referee.bench.running import csv_bytes
from referee.writing import write_atomically


def tell_figures(figures: Mapping[str, str], scores: Sequence[Any], csv_path: Path | None) -> None:
    """Print figures in words, and write a row for each score, a dataclass, to a CSV file if one is named."""
    table = Table(show_header=False, box=None)
    for name, value in figures.items():
        table.add_row(name, value)
    Console().print(table)
    if csv_path is not None:
        write_atomically(csv_path, csv_bytes([asdict(score) for score in scores]))


def tell_by_views(
    groups: Sequence[tuple[str, Sequence[Path]]],
    what: str,
    measure: Callable[[str, Sequence[Path]], Iterable[Any]],
    figures: Callable[[Sequence[Any]], Mapping[str, str]],
    csv_path: Path | None,
) -> None:
    """Measure groups of photos, and print figures of what was read from one photo of each, from two and so on.

    Parameters
    ----------
    groups : sequence
        Names and photos, at least one group.
    what : str
        What is read, in words.
    measure : callable
        From a name and photos to scores, dataclasses with `views`, so many photos as were read together.
    figures : callable
        From the scores of as many photos each to figures in words.
    csv_path : Path or None
        Where to write a row for each score.
    """
    console = Console(stderr=True)
    scores: list[Any] = []
    for name, photos in track(groups, f"reading {what}", console=console, disable=not sys.stderr.isatty()):
        scores += measure(name, photos)
    counts = sorted({score.views for score in scores})
    for count in counts:
        of_count = [score for score in scores if score.views == count]
        tell_figures(figures(of_count), scores, csv_path if count == counts[-1] else None)
