"""Which files are photos that a user means: those of a folder, and none twice. Called by every command that sees."""

import filecmp
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path

from .errors import InputError

_JPEG_SUFFIXES, _HEIF_SUFFIXES = (".jpg", ".jpeg", ".jpe", ".jfif"), (".heic", ".heif", ".hif")
#: Endings that photos have.
PHOTO_SUFFIXES = (*_JPEG_SUFFIXES, ".png", ".webp", *_HEIF_SUFFIXES, ".avif", ".tif", ".tiff", ".bmp")
#: Views of one tower that are joined at most: every quarter turn of each is tried where there is no mat.
MOST_VIEWS = 8
# On many disks a folder at the top that nobody may read, and that holds nobody's photos.
_OF_THE_SYSTEM = "lost+found"


def require_views(paths: Sequence[Path]) -> None:
    """Refuse photos that cannot be views of one tower, before any work is done for them.

    Raises
    ------
    InputError
        If there are more than `MOST_VIEWS`, or one is given twice.
    """
    if len(paths) > MOST_VIEWS:
        raise InputError(f"{len(paths)} photos were given; give at most {MOST_VIEWS} of one tower (--batch reads many)")
    require_distinct(paths)


def require_distinct(paths: Sequence[Path]) -> None:
    """Refuse a photo that is given twice: it would count twice.

    Raises
    ------
    InputError
    """
    files = [file_identity(path) for path in paths]
    for path, file in zip(paths, files, strict=True):
        if files.count(file) > 1:
            raise InputError(f"{path}: is given twice; give each photo once")


def require_no_copies(paths: Sequence[Path]) -> None:
    """Refuse a photo that is given twice, as a copy under another name too: what it teaches would count twice.

    Raises
    ------
    InputError
    """
    require_distinct(paths)
    for first, path in combinations(paths, 2):
        if _are_copies(first, path):
            raise InputError(f"{path}: is a copy of {first}; give each photo once")


def _are_copies(first: Path, second: Path) -> bool:
    try:
        return filecmp.cmp(first, second, shallow=False)
    except (OSError, ValueError):
        return False  # What is wrong with a file is told where it is opened.


def file_identity(path: Path) -> tuple[int, int] | str:
    """What all names of one file share: links to it, and on some systems names in other letters."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return os.path.realpath(path)
    # Some file systems number no files.
    return (status.st_dev, status.st_ino) if status.st_ino else os.path.realpath(path)


def photos_below(folder: Path) -> list[Path]:
    """The photos in a folder and its folders, hidden ones left out, in the order of their names.

    Raises
    ------
    InputError
        If one of the folders may not be read.
    """
    found: list[Path] = []
    with _told_of_folders():
        for inner, folders, names in os.walk(folder, onerror=_raised):
            folders[:] = [name for name in folders if not name.startswith(".") and name != _OF_THE_SYSTEM]
            paths = [Path(inner, name) for name in names]
            found += [path for path in paths if _is_photo_name(path) and path.is_file()]
    return sorted(found)


def photos_in(folder: Path) -> list[Path]:
    """What is called like a photo in a folder itself, in the order of names as people count.

    Raises
    ------
    InputError
        If the folder may not be read.
    """
    with _told_of_folders():
        return sorted(filter(_is_photo_name, folder.iterdir()), key=_by_number)


def _is_photo_name(path: Path) -> bool:
    """Whether a file's name is that of a photo; hidden files, such as `._photo.jpg` of macOS, are not."""
    return path.suffix.lower() in PHOTO_SUFFIXES and not path.name.startswith(".")


def _by_number(path: Path) -> tuple[list[str | int], str]:
    """Sorts files by their names as people count them: `frame2.jpg` before `frame10.jpg`, `01.jpg` before `1.jpg`."""
    words_and_numbers = re.split(r"([0-9]+)", path.name)
    return [int(part) if place % 2 else part for place, part in enumerate(words_and_numbers)], path.name


@contextmanager
def _told_of_folders() -> Iterator[None]:
    """Raise `InputError` where a folder may not be read."""
    try:
        yield
    except OSError as error:
        raise InputError(
            f"{error.filename}: cannot be read ({error.strerror}); change its permissions, or move it elsewhere"
        ) from error


def _raised(error: OSError) -> None:
    raise error
