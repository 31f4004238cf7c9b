"""Which photos of a folder show one tower: by their names, or by a CSV file. For `check --batch`, `bench --views`."""

import csv
import io
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path

from referee.errors import InputError
from referee.files import read_text, require_folder
from referee.photo_paths import MOST_VIEWS, file_identity, photos_below

#: A name that may be one view's of several: `tower_a`, `tower_1`. Two digits, as cameras number, are no view's. One
#: more than can be joined is looked for: names that go on so far number towers.
_VIEW_NAME = re.compile(r"(?P<tower>.+)_(?P<view>[a-i]|[1-9])")
_COLUMNS = ("photo", "tower")
# A list of a hundred thousand photos is smaller.
_MOST_BYTES = 20_000_000


@dataclass(frozen=True, slots=True)
class TowerPhotos:
    """One tower: its name, and the photos that show it, relative to the folder, in the order of their names."""

    name: str
    photos: tuple[str, ...]

    def versions(self, folder: Path) -> list[str]:
        """Of each photo its size in bytes and the time of its last change in nanoseconds; empty of one that is gone.

        Where they are others than before, the photo may show something else.
        """
        return [_version(folder / photo) for photo in self.photos]


def _version(path: Path) -> str:
    try:
        status = path.stat()
    except OSError:
        return ""
    return f"{status.st_size}-{status.st_mtime_ns}"


def find_towers(folder: Path, groups: Path | None = None) -> tuple[TowerPhotos, ...]:
    """All towers of a folder, folders within it included, in the order of their names.

    Parameters
    ----------
    folder : Path
    groups : Path, optional
        A CSV file with the columns `photo` (relative to the folder) and `tower`; then only its photos count.

    Raises
    ------
    InputError
        If the folder or the CSV file cannot be used, or there is no photo.
    """
    require_folder(folder, "photos")
    if groups is not None:
        return _by_csv(folder, groups)
    photos = photos_below(folder)
    if not photos:
        raise InputError(f"{folder}: holds no photo")
    return _by_name([path.relative_to(folder).as_posix() for path in photos])


def _by_name(photos: Iterable[str]) -> tuple[TowerPhotos, ...]:
    """Names that end in _a, _b, ... or _1, _2, ... without a gap, and no more than can be joined, are views of one
    tower; each other photo is one."""
    series: dict[tuple[str, bool], dict[str, str]] = {}
    towers: dict[str, list[str]] = {}
    for photo in photos:
        stem = photo.rsplit(".", 1)[0]
        match = _VIEW_NAME.fullmatch(stem)
        if match is None:
            _add_one(towers, photo)
        else:
            key = match["tower"], match["view"].isdigit()
            if match["view"] in series.setdefault(key, {}):
                _add_one(towers, photo)
            else:
                series[key][match["view"]] = photo
    for (tower, digits), views in series.items():
        expected = "123456789" if digits else "abcdefghi"
        if len(views) <= MOST_VIEWS and "".join(sorted(views)) == expected[: len(views)]:
            _add(towers, [views[view] for view in sorted(views)], (tower, f"{tower} ({min(views)}-{max(views)})"))
        else:
            for photo in views.values():
                _add_one(towers, photo)
    return _sorted(towers)


def _add_one(towers: dict[str, list[str]], photo: str) -> None:
    """A tower of one photo: the same picture in another format, with the same name, is no second view of it."""
    _add(towers, [photo], (photo.rsplit(".", 1)[0], photo))


def _add(towers: dict[str, list[str]], photos: list[str], names: tuple[str, str]) -> None:
    """A tower by the first of two names that is free, or else by the second with a number."""
    numbered = (f"{names[-1]} ({number})" for number in count(2))
    towers[next(name for name in chain(names, numbered) if name not in towers)] = photos


def _by_csv(folder: Path, groups: Path) -> tuple[TowerPhotos, ...]:
    text = read_text(groups, "a list of photos and towers", _MOST_BYTES)
    try:
        reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=_separator(text))
        reader.fieldnames = [name.strip().lower() for name in reader.fieldnames or ()]
        rows = [(reader.line_num, row) for row in reader if not _is_empty(row)]
    except csv.Error as error:
        raise InputError(f"{groups}: cannot be read as CSV ({error})") from error
    if not {*_COLUMNS} <= {*reader.fieldnames}:
        raise InputError(
            f"{groups}: line 1 does not name the columns photo,tower, with a comma, semicolon or tab between"
        )
    towers: dict[str, list[str]] = {}
    grouped: set[tuple[int, int] | str] = set()
    for number, row in rows:
        photo, tower = ((row.get(column) or "").strip() for column in _COLUMNS)
        if not photo or not tower:
            raise InputError(f"{groups}: line {number} lacks a photo or a tower; the columns are photo,tower")
        photo = _as_named_here(folder, photo)
        file = file_identity(folder / photo)
        if file in grouped:
            raise InputError(f"{groups}: line {number} names {photo} a second time")
        if not (folder / photo).is_file():
            raise InputError(f"{groups}: line {number}: there is no photo {photo} in {folder}")
        grouped.add(file)
        towers.setdefault(tower, []).append(photo)
    if not towers:
        raise InputError(f"{groups}: names no photo below its first line")
    for tower, photos in towers.items():
        if len(photos) > MOST_VIEWS:
            raise InputError(f"{groups}: {tower} has {len(photos)} photos; at most {MOST_VIEWS} are joined")
    return _sorted(towers)


def _is_empty(row: Mapping[str, str | list[str] | None]) -> bool:
    """Whether nothing stands in a row: spreadsheets write those that were emptied as separators alone."""
    # Cells beyond the columns come in a list.
    return not "".join(chain.from_iterable(cell or "" for cell in row.values())).strip()


def _as_named_here(folder: Path, photo: str) -> str:
    """A photo's name in a folder; a list that was made on Windows parts folders by backslashes."""
    if "\\" in photo and not (folder / photo).is_file():
        photo = photo.replace("\\", "/")
    return Path(os.path.normpath(photo)).as_posix()


def _separator(text: str) -> str:
    """What stands between the cells: spreadsheets save semicolons where people write decimal commas, and copy tabs."""
    first = text.split("\n", 1)[0]
    return next((separator for separator in ",;\t" if separator in first), ",")


def _sorted(towers: dict[str, list[str]]) -> tuple[TowerPhotos, ...]:
    return tuple(TowerPhotos(name, tuple(photos)) for name, photos in sorted(towers.items()))
