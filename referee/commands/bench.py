"""`tower-referee bench`: how well the reader does on photos with truth files."""

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.errors import InputError, OutputError
from referee.options import json_option, photo_game_option
from referee.parameters import FilePath, WholeNumber

if TYPE_CHECKING:
    from rich.console import Console

    from referee.bench.photo import PhotoOutcome, Sample
    from referee.bench.views import TowerOutcome


@click.command()
@click.argument("samples_dir", type=FilePath())
@photo_game_option("measured", "cues")
@click.option("--csv", "csv_path", type=FilePath(), metavar="OUT", help="Write one row for each photo.")
@click.option("--gallery", type=FilePath(), metavar="DIR", help="Save each photo that went wrong, annotated.")
@click.option(
    "--jobs",
    type=WholeNumber(1, 61),
    default=2,
    show_default=True,
    help="How many photos to read at once; --profiles reads one by one.",
)
@click.option("--profiles", is_flag=True, help="Measure instead how much a profile's colours help.")
@click.option("--views", is_flag=True, help="Measure instead how well several photos of one tower are read together.")
@click.option("--cues", is_flag=True, help="Measure instead what each cue is worth, and what the truth would gain.")
@json_option
def command(
    samples_dir: Path,
    game: str,
    csv_path: Path | None,
    gallery: Path | None,
    jobs: int,
    profiles: bool,
    views: bool,
    cues: bool,
    as_json: bool,
) -> int:
    """Measure how well photos with truth files are read.

    Every photo in SAMPLES_DIR that has a truth file beside it is read and compared. Sets are the folders within
    SAMPLES_DIR. Where a photo shows no mat, the tower is compared in the quarter turn that fits best.

    With --profiles, photos are called SET_LIGHT.jpg and SET_LIGHT_calib.jpg, SET_LIGHT_calib2.jpg...: the types in the
    first are read with what the others teach of the set's paints, and with what they teach under every other light.

    With --views, photos are called NAME_1.jpg NAME_2.jpg ... or NAME_a.jpg NAME_b.jpg ..., as in check --batch; the CSV
    file has one row for each tower.

    \b
    Example:
      tower-referee bench samples/photos/test --csv results.csv
      tower-referee bench finished --views
    """
    from referee.bench.photo import picture_of
    from referee.bench.running import CSV_MARK, as_csv, find_samples, measure_all
    from referee.bench.summary import print_summary, summarise
    from referee.progress import shown
    from referee.replacing import MADE_BY, require_own, require_own_target
    from referee.writing import make_folder, require_written, write_each

    if profiles + views + cues > 1:
        raise InputError("--profiles, --views and --cues measure different things; give one")
    if (profiles or cues) and (csv_path is not None or gallery is not None):
        raise InputError("--csv and --gallery show single photos; --profiles and --cues have none to show")
    if csv_path is not None:
        require_own_target(csv_path, ("csv",), mark=CSV_MARK)
    if gallery is not None:
        make_folder(gallery)
    samples = find_samples(samples_dir, game)
    if gallery is not None:
        pictures: dict[Path, Path] = {}
        for sample in samples:
            picture = picture_of(sample.photo, sample.set_name, gallery)
            if (other := pictures.setdefault(picture, sample.photo)) != sample.photo:
                raise InputError(f"{other} and {sample.photo} would both be {picture}; rename one of them")
            require_own(picture, MADE_BY)
    if profiles:
        return _bench_profiles(samples, as_json)
    if views:
        return _bench_views(samples, samples_dir, csv_path, gallery, jobs, as_json)
    if cues:
        return _bench_cues(samples, jobs, as_json)
    outcomes = list(shown(measure_all(samples, jobs, gallery), "reading", len(samples)))
    summary = summarise(outcomes)
    unsaved = write_each({csv_path: lambda: as_csv(outcomes)} if csv_path else {})
    _show(summary, as_json, lambda console: print_summary(console, summary), 250)
    require_written(unsaved | _missing_pictures(outcomes, gallery))
    return 0


def _bench_cues(samples: "Sequence[Sample]", jobs: int, as_json: bool) -> int:
    from referee.bench.ablation import VARIANTS, print_variants, summarise_variants
    from referee.bench.running import measure_variants
    from referee.progress import shown

    measured = shown(measure_variants(samples, jobs), "reading", len(VARIANTS) * len(samples))
    figures = summarise_variants(measured)
    return _show(figures, as_json, lambda console: print_variants(console, figures), 200)


def _bench_profiles(samples: "Sequence[Sample]", as_json: bool) -> int:
    from referee.bench.profiles import lit_sets, measure_profiles, print_profiles, profile_document
    from referee.progress import shown

    scores = measure_profiles(lit_sets(samples), lambda sets: shown(sets, "reading"))
    return _show(profile_document(scores), as_json, lambda console: print_profiles(console, scores), 250)


def _bench_views(
    samples: "Sequence[Sample]",
    folder: Path,
    csv_path: Path | None,
    gallery: Path | None,
    jobs: int,
    as_json: bool,
) -> int:
    from referee.bench.running import csv_bytes
    from referee.bench.views import measure_towers, print_towers, summarise_towers, tower_row, tower_samples
    from referee.progress import shown
    from referee.writing import require_written, write_each

    towers = tower_samples(samples, folder)
    outcomes = list(shown(measure_towers(towers, jobs, gallery), "reading", len(towers)))
    unsaved = write_each({csv_path: lambda: csv_bytes(list(map(tower_row, outcomes)))} if csv_path else {})
    summary = summarise_towers(outcomes)
    _show(summary, as_json, lambda console: print_towers(console, summary), 250)
    require_written(unsaved | _missing_pictures(outcomes, gallery))
    return 0


def _missing_pictures(
    outcomes: "Sequence[PhotoOutcome | TowerOutcome]", gallery: Path | None
) -> dict[Path, OutputError]:
    """What the gallery lacks since it could not be written; nothing if it is whole."""
    lost = [outcome.unsaved for outcome in outcomes if outcome.unsaved]
    return {gallery: OutputError(f"the gallery is not whole: {lost[0]}")} if gallery is not None and lost else {}


def _show(document: Mapping[str, Any], as_json: bool, print_tables: Callable[["Console"], None], width: int) -> int:
    """Print figures as one JSON document or as tables."""
    from referee.console import OutputConsole
    from referee.json_output import print_json

    if as_json:
        print_json(document)
    else:
        # Into a file the tables keep their full width; a terminal's is what it is.
        print_tables(OutputConsole(width=None if sys.stdout.isatty() else width))
    return 0
