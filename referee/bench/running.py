"""Measures the reader on sample photos with truth files: finds them, reads them, writes rows. Called by `bench`."""

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from referee.errors import InputError
from referee.files import require_folder
from referee.photo_paths import photos_below
from referee.texts import printable
from referee.workers import MEMORY_IS_SHORT, worker_pool
from rules.games.babel import Mark

from .ablation import VARIANTS, Variant, measure_variant
from .photo import PhotoOutcome, Sample, measure
from .truth import load_truth_of

ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")


def find_samples(folder: Path, game: str) -> tuple[Sample, ...]:
    """All photos with a truth file of the same name, in the folder and those within it.

    Raises
    ------
    InputError
        If the folder is missing or holds no sample of the game, or a truth file cannot be used.
    """
    require_folder(folder, "photos and truth files")
    pairs = [(photo, photo.with_suffix(".json")) for photo in photos_below(folder)]
    truths = ((photo, load_truth_of(truth, game)) for photo, truth in pairs if truth.is_file())
    found = tuple(Sample(_set_name(photo, folder), photo, truth) for photo, truth in truths if truth is not None)
    if not found:
        raise InputError(f"{folder}: holds no photo of {game} with a truth file (the same name, ending in .json)")
    return found


def _set_name(photo: Path, folder: Path) -> str:
    """The photo's folder as seen from this one; this one's own name, if no folder within it is called so."""
    inner = photo.parent.relative_to(folder).as_posix()
    if inner != ".":
        return inner
    own = folder.resolve().name
    return inner if (folder / own).is_dir() else own


def measure_all(samples: Sequence[Sample], processes: int, gallery: Path | None) -> Iterator[PhotoOutcome]:
    """Measure samples, in their order, in several processes at once."""
    yield from in_processes(partial(measure, gallery=gallery), samples, processes)


def measure_variants(samples: Sequence[Sample], processes: int) -> Iterator[tuple[Variant, PhotoOutcome]]:
    """Measure samples in every way of `VARIANTS`, one after the other, in several processes at once."""
    tasks = [(variant, sample) for variant in VARIANTS for sample in samples]
    for (variant, _), outcome in zip(tasks, in_processes(measure_variant, tasks, processes), strict=True):
        yield variant, outcome


def in_processes(work: Callable[[ItemT], ResultT], items: Sequence[ItemT], processes: int) -> Iterator[ResultT]:
    """What a function that can be sent to other processes makes of each item, in their order.

    Raises
    ------
    InputError
        If a process dies, as where memory is short.
    """
    if processes == 1:
        yield from map(work, items)
        return
    with worker_pool(processes) as pool:
        for future in [pool.submit(work, item) for item in items]:
            try:
                yield future.result()
            except BrokenProcessPool:
                raise InputError(f"a process that read photos died; {MEMORY_IS_SHORT}") from None


CSV_MARK = "false_alarm"
"""A column of every CSV file, by which one is told from other tables."""


def as_csv(outcomes: Sequence[PhotoOutcome]) -> bytes:
    """One row for each photo, seconds by step at the end."""
    steps = dict.fromkeys(step for outcome in outcomes for step in outcome.timings)
    rows = [_row(outcome, tuple(steps)) for outcome in outcomes]
    return csv_bytes(rows)


def csv_bytes(rows: Sequence[dict[str, Any]]) -> bytes:
    """Rows with the same columns, at least one, as a CSV file with a header."""
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return printable(text.getvalue()).encode()


def _row(outcome: PhotoOutcome, steps: Sequence[str]) -> dict[str, Any]:
    truth = outcome.sample.truth
    bulges = [answer for answer in outcome.facts.marks if answer.true is Mark.BULGE]
    hollows = [answer for answer in outcome.facts.marks if answer.true is Mark.HOLLOW]
    return {
        "set": outcome.sample.set_name,
        "photo": outcome.sample.photo.name,
        "light": truth.light,
        "status": outcome.status,
        "reason": outcome.reason,
        "pose_error_px": "" if outcome.pose_error_px is None else f"{outcome.pose_error_px:.2f}",
        "mean_pose_error_px": "" if outcome.mean_pose_error_px is None else f"{outcome.mean_pose_error_px:.2f}",
        "pose_error_share": "" if outcome.pose_error_share is None else f"{outcome.pose_error_share:.4f}",
        "cubes_visible": len(outcome.facts.types),
        "types_right": sum(answer.said == answer.true for answer in outcome.facts.types),
        "types_unsure": sum(answer.found and answer.said is None for answer in outcome.facts.types),
        "cubes_missed": sum(not answer.found for answer in outcome.facts.types),
        "cubes_extra": outcome.facts.extra_cubes,
        "bulges_visible": len(bulges),
        "bulges_right": sum(answer.said is answer.true for answer in bulges),
        "hollows_visible": len(hollows),
        "hollows_right": sum(answer.said is answer.true for answer in hollows),
        "marks_unsure": sum(answer.said is None for answer in outcome.facts.marks),
        "tower_right": int(outcome.tower_right),
        "legal": int(truth.legal),
        "provable": int(truth.provable),
        "verdict": outcome.verdict or "",
        "verdict_right": int(outcome.verdict_right),
        "false_alarm": int(outcome.false_alarm),
        "missed_fault": int(outcome.missed_fault),
        "bent_by_rules": int(outcome.bent_by_rules),
        "faults_in_view": sum(answer.in_view for answer in outcome.faults),
        "faults_in_view_named": sum(answer.named for answer in outcome.faults if answer.in_view),
        "faults_that_follow": sum(not answer.in_view for answer in outcome.faults),
        "faults_that_follow_named": sum(answer.named for answer in outcome.faults if not answer.in_view),
        "misses": "; ".join(outcome.facts.misses),
        **{f"seconds_{step}": f"{outcome.timings[step]:.4f}" if step in outcome.timings else "" for step in steps},
    }
