"""Measures the reader on towers that several photos show, read together as `check` does. Called by `bench`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console

from referee.batch.groups import find_towers
from referee.errors import InputError, PhotoError
from referee.shares import Figures, interval_text, share, share_text, share_with_interval, wrong_text
from referee.verdicts.checking import Check, check_photos
from rules.games.babel import Options

from .facts import Facts, compare_facts, unread_facts
from .photo import Sample, best_turn, save_unread, save_views
from .running import in_processes
from .summary import Line, by_group, figures_table, seconds_line, seconds_median
from .truth import TrueCube, Truth, turned_truth

VERDICTS = ("legal", "undetermined", "illegal")


@dataclass(frozen=True, slots=True)
class TowerSample:
    """Photos of one tower, each with its truth; all truths in one frame.

    Attributes
    ----------
    name : str
        What the photos' names have in common.
    samples : tuple of Sample
        At least two.
    """

    name: str
    samples: tuple[Sample, ...]

    @property
    def set_name(self) -> str:
        """The photos' folder."""
        return self.samples[0].set_name

    @property
    def truth(self) -> Truth:
        """The tower, with all faces that any of the photos shows."""
        truths = [sample.truth for sample in self.samples]
        by_cell = [{cube.cell: cube for cube in truth.cubes} for truth in truths]
        views = [[cubes[cell] for cubes in by_cell] for cell in by_cell[0]]
        return replace(truths[0], cubes=tuple(map(_seen_by_any, views)))


@dataclass(frozen=True, slots=True)
class TowerOutcome:
    """How one tower went.

    Attributes
    ----------
    sample : TowerSample
    facts : Facts
        Compared with all that any of the photos shows, whether or not that photo could be used.
    joined : tuple of str
        Names of the photos whose readings were joined.
    misplaced : tuple of str
        Those of them that were taken from another side than they were joined for.
    left_out : mapping of str to str
        Names of the others, with the reason.
    contradictions : int
        Facts on which the photos contradict each other.
    verdict : str or None
        None where nothing was read.
    timings : mapping of str to float
        Seconds by step, all photos together.
    unsaved : str
        Why the gallery lacks its pictures; empty where it does not.
    """

    sample: TowerSample
    facts: Facts
    joined: tuple[str, ...]
    misplaced: tuple[str, ...]
    left_out: Mapping[str, str]
    contradictions: int
    verdict: str | None
    timings: Mapping[str, float]
    unsaved: str = ""

    @property
    def false_alarm(self) -> bool:
        """Whether a legal tower was called illegal."""
        return self.sample.truth.legal and self.verdict == "illegal"


def tower_samples(samples: Sequence[Sample], folder: Path) -> tuple[TowerSample, ...]:
    """Those samples of a folder that show one tower from several sides, grouped as `check --batch` groups photos.

    Raises
    ------
    InputError
        If there is no such tower, or the truth files of one name different towers.
    """
    by_photo = {sample.photo: sample for sample in samples}
    towers = []
    for tower in find_towers(folder):
        views = tuple(by_photo[folder / photo] for photo in tower.photos if folder / photo in by_photo)
        if len(views) > 1:
            if len({frozenset((cube.cell, cube.type, cube.bulges) for cube in view.truth.cubes) for view in views}) > 1:
                raise InputError(f"{folder}: the truth files of {tower.name} tell of different towers")
            towers.append(TowerSample(tower.name, views))
    if not towers:
        raise InputError(f"{folder}: holds no tower with several photos; call them NAME_1.jpg NAME_2.jpg ...")
    return tuple(towers)


def measure_towers(towers: Sequence[TowerSample], processes: int, gallery: Path | None) -> Iterator[TowerOutcome]:
    """Measure towers, in their order, in several processes at once."""
    yield from in_processes(partial(_measure_tower, gallery=gallery), towers, processes)


def _measure_tower(sample: TowerSample, gallery: Path | None) -> TowerOutcome:
    """Read a tower from all its photos and compare it with its truth.

    Parameters
    ----------
    sample : TowerSample
    gallery : Path, optional
        A folder for the annotated photos, if anything is wrong.
    """
    try:
        check = check_photos([view.photo for view in sample.samples], Options())
    except PhotoError as error:
        return _unread(sample, str(error))
    if not isinstance(check, Check):
        unsaved = save_unread(sample.samples, gallery, check.reason) if gallery is not None else ""
        return replace(_unread(sample, check.reason), unsaved=unsaved)
    turns = _turns(sample, check)
    # With a mat the frame is the mat's, else that of the first photo.
    quarters = 0 if any(view.reading.on_mat for view in check.views) else next(iter(turns.values()))
    outcome = TowerOutcome(
        sample=sample,
        facts=compare_facts(turned_truth(sample.truth, quarters), check.seen.cubes, check.seen.cell_confidence),
        joined=tuple(turns),
        misplaced=tuple(name for name, turn in turns.items() if turn != quarters),
        left_out={path.name: reason for path, reason in check.left_out.items()},
        contradictions=len(check.seen.contradictions),
        verdict=check.judgement.verdict,
        timings=check.timings,
    )
    if gallery is not None and (outcome.facts.misses or outcome.false_alarm):
        lines = outcome.facts.misses or (f"verdict: {outcome.verdict}",)
        return replace(outcome, unsaved=save_views(check, sample.set_name, gallery, lines))
    return outcome


def summarise_towers(outcomes: Sequence[TowerOutcome]) -> Figures:
    """All figures: one entry for each set, and the total."""
    return {
        "sets": by_group(outcomes, lambda outcome: outcome.sample.set_name, _figures),
        "total": _figures(outcomes),
    }


def print_towers(console: Console, summary: Figures) -> None:
    """Print the figures as a table."""
    console.print(figures_table("Towers from several photos", {**summary["sets"], "total": summary["total"]}, _LINES))
    console.print(seconds_line("tower", summary["total"]))


def tower_row(outcome: TowerOutcome) -> dict[str, Any]:
    """One tower's row in the CSV file."""
    facts = outcome.facts
    return {
        "set": outcome.sample.set_name,
        "tower": outcome.sample.name,
        "light": outcome.sample.truth.light,
        "photos": " ".join(sample.photo.name for sample in outcome.sample.samples),
        "joined": " ".join(outcome.joined),
        "misplaced": " ".join(outcome.misplaced),
        "left_out": "; ".join(f"{name}: {reason}" for name, reason in outcome.left_out.items()),
        "contradictions": outcome.contradictions,
        "cubes": len(outcome.sample.truth.cubes),
        "cubes_visible": len(facts.types),
        "types_right": sum(answer.said == answer.true for answer in facts.types),
        "cubes_extra": facts.extra_cubes,
        "marks_visible": len(facts.marks),
        "marks_right": sum(answer.said is answer.true for answer in facts.marks),
        "all_types_right": int(facts.types_right),
        "tower_right": int(facts.all_right),
        "legal": int(outcome.sample.truth.legal),
        "verdict": outcome.verdict or "",
        "false_alarm": int(outcome.false_alarm),
        "misses": "; ".join(facts.misses),
        "seconds": f"{sum(outcome.timings.values()):.3f}",
    }


def _seen_by_any(cubes: Sequence[TrueCube]) -> TrueCube:
    faces = dict.fromkeys(face for cube in cubes for face in cube.visible_faces)
    return replace(cubes[0], visible_faces=tuple(faces))


def _turns(sample: TowerSample, check: Check) -> dict[str, int]:
    """For each photo that was used, by its name, the quarter turns between its truth and where it was joined."""
    truths = {view.photo: view.truth for view in sample.samples}
    return {view.photo.path.name: best_turn(truths[view.photo.path], view.full_size_pose) for view in check.views}


def _unread(sample: TowerSample, reason: str) -> TowerOutcome:
    return TowerOutcome(
        sample=sample,
        facts=unread_facts(sample.truth, reason),
        joined=(),
        misplaced=(),
        left_out={view.photo.name: reason for view in sample.samples},
        contradictions=0,
        verdict=None,
        timings={},
    )


def _figures(outcomes: Sequence[TowerOutcome]) -> Figures:
    types = [answer for outcome in outcomes for answer in outcome.facts.types]
    marks = [answer for outcome in outcomes for answer in outcome.facts.marks]
    legal = [outcome for outcome in outcomes if outcome.sample.truth.legal]
    illegal = [outcome for outcome in outcomes if not outcome.sample.truth.legal]
    return {
        "towers": len(outcomes),
        "photos": sum(len(outcome.sample.samples) for outcome in outcomes),
        "photos_joined": sum(len(outcome.joined) for outcome in outcomes),
        "photos_misplaced": sum(len(outcome.misplaced) for outcome in outcomes),
        "towers_from_all_photos": share(outcomes, lambda outcome: not outcome.left_out),
        "towers_contradictory": share(outcomes, lambda outcome: outcome.contradictions > 0),
        "towers_with_all_types_right": share_with_interval(outcomes, lambda outcome: outcome.facts.types_right),
        "towers_right": share_with_interval(outcomes, lambda outcome: outcome.facts.all_right),
        "types": share(types, lambda answer: answer.said == answer.true),
        "marks": share(marks, lambda answer: answer.said is answer.true),
        "cubes_extra": sum(outcome.facts.extra_cubes for outcome in outcomes),
        "legal_called": _verdicts(legal),
        "illegal_called": _verdicts(illegal),
        "false_alarms": {"wrong": sum(outcome.false_alarm for outcome in legal), "of": len(legal)},
        "seconds_median": seconds_median([outcome for outcome in outcomes if outcome.joined]),
    }


def _verdicts(outcomes: Sequence[TowerOutcome]) -> dict[str, int]:
    return {verdict: sum(outcome.verdict == verdict for outcome in outcomes) for verdict in VERDICTS}


def _verdict_text(counts: dict[str, int]) -> str:
    return " / ".join(str(counts[verdict]) for verdict in VERDICTS)


_LINES: tuple[Line, ...] = (
    ("towers", "towers", str),
    ("photos", "photos", str),
    ("photos joined", "photos_joined", str),
    ("  from a wrong side", "photos_misplaced", str),
    ("towers from all photos", "towers_from_all_photos", share_text),
    ("photos contradict", "towers_contradictory", share_text),
    ("all types right [95 %]", "towers_with_all_types_right", interval_text),
    ("towers wholly right [95 %]", "towers_right", interval_text),
    ("types right", "types", share_text),
    ("marks right", "marks", share_text),
    ("cubes too many", "cubes_extra", str),
    ("FALSE ALARMS", "false_alarms", wrong_text),
    ("legal ones called legal / undetermined / illegal", "legal_called", _verdict_text),
    ("illegal ones called so", "illegal_called", _verdict_text),
)
