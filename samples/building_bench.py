"""Measures how buildings of Baubylon are read, against their truth: ``python -m samples.building_bench DIR``.

DIR holds photos as `samples.buildings` makes them; those of one building are read together, and by fewer of them first.
Called by people.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import click
import numpy as np

from calibration.refusal import Unreadable
from referee.photos import load_photo
from referee.verdicts.building import ACCUSE
from rules.games.baubylon import parse_building
from vision.games.baubylon.evidence import BuildingReading, heights_of
from vision.games.baubylon.reader import joined, see
from vision.games.baubylon.standing import HIDDEN, IN_VIEW

from .bench_output import tell_by_views
from .known_sets import truth_of


@dataclass(frozen=True, slots=True)
class BuildingScore:
    """How one building was read from so many photos.

    Attributes
    ----------
    building, light : str
    views : int
        Photos that were read together; of these `unread` were not.
    in_view, right, unsure, wrong : int
        Squares of which a photo shows `IN_VIEW` of the top, and what was told of them.
    built_in_view, built_right : int
        Of these, squares on which something stands.
    hidden, hidden_wrong : int
        Squares of which no photo shows `HIDDEN`, and those of which a wrong height is told.
    sure, wrong_though_sure : int
        Heights told with `ACCUSE`, of all squares.
    seconds : float
    """

    building: str
    light: str
    views: int
    unread: int
    in_view: int
    right: int
    unsure: int
    wrong: int
    built_in_view: int
    built_right: int
    hidden: int
    hidden_wrong: int
    sure: int
    wrong_though_sure: int
    seconds: float

    @property
    def is_right(self) -> bool:
        """Whether all that is in view is told as it is, and nothing wrong of the rest."""
        return self.right == self.in_view and not self.hidden_wrong


def buildings_in(folder: Path) -> Iterator[tuple[str, list[Path]]]:
    """The buildings of which photos with truth files lie in a folder: their names, and their photos."""
    photos = sorted(path for path in folder.glob("*.jpg") if path.with_suffix(".json").is_file())
    for name, of_building in groupby(photos, key=lambda photo: photo.stem.rpartition("_")[0]):
        yield name, list(of_building)


def measure_building(name: str, photos: Sequence[Path]) -> Iterator[BuildingScore]:
    """Read a building from its first photo, from the first two, and so on."""
    seen, seconds = [], []
    for count, photo in enumerate(photos, start=1):
        begun = time.perf_counter()
        loaded = load_photo(photo)
        sight = see(loaded.frame_bgr, loaded.claimed_focal)
        seen.append(sight)
        seconds.append(time.perf_counter() - begun)
        read = [sight for sight in seen if not isinstance(sight, Unreadable)]
        begun = time.perf_counter()
        reading = joined([pose for pose, _ in read], [view for _, view in read]) if read else None
        took = sum(seconds) + time.perf_counter() - begun
        yield _scored(name, photos[:count], reading, count - len(read), took)


def _scored(
    name: str, photos: Sequence[Path], reading: BuildingReading | None, unread: int, seconds: float
) -> BuildingScore:
    truths = [truth_of(photo) for photo in photos]
    heights = heights_of(parse_building(truths[0]["heights"]))
    shares = np.max([np.array(truth["visible"]).T for truth in truths], axis=0)
    told = np.full(heights.shape, -1)
    sure = np.full(heights.shape, -1)
    if reading is not None:
        for square in np.ndindex(heights.shape):
            for answers, least in ((told, None), (sure, ACCUSE)):
                height = reading.height(square) if least is None else reading.height(square, least)
                answers[square] = -1 if height is None else height
    in_view, hidden = shares >= IN_VIEW, shares < HIDDEN
    is_right, is_told = told == heights, told >= 0
    built = in_view & (heights > 0)
    return BuildingScore(
        building=name,
        light=truths[0]["light"],
        views=len(photos),
        unread=unread,
        in_view=int(in_view.sum()),
        right=int((in_view & is_right).sum()),
        unsure=int((in_view & ~is_told).sum()),
        wrong=int((in_view & is_told & ~is_right).sum()),
        built_in_view=int(built.sum()),
        built_right=int((built & is_right).sum()),
        hidden=int(hidden.sum()),
        hidden_wrong=int((hidden & is_told & ~is_right).sum()),
        sure=int((sure >= 0).sum()),
        wrong_though_sure=int(((sure >= 0) & (sure != heights)).sum()),
        seconds=round(seconds, 3),
    )


def figures(scores: Sequence[BuildingScore]) -> dict[str, str]:
    """All buildings read from so many photos, in words."""

    def total(name: str) -> int:
        return sum(getattr(score, name) for score in scores)

    return {
        "photos": f"{scores[0].views} of each of {len(scores)} buildings, {total('unread')} not read",
        "squares in view right": f"{total('right')} of {total('in_view')} ({total('right') / total('in_view'):.2%})",
        "of these built upon": f"{total('built_right')} of {total('built_in_view')}",
        "not sure": f"{total('unsure')}",
        "wrong": f"{total('wrong')}",
        "hidden squares wrong": f"{total('hidden_wrong')} of {total('hidden')}",
        f"wrong though sure to {ACCUSE}": f"{total('wrong_though_sure')} of {total('sure')}",
        "buildings wholly right": f"{sum(score.is_right for score in scores)} of {len(scores)}",
        "seconds, median": f"{sorted(score.seconds for score in scores)[len(scores) // 2]:.2f}",
    }


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--csv", "csv_path", type=click.Path(dir_okay=False, path_type=Path), help="Write one row for each reading."
)
def building_bench(folder: Path, csv_path: Path | None) -> None:
    """Read the buildings in FOLDER from one photo, from two and so on, and say how well."""
    groups = list(buildings_in(folder))
    if not groups:
        raise click.ClickException(f"{folder}: holds no photo of a building with a truth file")
    tell_by_views(groups, "buildings", measure_building, figures, csv_path)


if __name__ == "__main__":
    building_bench()
