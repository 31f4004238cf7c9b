"""Follows a film shown again and again and prints how memory grows: ``python -m samples.endurance FILM``.

Called by people. A film of a finished game is the one to take: the referee then begins a new game each time.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import click
from rich.console import Console
from rich.table import Table

from referee.live.game_events import EventKind
from referee.live.journal import Journal
from referee.live.pictures import Frame, Settings, SourceChange
from referee.live.recordings import VideoFile
from referee.live.saving import TOWER_CODEC
from referee.live.sources import Source
from referee.live.state import GameState, LiveState
from referee.live.towers import TowerSession, tower_session


@dataclass(frozen=True, slots=True)
class Looped:
    """Another source again and again: so many frames, their times as if one camera had sent them all."""

    source: Source
    frames: int
    frames_per_second: float

    @property
    def settings(self) -> Settings:
        """Those of the other source."""
        return self.source.settings

    def pictures(self) -> Iterator[Frame | SourceChange]:
        """One after the other; none if the other source has none."""
        number, shown_before = 0, -1
        while shown_before < number < self.frames:
            shown_before = number
            for entry in self.source.pictures():
                if number == self.frames:
                    return
                if isinstance(entry, Frame):
                    yield Frame(entry.picture_bgr, number / self.frames_per_second)
                    number += 1


@dataclass(frozen=True, slots=True)
class Row:
    """How things stand after so many minutes of film; memory is the median over the row's frames, and the most."""

    minutes: float
    memory_mib: float
    peak_mib: float
    placements: int
    frames_per_second: float


def memory_mib() -> float:
    """What the process holds in memory now."""
    import psutil

    return float(psutil.Process().memory_info().rss) / 2**20


def endure(
    session: TowerSession, frames_a_row: int, frames_per_second: float, memory: Callable[[], float]
) -> Iterator[Row]:
    """Follow a session to its end; a row after each so many frames."""
    told: Counter[EventKind] = Counter()
    seconds: list[float] = []
    held: list[float] = []
    begun = time.perf_counter()
    for number, moment in enumerate(session.run(), start=1):
        told.update(event.kind for event in moment.events)
        ended = time.perf_counter()
        seconds.append(ended - begun)
        begun = ended
        held.append(memory())
        if number % frames_a_row == 0:
            minutes = number / frames_per_second / 60
            yield Row(minutes, median(held), max(held), told[EventKind.PLACEMENT], 1 / median(seconds))
            seconds.clear()
            held.clear()


def growth(rows: list[Row], minutes: float = 1.0) -> float:
    """By which share the peak of any later minutes lies above that of the first; negative if below."""
    first = [row.peak_mib for row in rows if row.minutes <= minutes]
    later = [row.peak_mib for row in rows if row.minutes > minutes]
    return max(later) / max(first) - 1 if first and later else 0.0


_ABOVE_ZERO = click.FloatRange(0, min_open=True)


@click.command()
@click.argument("film", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--minutes", type=_ABOVE_ZERO, default=60.0, show_default=True, help="How long the film is shown.")
@click.option("--fps", type=_ABOVE_ZERO, default=15.0, show_default=True, help="Its frames a second.")
@click.option("--row-seconds", type=_ABOVE_ZERO, default=30.0, show_default=True, help="Of film, between two rows.")
def endurance(film: Path, minutes: float, fps: float, row_seconds: float) -> None:
    """Follow FILM again and again, as fast as it can be read, keeping a journal, and print how memory grows."""
    table = Table("minutes", "memory, MiB", "peak, MiB", "placements told", "frames/s, median")
    looped = Looped(VideoFile(film), round(60 * fps * minutes), fps)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal.create(Path(folder) / "game.jsonl", str(film), GameState(), TOWER_CODEC)
        session = tower_session(looped, LiveState(settings=Settings()), journal)
        for row in endure(session, max(1, round(row_seconds * fps)), fps, memory_mib):
            rows.append(row)
            words = (
                f"{row.minutes:.1f}",
                f"{row.memory_mib:.1f}",
                f"{row.peak_mib:.1f}",
                str(row.placements),
                f"{row.frames_per_second:.0f}",
            )
            table.add_row(*words)
            click.echo("\t".join(words), err=True)
        journal.close()
    Console(width=None if sys.stdout.isatty() else 100).print(table)
    click.echo(f"the highest peak after the first minute is {growth(rows):+.1%} from the highest in it")


if __name__ == "__main__":
    endurance()
