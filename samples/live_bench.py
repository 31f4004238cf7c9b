"""Measures how filmed games are followed, against their truth: ``python -m samples.live_bench DIR``.

DIR holds videos as `samples.sequence` makes them. The time to a verdict is that of a camera which sends the film's
frames at their own pace while each look holds up those behind it. Work is counted in seconds of processor time, so
that what else runs on the machine does not show.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import click
import msgspec

from referee.bench.running import csv_bytes
from referee.live.recordings import VideoFile
from referee.live.state import LiveState
from referee.live.towers import TowerMoment, tower_session
from referee.writing import write_atomically
from rules.games.babel import Cell, Cube

from .film_bench import print_columns, print_misses, scores_of
from .live_score import Count, Followed, Score, Told, load_film_truth, score


def follow(film: Path) -> Followed:
    """Follow a film as `watch` does."""
    return listen(_timed(tower_session(VideoFile(film), LiveState()).run()))


def _timed(moments: Iterable[TowerMoment]) -> Iterator[tuple[TowerMoment, float]]:
    """Each moment, and the seconds of processor time that it took."""
    begun = time.process_time()
    for moment in moments:
        yield moment, time.process_time() - begun
        begun = time.process_time()


def listen(moments: Iterable[tuple[TowerMoment, float]]) -> Followed:
    """All that is told by moments, each with the seconds that it took."""
    told: list[Told] = []
    towers: list[tuple[float, Mapping[Cell, Cube]]] = []
    free_at, game = 0.0, None
    for moment, seconds in moments:
        film_time = moment.state.scene.source_time
        free_at = max(free_at, film_time) + seconds
        told += [Told(event, free_at) for event in moment.events]
        if moment.state.game is not game:
            game = moment.state.game
            towers.append((film_time, game.tower))
    return Followed(tuple(told), tuple(towers))


def figures(measured: Score) -> dict[str, Any]:
    """A score as one JSON-ready document."""
    names = ("once", "in_order", "cells", "types_at_once", "types", "changes", "faults", "hollows", "bulges")
    marks = measured.hollows + measured.bulges
    return {
        **{name: _counted(getattr(measured, name)) for name in names},
        "marks": _counted(marks),
        "false_faults": measured.false_faults,
        "questions": measured.questions,
        "lost": measured.lost,
        "questions_share": measured.questions / measured.once.of if measured.once.of else None,
        "delay_median": median(measured.delays) if measured.delays else None,
        "delay_most": max(measured.delays, default=None),
        "misses": list(measured.misses),
    }


def _counted(count: Count) -> dict[str, Any]:
    share = count.right / count.of if count.of else None
    return {"right": count.right, "unknown": count.unknown, "of": count.of, "share": share}


_ROWS = {
    "placements told once": "once",
    "told one by one": "in_order",
    "in the right cell": "cells",
    "types right when told": "types_at_once",
    "types right in the end": "types",
    "taken back or turned": "changes",
    "faults named": "faults",
    "marks right": "marks",
    "of them hollows": "hollows",
    "of them bulges": "bulges",
}


def print_scores(scores: Mapping[str, Score]) -> None:
    """Print one column for each film, and one for all."""
    print_columns(scores, _rows([figures(each) for each in scores.values()]))


def _rows(documents: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, list[str]]]:
    for title, name in _ROWS.items():
        yield title, [f"{document[name]['right']} of {document[name]['of']}" for document in documents]
    for title, name in (("false faults", "false_faults"), ("questions", "questions"), ("out of step", "lost")):
        yield title, [str(document[name]) for document in documents]
    for title, name in (("seconds to a verdict, median", "delay_median"), ("the longest", "delay_most")):
        yield title, ["" if document[name] is None else f"{document[name]:.2f}" for document in documents]


def as_csv(scores: Mapping[str, Score]) -> bytes:
    """One row for each film, and one for all."""
    return csv_bytes([{"film": name, **_flat(figures(each))} for name, each in scores.items()])


def _flat(document: Mapping[str, Any]) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in document.items():
        if isinstance(value, dict):
            flat |= {f"{name}_{part}": value[part] for part in ("right", "unknown", "of")}
        else:
            flat[name] = "; ".join(value) if isinstance(value, list) else value
    return flat


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--json", "json_path", type=click.Path(path_type=Path), help="Save all figures as JSON.")
@click.option("--csv", "csv_path", type=click.Path(path_type=Path), help="Save one row for each film.")
@click.option("--misses", is_flag=True, help="List what went wrong.")
def live_bench(folder: Path, json_path: Path | None, csv_path: Path | None, misses: bool) -> None:
    """Print how well the filmed games in FOLDER are followed."""
    scores = scores_of(folder, "samples.sequence", _measured, Score())
    print_scores(scores)
    if misses:
        print_misses((name, each.misses) for name, each in list(scores.items())[:-1])
    if json_path is not None:
        write_atomically(json_path, msgspec.json.encode({name: figures(each) for name, each in scores.items()}) + b"\n")
    if csv_path is not None:
        write_atomically(csv_path, as_csv(scores))


def _measured(film: Path, truth_path: Path) -> Score:
    return score(load_film_truth(truth_path), follow(film))


if __name__ == "__main__":
    live_bench()
