"""Measures how photos of boards of 012x012 are read, against their truth: ``python -m samples.board_bench DIR``.

DIR holds photos as `samples.boards` makes them. Called by people.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import track

from calibration.refusal import Unreadable
from referee.drawings.annotate_board import annotate_board
from referee.drawings.pictures import encode_picture
from referee.verdicts.board import ACCUSE, BoardCheck, check_board
from referee.writing import write_atomically
from rules.games.zero12 import GAME, SQUARES
from rules.options import with_options

from .bench_output import tell_figures
from .board_truth import true_kinds


@dataclass(frozen=True, slots=True)
class BoardScore:
    """How one photo was read.

    Attributes
    ----------
    photo, light : str
    is_read : bool
        False where the board was not found; then all squares are unsure.
    right, unsure, wrong : int
        Squares, of 144.
    sure, wrong_though_sure : int
        Those told with `ACCUSE`.
    is_legal : bool
    verdict : str
        Empty where the board was not found.
    faults, named, false_faults : int
        What there is to name, what of it was named, and what was named that is none.
    seconds : float
    """

    photo: str
    light: str
    is_read: bool
    right: int
    unsure: int
    wrong: int
    sure: int
    wrong_though_sure: int
    is_legal: bool
    verdict: str
    faults: int
    named: int
    false_faults: int
    seconds: float

    @property
    def is_false_alarm(self) -> bool:
        """Whether a legal board was called illegal."""
        return self.is_legal and self.verdict == "illegal"


def measure_board(photo: Path, gallery: Path | None = None) -> BoardScore:
    """Read and judge a photo that has a truth file; one that went wrong is saved in the gallery, if there is one."""
    truth = json.loads(photo.with_suffix(".json").read_text(encoding="utf-8"))
    options = with_options(GAME.default_options, (f"card={truth['card']}", f"colour2={truth['colour']}"))
    begun = time.perf_counter()
    found = check_board(photo, options, is_card_told=True)
    score = _scored(photo.stem, truth, found, time.perf_counter() - begun)
    if gallery is not None and not isinstance(found, Unreadable) and (score.right < len(SQUARES) or score.false_faults):
        drawn = annotate_board(found.photo.frame_bgr, found.reading, found.verdict, found.faults)
        target = gallery / f"{photo.stem}.png"
        write_atomically(target, encode_picture(drawn, target))
    return score


def _scored(name: str, truth: dict[str, Any], found: BoardCheck | Unreadable, seconds: float) -> BoardScore:
    faults = {(fault["rule"], tuple(fault["squares"])) for fault in truth["faults"]}
    if isinstance(found, Unreadable):
        squares = len(SQUARES)
        return BoardScore(
            name, truth["light"], False, 0, squares, 0, 0, 0, truth["legal"], "", len(faults), 0, 0, seconds
        )
    truly, reading = true_kinds(truth), found.reading
    kinds = {square: reading.kind(square) for square in SQUARES}
    sure = {square: kind for square in SQUARES if (kind := reading.kind(square, ACCUSE)) is not None}
    said = {(fault.rule, fault.places) for fault in found.faults}
    return BoardScore(
        photo=name,
        light=truth["light"],
        is_read=True,
        right=sum(kinds[square] == truly[square] for square in SQUARES),
        unsure=len(reading.unsure),
        wrong=sum(kinds[square] not in (None, truly[square]) for square in SQUARES),
        sure=len(sure),
        wrong_though_sure=sum(kind != truly[square] for square, kind in sure.items()),
        is_legal=truth["legal"],
        verdict=found.verdict,
        faults=len(faults),
        named=len(faults & said),
        false_faults=len(said - faults),
        seconds=round(seconds, 3),
    )


def figures(scores: list[BoardScore]) -> dict[str, str]:
    """All photos together, in words."""
    squares = len(SQUARES) * len(scores)

    def total(name: str) -> int:
        return sum(getattr(score, name) for score in scores)

    legal = [score for score in scores if score.is_legal]
    return {
        "boards found": f"{total('is_read')} of {len(scores)}",
        "squares right": f"{total('right')} of {squares} ({total('right') / squares:.2%})",
        "squares not sure": f"{total('unsure')}",
        "squares wrong": f"{total('wrong')}",
        f"wrong though sure to {ACCUSE}": f"{total('wrong_though_sure')} of {total('sure')}",
        "boards wholly right": f"{sum(score.right == len(SQUARES) for score in scores)} of {len(scores)}",
        "legal boards called illegal": f"{sum(score.is_false_alarm for score in legal)} of {len(legal)}",
        "faults named": f"{total('named')} of {total('faults')}",
        "named that are none": f"{total('false_faults')}",
        "verdicts left open": f"{sum(score.verdict == 'undetermined' for score in scores)}",
        "seconds, median": f"{sorted(score.seconds for score in scores)[len(scores) // 2]:.2f}",
    }


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--csv", "csv_path", type=click.Path(dir_okay=False, path_type=Path), help="Write one row for each photo."
)
@click.option("--gallery", type=click.Path(file_okay=False, path_type=Path), help="Save each photo that went wrong.")
def board_bench(folder: Path, csv_path: Path | None, gallery: Path | None) -> None:
    """Read all photos of boards in FOLDER that have a truth file, and say how well."""
    photos = [path for path in sorted(folder.glob("*.jpg")) if path.with_suffix(".json").is_file()]
    if not photos:
        raise click.ClickException(f"{folder}: holds no photo with a truth file (the same name, ending in .json)")
    if gallery is not None:
        gallery.mkdir(parents=True, exist_ok=True)
    console = Console(stderr=True)
    shown = track(photos, "reading boards", console=console, disable=not sys.stderr.isatty())
    scores = [measure_board(photo, gallery) for photo in shown]
    tell_figures(figures(scores), scores, csv_path)


if __name__ == "__main__":
    board_bench()
