"""Measures how tables of Les Tours de Babel are read, against their truth: ``python -m samples.tile_bench DIR``.

DIR holds photos as `samples.tables` makes them: each set of tiles gets known by its photos of families, and photos of
games with it are read. Called by people.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

import click
from rich.console import Console
from rich.progress import track

from calibration.refusal import Unreadable
from calibration.tile_set import TileSet
from referee.drawings.annotate_table import annotate_table
from referee.drawings.pictures import encode_picture
from referee.verdicts.photo_check import PhotoCheck
from referee.verdicts.table import ACCUSE, TableCheck, check_table
from referee.writing import write_atomically
from rules.games.tours import GAME, SQUARES, parse_position, position_faults
from rules.games.tours.tiles import Column
from vision.games.tours.evidence import ColumnReading

from .bench_output import tell_figures
from .known_sets import IN_VIEW, family_photos, known_set, truth_of

Answer = Literal["right", "unsure", "wrong height", "wrong tile"]


@dataclass(frozen=True, slots=True)
class TileScore:
    """How one photo of a game was read.

    Attributes
    ----------
    photo, light : str
    is_read : bool
        False where the set did not get known or the mat was not found; then all squares are unsure.
    in_view : int
        Squares with `IN_VIEW` of them in view.
    right, unsure, wrong_heights, wrong_tiles : int
        Of these: height and top tile right, either not told, the height wrong, the height right and the tile wrong.
    hidden, hidden_right, hidden_wrong : int
        The other squares.
    sure, wrong_though_sure : int
        Heights and top tiles told with `ACCUSE`, of all squares.
    has_fault : bool
        Whether heights and top tiles, all that a photo shows, prove one.
    verdict : str
        Empty where nothing was read.
    seconds : float
    """

    photo: str
    light: str
    is_read: bool
    in_view: int
    right: int
    unsure: int
    wrong_heights: int
    wrong_tiles: int
    hidden: int
    hidden_right: int
    hidden_wrong: int
    sure: int
    wrong_though_sure: int
    has_fault: bool
    verdict: str
    seconds: float

    @property
    def is_right(self) -> bool:
        """Whether all that is in view is told as it is."""
        return self.right == self.in_view

    @property
    def is_false_alarm(self) -> bool:
        """Whether columns that show no fault were called illegal."""
        return self.verdict == "illegal" and not self.has_fault


@dataclass(frozen=True, slots=True)
class SetPhotos:
    """The photos of a set of tiles: by its families' letters those by which it gets known, and those of games."""

    families: dict[str, Path]
    games: tuple[Path, ...]


def sets_in(folder: Path) -> Iterator[SetPhotos]:
    """The sets of which photos with truth files lie in a folder.

    Raises
    ------
    click.ClickException
        If a photo by which one of them gets known is missing.
    """
    photos = sorted((path for path in folder.glob("*.jpg") if path.with_suffix(".json").is_file()), key=_set_and_rest)
    for name, of_set in groupby(photos, key=lambda photo: _set_and_rest(photo)[0]):
        families = family_photos(folder, name)
        yield SetPhotos(families, tuple(photo for photo in of_set if photo not in families.values()))


def _set_and_rest(photo: Path) -> tuple[str, str]:
    name, _, rest = photo.stem.rpartition("_")
    return name, rest


def measure_table(photo: Path, tile_set: TileSet | None, gallery: Path | None = None) -> TileScore:
    """Read and judge a photo of a game; one that went wrong is saved in the gallery, if there is one."""
    begun = time.perf_counter()
    found = None if tile_set is None else check_table(photo, tile_set, GAME.default_options)
    score = _scored(photo.stem, truth_of(photo), found, time.perf_counter() - begun)
    has_miss = not score.is_right or score.hidden_wrong > 0 or score.is_false_alarm
    if gallery is not None and tile_set is not None and isinstance(found, PhotoCheck) and has_miss:
        drawn = annotate_table(found.photo.frame_bgr, found.reading, tile_set.size, found.verdict, found.faults)
        target = gallery / f"{photo.stem}.png"
        write_atomically(target, encode_picture(drawn, target))
    return score


def _scored(name: str, truth: dict[str, Any], found: TableCheck | Unreadable | None, seconds: float) -> TileScore:
    position = parse_position(truth["position"])
    shown = tuple((None,) * (len(column) - 1) + column[-1:] for column in position.columns)
    columns = dict(zip(SQUARES, position.columns, strict=True))
    in_view = [square for square in SQUARES if truth["visible"][square] >= IN_VIEW]
    answers: dict[str, Answer] = dict.fromkeys(SQUARES, "unsure")
    sure: list[bool] = []
    if isinstance(found, PhotoCheck):
        for square, seen in zip(SQUARES, found.reading.columns, strict=True):
            answers[square] = _answer(seen, columns[square])
            sure += _are_sure_right(seen, columns[square])
    plain = Counter(answers[square] for square in in_view)
    hidden = Counter(answers.values()) - plain
    return TileScore(
        photo=name,
        light=truth["light"],
        is_read=isinstance(found, PhotoCheck),
        in_view=len(in_view),
        right=plain["right"],
        unsure=plain["unsure"],
        wrong_heights=plain["wrong height"],
        wrong_tiles=plain["wrong tile"],
        hidden=hidden.total(),
        hidden_right=hidden["right"],
        hidden_wrong=hidden["wrong height"] + hidden["wrong tile"],
        sure=len(sure),
        wrong_though_sure=sure.count(False),
        has_fault=bool(position_faults(replace(position, columns=shown, reserves=None))),
        verdict=found.verdict if isinstance(found, PhotoCheck) else "",
        seconds=round(seconds, 3),
    )


def _answer(seen: ColumnReading, column: Column) -> Answer:
    """How a column is told; of an empty square the height says all."""
    height, top = seen.height(), seen.top()
    if height is None:
        return "unsure"
    if height != len(column):
        return "wrong height"
    if not column or top == column[-1]:
        return "right"
    return "unsure" if top is None else "wrong tile"


def _are_sure_right(seen: ColumnReading, column: Column) -> Iterator[bool]:
    """Of the height and the top tile, as far as they are told with `ACCUSE`, whether they are right."""
    height, top = seen.height(ACCUSE), seen.top(ACCUSE)
    if height is not None:
        yield height == len(column)
    if height and top is not None:
        yield column[-1:] == (top,)


def figures(scores: list[TileScore]) -> dict[str, str]:
    """All photos together, in words."""

    def total(name: str) -> int:
        return sum(getattr(score, name) for score in scores)

    squares = total("in_view")
    return {
        "tables found": f"{total('is_read')} of {len(scores)}",
        "squares in view right": f"{total('right')} of {squares} ({total('right') / max(squares, 1):.2%})",
        "not sure": f"{total('unsure')}",
        "height wrong": f"{total('wrong_heights')}",
        "tile wrong": f"{total('wrong_tiles')}",
        "hidden squares right": f"{total('hidden_right')} of {total('hidden')}",
        "hidden squares wrong": f"{total('hidden_wrong')}",
        f"wrong though sure to {ACCUSE}": f"{total('wrong_though_sure')} of {total('sure')}",
        "tables wholly right": f"{sum(score.is_right for score in scores)} of {len(scores)}",
        "called illegal without a fault": f"{total('is_false_alarm')} of {len(scores) - total('has_fault')}",
        "seconds, median": f"{sorted(score.seconds for score in scores)[len(scores) // 2]:.2f}",
    }


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--csv", "csv_path", type=click.Path(dir_okay=False, path_type=Path), help="Write one row for each photo of a game."
)
@click.option("--gallery", type=click.Path(file_okay=False, path_type=Path), help="Save each photo that went wrong.")
def tile_bench(folder: Path, csv_path: Path | None, gallery: Path | None) -> None:
    """Learn the sets of tiles in FOLDER from their photos, read those of games, and say how well."""
    sets = list(sets_in(folder))
    if not any(photos.games for photos in sets):
        raise click.ClickException(f"{folder}: holds no photo of a game with a truth file, beside those of families")
    if gallery is not None:
        gallery.mkdir(parents=True, exist_ok=True)
    console = Console(stderr=True)
    scores: list[TileScore] = []
    for photos in track(sets, "reading tables", console=console, disable=not sys.stderr.isatty()):
        tile_set = known_set(photos.families)
        scores += [measure_table(photo, tile_set, gallery) for photo in photos.games]
    tell_figures(figures(scores), scores, csv_path)


if __name__ == "__main__":
    tile_bench()
