import errno
import os
from pathlib import Path
from typing import Any

import pytest

from referee.errors import InputError
from referee.photo_paths import photos_below, photos_in, require_distinct


def test_photos_of_a_folder_are_ordered_as_people_count(tmp_path: Path) -> None:
    names = ["01.jpg", "1.jpg", "2.jpg", "10.jpg", "a2.jpg", "a10.jpg"]
    for name in (*reversed(names), ".hidden.jpg", "notes.txt"):
        (tmp_path / name).write_bytes(b"")
    assert [path.name for path in photos_in(tmp_path)] == names


@pytest.mark.parametrize("name", ["DSC0001.HIF", "photo.jpe", "photo.jfif", "photo.avif", "IMG_1.HEIC"])
def test_photos_are_found_by_all_endings_that_cameras_and_systems_give_them(tmp_path: Path, name: str) -> None:
    (tmp_path / name).touch()
    assert photos_in(tmp_path) == photos_below(tmp_path) == [tmp_path / name]


def test_a_photo_under_two_names_is_given_twice(tmp_path: Path) -> None:
    photo, link = tmp_path / "a.png", tmp_path / "b.png"
    photo.write_bytes(b"")
    link.symlink_to(photo)
    require_distinct([photo, tmp_path / "c.png"])
    with pytest.raises(InputError, match="is given twice"):
        require_distinct([photo, link])


def test_a_folder_that_may_not_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    locked = tmp_path / "photos" / "locked"
    locked.mkdir(parents=True)
    scandir = os.scandir

    def refuse(path: Any) -> Any:
        if Path(path) == locked:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(InputError, match=r"photos/locked: cannot be read \(Permission denied\)"):
        photos_below(tmp_path)


def test_photos_are_found_in_all_folders_but_hidden_ones_and_those_of_the_system(tmp_path: Path) -> None:
    for name in ("b.jpg", "a/c.png", "a/.d.png", ".e/f.jpg", "lost+found/g.jpg", "a/notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert [path.relative_to(tmp_path).as_posix() for path in photos_below(tmp_path)] == ["a/c.png", "b.jpg"]
