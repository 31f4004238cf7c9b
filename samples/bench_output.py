"""What the benches of boards and of tables print and save. Called by `board_bench` and `tile_bench`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
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
