"""Profiles as files in the user's configuration directory. Called by `profile`, `calibrate`, `check` and `watch`."""

import os
import re
from codecs import BOM_UTF8
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import platformdirs

from calibration.profile import (
    NAME_PATTERN,
    NAME_RULE,
    Profile,
    ProfileError,
    RuleFields,
    parse_profile,
    profile_text,
)
from referee.errors import InputError, OutputError
from referee.files import as_utf8, is_device, named_path, read_limited
from referee.writing import held_alone, make_folder, require_writable, write_atomically

#: Names the folder of profiles where the usual one will not do.
FOLDER_VARIABLE = "TOWER_REFEREE_PROFILES"
#: A larger file is something else: a profile has some 3 kB.
MOST_BYTES = 1_000_000


def profiles_folder() -> Path:
    """The folder of profiles, which need not be there yet.

    Raises
    ------
    InputError
        If something else lies where it should be.
    """
    chosen = os.environ.get(FOLDER_VARIABLE)
    folder = named_path(chosen) if chosen else platformdirs.user_config_path("tower-referee") / "profiles"
    if folder.exists() and not folder.is_dir():
        where = f"; {FOLDER_VARIABLE} must name one" if chosen else "; move it away"
        raise InputError(f"{folder}: is no folder of profiles{where}")
    return folder


def profile_path(name: str) -> Path:
    """Where the profile of that name lies, or would lie.

    Raises
    ------
    InputError
        If no profile can be called so.
    """
    if not re.match(NAME_PATTERN, name):
        raise InputError(f"no profile can be called {name[:60]!r}; use {NAME_RULE}")
    return profiles_folder() / f"{name}.json"


def profile_names() -> tuple[str, ...]:
    """The names of all profiles there are, broken ones included; a file that no profile can be called like is none.

    Raises
    ------
    InputError
        If the folder of profiles may not be read.
    """
    folder = profiles_folder()
    try:
        files = list(folder.iterdir())
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise InputError(f"{folder}: cannot be read ({error.strerror}); see to its permissions") from error
    names = (file.stem for file in files if file.suffix == ".json")
    return tuple(sorted(name for name in names if re.match(NAME_PATTERN, name)))


def load_profile(name: str) -> Profile:
    """The profile of that name.

    Raises
    ------
    InputError
        If there is none, or its file cannot be used; the message names the file.
    """
    path = profile_path(name)
    if not os.path.lexists(path):
        names = profile_names()
        there_are = f"there are: {', '.join(names)}" if names else "there are none yet; `calibrate` makes one"
        raise InputError(f"there is no profile {name!r}; {there_are}")
    return replace(read_profile(path), name=name)


def read_profile(path: Path) -> Profile:
    """The profile that any file holds.

    Raises
    ------
    InputError
        If the file is missing or no profile.
    """
    text = as_utf8(read_limited(path, MOST_BYTES, "a profile"))
    try:
        # Some editors begin a text with a byte order mark.
        return parse_profile(text.removeprefix(BOM_UTF8))
    except ProfileError as error:
        raise InputError(f"{path}: {error}") from error


def export_profile(name: str, output: Path) -> None:
    """Write the profile of that name to a file; one that is there is replaced if it is a profile.

    Raises
    ------
    InputError
        If there is no such profile, or the file is something else.
    OutputError
        If the file cannot be written there.
    """
    profile = load_profile(name)
    require_writable(output)
    if output.exists() and not is_device(output):
        try:
            read_profile(output)
        except InputError as error:
            raise InputError(f"{output}: is there already and no profile; give another name") from error
    write_atomically(output, profile_text(profile).encode())


def require_replaceable(name: str) -> Profile | None:
    """The profile of that name, if there is one, which may then be changed and saved; its folder is made.

    Raises
    ------
    InputError
        If its file is broken or of a later version: what it holds would be lost.
    OutputError
        If it could not be written there: what is learned would be lost.
    """
    path = profile_path(name)
    try:
        profile = load_profile(name) if path.exists() else None
    except InputError as error:
        raise InputError(f"{error}; it is left as it is: choose another name, or delete it first") from error
    make_folder(path.parent)
    require_writable(path)
    return profile


def update_profile(name: str, **changes: Any) -> Path:
    """Change fields of the profile of that name, or make one that has only these; gives the file's path.

    What another run changes at the same time is kept, and of `rules` those that are not given.

    Raises
    ------
    InputError
        If there is a file of that name that is no usable profile, or what it would hold could not be read back.
    OutputError
        If it cannot be written there.
    """
    require_replaceable(name)
    with _changed_alone():
        profile = require_replaceable(name) or Profile(name, "")
        if profile.rules and (rules := changes.get("rules")):
            changes["rules"] = RuleFields(rules.type2 or profile.rules.type2, rules.type3 or profile.rules.type3)
        made = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        return _write(replace(profile, made=made, **changes))


def add_profile(profile: Profile) -> Path:
    """Write a profile into the folder under a name that is free; gives the file's path.

    Raises
    ------
    InputError
        If there is one of that name, or it could not be read back.
    OutputError
        If it cannot be written there.
    """
    path = profile_path(profile.name)
    make_folder(path.parent)
    require_writable(path)
    with _changed_alone():
        if path.exists():
            raise InputError(f"there is a profile {profile.name!r} already; delete it first, or choose another --name")
        return _write(profile)


def _changed_alone() -> AbstractContextManager[None]:
    """No other run changes a profile meanwhile."""
    return held_alone(profiles_folder() / ".lock")


def _write(profile: Profile) -> Path:
    """Write a profile in one step; gives the file's path. Whatever had its name is lost."""
    path = profile_path(profile.name)
    try:
        data = profile_text(profile).encode()
        parse_profile(data)
    except (ProfileError, UnicodeEncodeError) as error:
        raise InputError(f"{path}: was left as it was, for nobody could read what was to be saved ({error})") from error
    write_atomically(path, data)
    return path


def delete_profile(name: str) -> None:
    """Delete the profile of that name, usable or not.

    Raises
    ------
    InputError
        If there is none, or it cannot be deleted.
    """
    path = profile_path(name)
    try:
        path.unlink()
    except FileNotFoundError:
        load_profile(name)  # says so
    except OSError as error:
        raise OutputError(f"{path}: cannot be deleted ({error.strerror})") from error
