"""Measures how much a profile's colours help: by the number of photos, and under other lights. Called by `bench`."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from calibration.paints import UNKNOWN_PAINTS, Paints
from calibration.refusal import Unreadable
from referee.calibrating.colours import learn_paints
from referee.calibrating.known_photos import KnownPhoto, open_known_photo
from referee.errors import InputError, PhotoError, RefereeError
from referee.photos import load_photo
from rules.errors import counted
from rules.games.babel import Cube, Tower
from vision.games.babel.evidence import Reading
from vision.games.babel.reader import read

from .photo import Sample, in_frame_of

#: Photos from which paints are learned in the table by their number.
PHOTO_COUNTS = (0, 1, 2, 4)
_NAME = re.compile(r"(?P<group>.+)_(?P<light>(?!calib)[a-z]+)(?:_(?P<calib>calib)(?P<number>\d*))?")


@dataclass(frozen=True, slots=True)
class Score:
    """How many types of cubes in view were read rightly."""

    right: int = 0
    cubes: int = 0

    def __add__(self, other: "Score") -> "Score":
        return Score(self.right + other.right, self.cubes + other.cubes)

    def __str__(self) -> str:
        return f"{self.right / self.cubes:.1%} ({self.right}/{self.cubes})" if self.cubes else ""


@dataclass(frozen=True, slots=True, eq=False)
class Lit:
    """One set under one light: its tower, and photos of known cubes to learn from, in the order of their names."""

    group: str
    light: str
    tower: Sample
    calibrations: tuple[Sample, ...]


@dataclass(frozen=True, slots=True)
class ProfileScores:
    """What came of it.

    Attributes
    ----------
    by_count : mapping of (light, number of photos) to Score
        Paints learned under the light that the tower is read in.
    by_light : mapping of (light of the profile, light of the photo) to Score
        Paints learned from one photo.
    """

    by_count: Mapping[tuple[str, int], Score]
    by_light: Mapping[tuple[str, str], Score]


def lit_sets(samples: Sequence[Sample]) -> tuple[Lit, ...]:
    """Sort photos called `set_light` and `set_light_calib`, `set_light_calib2`... by set and light.

    Raises
    ------
    InputError
        If there are none with a photo to learn from.
    """
    towers: dict[tuple[str, str], Sample] = {}
    calibrations: defaultdict[tuple[str, str], list[tuple[int, Sample]]] = defaultdict(list)
    for sample in samples:
        match = _NAME.fullmatch(sample.photo.stem)
        if match is None:
            continue
        key = (f"{sample.set_name}/{match['group']}", match["light"])
        if match["calib"]:
            calibrations[key].append((int(match["number"] or 1), sample))
        else:
            towers[key] = sample
    found = tuple(
        Lit(*key, tower, tuple(sample for _, sample in sorted(calibrations[key], key=lambda pair: pair[0])))
        for key, tower in towers.items()
        if key in calibrations
    )
    if not found:
        raise InputError(
            "there are no photos called SET_LIGHT.jpg with others called SET_LIGHT_calib.jpg to learn from"
        )
    return found


def measure_profiles(sets: Sequence[Lit], shown: Callable[[Sequence[Lit]], Iterator[Lit]]) -> ProfileScores:
    """Read each tower without a profile, with paints from several photos, and with those from every light of its set.

    Parameters
    ----------
    sets : sequence of Lit
    shown : callable
        Gives the sets back one by one, and may show how far it is.
    """
    known = {(lit.group, lit.light): _opened(lit) for lit in sets}
    by_count: defaultdict[tuple[str, int], Score] = defaultdict(Score)
    by_light: defaultdict[tuple[str, str], Score] = defaultdict(Score)
    for lit in shown(sets):
        own = known[lit.group, lit.light]
        for count in PHOTO_COUNTS:
            if count <= len(own):
                by_count[lit.light, count] += _score(lit.tower, learn_paints(own[:count]) if count else UNKNOWN_PAINTS)
        for other in sets:
            photos = known[other.group, other.light]
            if other.group == lit.group and photos:
                by_light[other.light, lit.light] += _score(lit.tower, learn_paints(photos[:1]))
    return ProfileScores(dict(by_count), dict(by_light))


def _opened(lit: Lit) -> list[KnownPhoto]:
    """The photos to learn from, as `calibrate colours` takes them; those that it refuses are left out."""
    photos = []
    for sample in lit.calibrations:
        tower = Tower.from_cubes({cube.cell: Cube(cube.type) for cube in sample.truth.cubes})
        try:
            photos.append(open_known_photo(sample.photo, tower))
        except RefereeError:
            continue
    return photos


def _score(sample: Sample, paints: Paints) -> Score:
    reading = _reading(sample.photo, paints)
    if reading is None:
        return Score(0, len(sample.truth.visible_cubes))
    true = in_frame_of(reading, sample.truth).visible_cubes
    cubes = {cube.cell: cube for cube in reading.cubes}
    right = sum(cube.cell in cubes and cubes[cube.cell].likeliest_type == cube.type for cube in true)
    return Score(right, len(true))


def _reading(path: Path, paints: Paints) -> Reading | None:
    """The tower in a photo; None where it cannot be used, or shows none."""
    try:
        photo = load_photo(path)
    except PhotoError:
        return None
    reading = read(photo.frame_bgr, lens=photo.claimed_focal, paints=paints)
    return None if isinstance(reading, Unreadable) else reading


def profile_document(scores: ProfileScores) -> dict[str, Any]:
    """What `bench --profiles --json` prints."""
    return {
        "by_count": [
            {"light": light, "photos": count, "right": score.right, "cubes": score.cubes}
            for (light, count), score in scores.by_count.items()
        ],
        "by_light": [
            {"profile": profile, "photo": light, "right": score.right, "cubes": score.cubes}
            for (profile, light), score in scores.by_light.items()
        ],
    }


def print_profiles(console: Console, scores: ProfileScores) -> None:
    """Print both tables."""
    lights = list(dict.fromkeys(light for light, _ in scores.by_count))
    counts = [count for count in PHOTO_COUNTS if any((light, count) in scores.by_count for light in lights)]
    table = Table("light", *(counted(count, "photo") for count in counts), title="types right, by photos learned from")
    for light in lights:
        table.add_row(escape(light), *(str(scores.by_count.get((light, count), "")) for count in counts))
    # Of the same lights in each column, so that one can be compared with another.
    whole = [light for light in lights if all((light, count) in scores.by_count for count in counts)]
    everything = (sum((scores.by_count[light, n] for light in whole), Score()) for n in counts)
    table.add_row(f"all of {len(whole)}" if len(whole) < len(lights) else "all", *map(str, everything))
    console.print(table)
    table = Table(
        "profile from",
        *map(escape, lights),
        "all",
        title="types right, with a profile from one photo under another light",
    )
    for profile in lights:
        row = [scores.by_light.get((profile, light), Score()) for light in lights]
        table.add_row(escape(profile), *map(str, row), str(sum(row, Score())))
    console.print(table)
