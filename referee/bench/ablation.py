"""Measures what each cue is worth to the reader, and what the truth in place of a step would gain. Called by `bench`.

The cues are taken away from networks that were trained with them: a cue's loss is how much they lean on it, not how
well they could do without.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from calibration.locating import ON_OUTLINE
from calibration.paints import UNKNOWN_PAINTS, Paints, estimate_paints
from referee.errors import PhotoError
from referee.photos import load_photo
from referee.shares import share_text
from vision.games.babel.cues import ALL_CUES, NOTHING_GIVEN, Cue, Given
from vision.games.babel.reader import see
from vision.games.babel.telling.known_tower import known_faces

from .photo import PhotoOutcome, Sample, measure
from .summary import summarise


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to read: without a cue, or with a part of the truth.

    Attributes
    ----------
    name : str
    cues : frozenset of Cue
        What the reader goes by.
    has_pose, has_cells, has_paints : bool
        Whether the true pose, the true places of the cubes, and the set's paints as the photo itself shows them, are
        given.
    """

    name: str
    cues: frozenset[Cue] = ALL_CUES
    has_pose: bool = False
    has_cells: bool = False
    has_paints: bool = False


#: The reader as it is, then without each cue in turn, then with parts of the truth.
VARIANTS = (
    Variant("as it is"),
    *(Variant(f"without {cue.value}", ALL_CUES - {cue}) for cue in Cue),
    Variant("true pose given", has_pose=True),
    Variant("true cells given", has_cells=True),
    Variant("true pose and cells given", has_pose=True, has_cells=True),
    Variant("true paints given", has_paints=True),
    Variant("all three given", has_pose=True, has_cells=True, has_paints=True),
)


def measure_variant(task: tuple[Variant, Sample]) -> PhotoOutcome:
    """Read a sample in one way and compare it with its truth."""
    variant, sample = task
    return measure(
        sample, reader=partial(see, cues=variant.cues, given=_given(variant, sample), paints=_paints(variant, sample))
    )


def _given(variant: Variant, sample: Sample) -> Given:
    if not (variant.has_pose or variant.has_cells):
        return NOTHING_GIVEN
    # Without a mat, what is read is turned otherwise than the truth, unless that gives the pose as well.
    are_cells_given = variant.has_cells and (sample.truth.mat or variant.has_pose)
    return Given(
        pose=sample.truth.pose if variant.has_pose else None,
        cells=[cube.cell for cube in sample.truth.cubes] if are_cells_given else None,
    )


def _paints(variant: Variant, sample: Sample) -> Paints:
    """The paints as the photo's own cubes show them to one who knows their types."""
    if not variant.has_paints or not sample.truth.mat:
        return UNKNOWN_PAINTS
    try:
        photo = load_photo(sample.photo)
    except PhotoError:
        return UNKNOWN_PAINTS  # `measure` counts it as unread.
    height, width = photo.frame_bgr.shape[:2]
    types = {cube.cell: cube.type for cube in sample.truth.cubes}
    faces = known_faces(photo.frame_bgr, sample.truth.pose.scaled_to((width, height)), ON_OUTLINE, types, tuple(types))
    return UNKNOWN_PAINTS if faces is None else estimate_paints(faces.colours, faces.types, faces.sides)


def summarise_variants(outcomes: Iterable[tuple[Variant, PhotoOutcome]]) -> dict[str, Any]:
    """The total figures (`bench.summary.summarise`) of each variant by its name."""
    of_variant: dict[str, list[PhotoOutcome]] = {}
    for variant, outcome in outcomes:
        of_variant.setdefault(variant.name, []).append(outcome)
    return {name: summarise(measured)["total"] for name, measured in of_variant.items()}


def print_variants(console: Console, figures: Mapping[str, Mapping[str, Any]]) -> None:
    """One row for each variant."""
    table = Table(title="What each cue is worth, and what the truth would gain", box=SIMPLE_HEAD, title_justify="left")
    table.add_column("")
    for heading in ("types", "bulges", "hollows", "towers right", "missed", "too many", "false alarms"):
        table.add_column(heading, justify="right")
    for name, total in figures.items():
        shares = (share_text(total[key]) for key in ("types", "bulges", "hollows", "towers_right"))
        counts = (total["cubes_missed"], total["cubes_extra"], total["false_alarms"]["wrong"])
        table.add_row(name, *shares, *map(str, counts))
    console.print(table)
