"""Figures over many sample photos, as one JSON-ready document and as tables. Called by the bench."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import Any, Protocol, TypeVar

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from referee.shares import Figures, interval_text, share, share_text, share_with_interval, wrong_text
from rules.games.babel import TYPES, Mark
from vision.games.babel.evidence import SURE

from .facts import MarkAnswer, TypeAnswer
from .photo import PhotoOutcome

#: A pose this good leaves no face's picture on its neighbour.
GOOD_POSE_PX = 3.0
#: The same as a share of the tower's height in the picture.
GOOD_POSE_SHARE = 0.01
#: Beyond this angle between a face's normal and the camera, a mark is a thin ellipse.
FLAT_VIEW_DEG = 65.0
_ANGLE_BINS_DEG = (0, 30, 45, 55, 65, 75, 90)
OutcomeT = TypeVar("OutcomeT")


class Timed(Protocol):
    """Something that took a while."""

    @property
    def timings(self) -> Mapping[str, float]:
        """Seconds by step."""


def summarise(outcomes: Sequence[PhotoOutcome]) -> Figures:
    """All figures: one entry for each set, one for each light, and the total.

    Shares are given as `{"right": k, "of": n, "share": k / n}`, with share None where there is nothing to count.
    """
    return {
        "sets": by_group(outcomes, lambda outcome: outcome.sample.set_name, _figures),
        "lights": by_group(outcomes, lambda outcome: outcome.sample.truth.light, _figures),
        "total": _figures(outcomes),
    }


def by_group(
    outcomes: Sequence[OutcomeT], group_of: Callable[[OutcomeT], str], figures_of: Callable[[list[OutcomeT]], Figures]
) -> dict[str, Figures]:
    """The figures of each group of outcomes, in the order of the groups' names."""
    groups = sorted(set(map(group_of, outcomes)))
    return {group: figures_of([outcome for outcome in outcomes if group_of(outcome) == group]) for group in groups}


def _figures(outcomes: Sequence[PhotoOutcome]) -> Figures:
    read = [outcome for outcome in outcomes if outcome.status == "read"]
    types = [answer for outcome in outcomes for answer in outcome.facts.types]
    marks = [answer for outcome in outcomes for answer in outcome.facts.marks]
    faced = [answer for answer in marks if answer.view_angle_deg <= FLAT_VIEW_DEG]
    legal = [outcome for outcome in outcomes if outcome.sample.truth.legal]
    provable = [outcome for outcome in outcomes if outcome.sample.truth.provable]
    faults = [answer for outcome in outcomes for answer in outcome.faults]
    answers: list[TypeAnswer | MarkAnswer] = [*types, *marks]
    sure = [answer for answer in answers if answer.confidence >= SURE]
    return {
        "photos": len(outcomes),
        "towers_found": share(outcomes, lambda outcome: outcome.status == "read"),
        "corners_within_1_percent": share(outcomes, lambda outcome: _is_good(outcome.pose_error_share)),
        "mean_corners_within_1_percent": share(outcomes, lambda outcome: _is_good(outcome.mean_pose_error_share)),
        "pose_within_3_px": share(read, lambda outcome: (outcome.pose_error_px or 0.0) <= GOOD_POSE_PX),
        "mean_pose_within_3_px": share(read, lambda outcome: (outcome.mean_pose_error_px or 0.0) <= GOOD_POSE_PX),
        "pose_error_px_median": _median([outcome.pose_error_px for outcome in read]),
        "types": share(types, lambda answer: answer.said == answer.true),
        "cubes_missed": sum(not answer.found for answer in types),
        "cubes_extra": sum(outcome.facts.extra_cubes for outcome in outcomes),
        "marks": _marks(marks),
        "bulges": _marks(marks, Mark.BULGE),
        "hollows": _marks(marks, Mark.HOLLOW),
        "bulges_up_to_65_deg": _marks(faced, Mark.BULGE),
        "hollows_up_to_65_deg": _marks(faced, Mark.HOLLOW),
        "marks_by_view_angle_deg": {
            f"{low}-{high}": {
                "bulges": _marks(_between(marks, low, high), Mark.BULGE),
                "hollows": _marks(_between(marks, low, high), Mark.HOLLOW),
            }
            for low, high in pairwise(_ANGLE_BINS_DEG)
        },
        "towers_right": share_with_interval(outcomes, lambda outcome: outcome.tower_right),
        "verdicts": share(outcomes, lambda outcome: outcome.verdict_right),
        "undetermined": sum(outcome.verdict == "undetermined" for outcome in outcomes),
        "false_alarms": {"wrong": sum(outcome.false_alarm for outcome in legal), "of": len(legal)},
        "missed_faults": {"wrong": sum(outcome.missed_fault for outcome in provable), "of": len(provable)},
        "bent_by_rules": {
            "wrong": sum(outcome.bent_by_rules for outcome in provable),
            "of": sum(outcome.tower_right for outcome in provable),
        },
        "faults_in_view_named": share([answer for answer in faults if answer.in_view], lambda answer: answer.named),
        "faults_that_follow_named": share([a for a in faults if not a.in_view], lambda answer: answer.named),
        "wrong_though_sure": {"wrong": sum(answer.said != answer.true for answer in sure), "of": len(sure)},
        "types_unknown": share(types, lambda answer: answer.said is None),
        "marks_unknown": share(marks, lambda answer: answer.said is None),
        "type_confusion": _type_confusion(types),
        "mark_confusion": _mark_confusion(marks),
        "seconds_median": seconds_median(read),
    }


def _is_good(pose_error_share: float | None) -> bool:
    return pose_error_share is not None and pose_error_share <= GOOD_POSE_SHARE


def _marks(marks: Sequence[MarkAnswer], only: Mark | None = None) -> Figures:
    return share([m for m in marks if only in (None, m.true)], lambda answer: answer.said is answer.true)


def _between(marks: Iterable[MarkAnswer], low: float, high: float) -> list[MarkAnswer]:
    return [answer for answer in marks if low <= answer.view_angle_deg < high]


def _median(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return median(known) if known else None


def _type_confusion(types: Iterable[TypeAnswer]) -> dict[str, dict[str, int]]:
    """Counts by true type and answer."""
    counts = Counter((a.true, "missed" if not a.found else "unsure" if a.said is None else str(a.said)) for a in types)
    answers = [*map(str, range(len(TYPES))), "unsure", "missed"]
    return {str(true): {answer: counts[true, answer] for answer in answers} for true in range(len(TYPES))}


def _mark_confusion(marks: Iterable[MarkAnswer]) -> dict[str, dict[str, int]]:
    counts = Counter((answer.true.value, answer.said.value if answer.said else "unsure") for answer in marks)
    answers = [*(mark.value for mark in Mark), "unsure"]
    return {mark.value: {answer: counts[mark.value, answer] for answer in answers} for mark in Mark}


def seconds_median(read: Sequence[Timed]) -> dict[str, float]:
    """Median seconds of each step, and of the whole."""
    if not read:
        return {}
    steps = dict.fromkeys(step for outcome in read for step in outcome.timings)
    by_step = {step: median(outcome.timings.get(step, 0.0) for outcome in read) for step in steps}
    return {**by_step, "total": median(sum(outcome.timings.values()) for outcome in read)}


def print_summary(console: Console, summary: Figures) -> None:
    """Print the figures as tables."""
    columns = {**summary["sets"], "total": summary["total"]}
    console.print(figures_table("By set", columns, _LINES))
    console.print(figures_table("By light", summary["lights"], _LIGHT_LINES))
    total = summary["total"]
    title = "Marks right by view angle (0 = face to face)"
    angles = _table(title)
    for header in ("degrees", "bulges", "hollows"):
        angles.add_column(header, justify="right")
    for bin_deg, figures in total["marks_by_view_angle_deg"].items():
        angles.add_row(bin_deg, share_text(figures["bulges"]), share_text(figures["hollows"]))
    console.print(angles)
    console.print(_confusion("Types: true (down) and said (across)", total["type_confusion"]))
    console.print(_confusion("Marks: true (down) and said (across)", total["mark_confusion"]))
    console.print(seconds_line("photo", total))


def seconds_line(what: str, total: Figures) -> str:
    """How long each step takes for one of what was measured."""
    seconds = ", ".join(f"{step} {value:.3f}" for step, value in total["seconds_median"].items())
    return f"Seconds per {what}, median by step: {seconds or 'none read'}"


def _pixels(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"


Line = tuple[str, str, Callable[[Any], str]]
_LINES: tuple[Line, ...] = (
    ("photos", "photos", str),
    ("towers found", "towers_found", share_text),
    ("corners within 1 % of height, every one", "corners_within_1_percent", share_text),
    ("corners within 1 % of height, mean", "mean_corners_within_1_percent", share_text),
    ("pose within 3 px, every corner", "pose_within_3_px", share_text),
    ("pose within 3 px, mean of corners", "mean_pose_within_3_px", share_text),
    ("pose error px, median", "pose_error_px_median", _pixels),
    ("types right", "types", share_text),
    ("cubes missed", "cubes_missed", str),
    ("cubes too many", "cubes_extra", str),
    ("marks right", "marks", share_text),
    ("  bulges", "bulges", share_text),
    ("  hollows", "hollows", share_text),
    ("  bulges up to 65 deg", "bulges_up_to_65_deg", share_text),
    ("  hollows up to 65 deg", "hollows_up_to_65_deg", share_text),
    ("towers wholly right [95 %]", "towers_right", interval_text),
    ("verdicts right", "verdicts", share_text),
    ("undetermined", "undetermined", str),
    ("FALSE ALARMS", "false_alarms", wrong_text),
    ("missed faults", "missed_faults", wrong_text),
    ("BENT BY RULES", "bent_by_rules", wrong_text),
    ("faults in view named rightly", "faults_in_view_named", share_text),
    ("faults that only follow, named", "faults_that_follow_named", share_text),
    ("wrong though sure", "wrong_though_sure", wrong_text),
    ("types unknown", "types_unknown", share_text),
    ("marks unknown", "marks_unknown", share_text),
)
_LIGHT_LINES = tuple(
    line
    for line in _LINES
    if line[1] in ("photos", "types", "bulges", "hollows", "towers_right", "verdicts", "false_alarms")
)


def figures_table(title: str, columns: dict[str, Figures], lines: Sequence[Line]) -> Table:
    """One column for each group of figures, one row for each line."""
    table = _table(title)
    table.add_column("", overflow="fold")
    for name in columns:
        table.add_column(escape(name), justify="right", overflow="fold")
    for label, key, text in lines:
        table.add_row(*map(escape, (label, *(text(figures[key]) for figures in columns.values()))))
    return table


def _table(title: str) -> Table:
    return Table(title=title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False)


def _confusion(title: str, counts: dict[str, dict[str, int]]) -> Table:
    table = _table(title)
    table.add_column("")
    for answer in next(iter(counts.values())):
        table.add_column(answer, justify="right")
    for true, row in counts.items():
        table.add_row(true, *map(str, row.values()))
    return table
