"""The files that a user names, and reading no more than one should hold. Used by every command."""

import contextlib
import os
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from pathlib import Path

from .errors import InputError

MOST_TEXT_BYTES = 100_000
"""A larger file is none that a person has written by hand."""
# Of this computer; what another one holds is not asked for.
_FILE_ADDRESS = re.compile(r"file://(?:localhost)?(/.+)", re.IGNORECASE | re.DOTALL)


def named_path(name: str) -> Path:
    """The path that a person names: `~` is their home, also where no shell has seen to it, and the address of a file
    as desktops copy it (`file://`) is that file.

    Raises
    ------
    InputError
        It is to lie in the home of somebody who has none.

    Examples
    --------
    >>> named_path("file:///photos/my%20tower.jpg").as_posix(), named_path("~/a.jpg") == Path.home() / "a.jpg"
    ('/photos/my tower.jpg', True)
    """
    if match := _FILE_ADDRESS.fullmatch(name):
        from urllib.request import url2pathname

        return Path(url2pathname(match[1]))
    path = Path(name)
    first, *others = path.parts or (".",)
    # A file or folder may be called so.
    if not first.startswith("~") or os.path.lexists(first) or (first != "~" and not others):
        return path
    try:
        return path.expanduser()
    except RuntimeError as error:
        raise InputError(f"{name}: nobody called {first[1:]!r} has a home directory here") from error


def is_file(word: str) -> bool:
    """Whether a word that was typed names a file; one that no file can have, too long or with a null, names none."""
    try:
        return Path(word).is_file()
    except (OSError, ValueError):
        return False


def read_limited(path: Path, most_bytes: int, what: str) -> bytes:
    """The bytes of a file that a user named.

    Parameters
    ----------
    path : Path
    most_bytes : int
        A larger file is refused, and not read to its end.
    what : str
        What it should be, such as "a card"; used in messages.

    Raises
    ------
    InputError
        The file is missing, a folder, a pipe, too large or cannot be read; one line.
    """
    try:
        refuse_device(path)
        # To open one says on Windows that it is not allowed.
        if path.is_dir():
            raise InputError(f"{path}: is a folder; name the file of {what}")
        with path.open("rb") as file:
            data = file.read(most_bytes + 1)
    except FileNotFoundError as error:
        raise InputError(f"{path}: there is no such file") from error
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read ({getattr(error, 'strerror', None) or error})") from error
    if len(data) > most_bytes:
        raise InputError(f"{path}: is larger than {most_bytes:,} bytes, so it is not {what}")
    return data


def as_utf8(data: bytes) -> bytes:
    """A text in UTF-8 that may be in UTF-16, as Windows writes what a command prints, and spreadsheets their tables.

    Examples
    --------
    >>> as_utf8("game".encode("utf-16")), as_utf8(b"game")
    (b'game', b'game')
    """
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        with contextlib.suppress(UnicodeDecodeError):
            return data.decode("utf-16").encode()
    return data


def read_text(path: Path, what: str, most_bytes: int = MOST_TEXT_BYTES) -> str:
    """The text of a file that a user named, in UTF-8 with or without a mark at its start, or in UTF-16 with one.

    Raises
    ------
    InputError
        As for `read_limited`, or it is no text; one line.
    """
    try:
        return as_utf8(read_limited(path, most_bytes, what)).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{path}: is not UTF-8 text; if it is {what}, save it again as UTF-8") from None


def require_folder(folder: Path, what: str) -> None:
    """Refuse what a user named as a folder to read from, and is none.

    Parameters
    ----------
    folder : Path
    what : str
        What it should hold, such as "photos"; used in the message.

    Raises
    ------
    InputError
        It is missing, or something else.
    """
    if not folder.is_dir():
        fault = "is no folder" if folder.exists() else "there is no such folder"
        raise InputError(f"{folder}: {fault}; name one with {what}")


def refuse_device(path: Path) -> None:
    """Refuse to read a pipe or device: nobody may ever write to it, and it can be read but once.

    Raises
    ------
    InputError
    """
    if is_device(path):
        raise InputError(f"{path}: is a pipe or device; save it in a file and name that")


def is_device(path: Path) -> bool:
    """Whether it is a pipe or device such as /dev/stdout, which can only be written in place."""
    return path.exists() and not path.is_file() and not path.is_dir()
