import os
from pathlib import Path

import pytest

from referee.errors import InputError
from referee.files import is_device, is_file, named_path, read_limited, read_text, require_folder


def test_the_home_folder_and_addresses_of_files_are_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert named_path("~/photos/a.jpg") == tmp_path / "photos" / "a.jpg"
    for path in (tmp_path / "my tower.jpg", tmp_path / "100 % #1?.jpg"):
        assert named_path(path.as_uri()) == path
    assert named_path("File://localhost/a#1.jpg") == named_path("file:///a%231.jpg")
    with pytest.raises(InputError, match="nobody called 'nobody-of-this-name' has a home directory"):
        named_path("~nobody-of-this-name/a.jpg")


def test_what_is_called_like_a_home_folder_is_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert named_path("~a.jpg") == Path("~a.jpg")
    Path("~").mkdir()
    assert named_path("~/a.jpg") == Path("~/a.jpg")


@pytest.mark.parametrize("name", ["file://", "file:///", "file://server/share/a.jpg", "a%20b.jpg", ""])
def test_what_is_no_address_of_a_file_here_is_left_as_it_is(name: str) -> None:
    assert named_path(name) == Path(name)


def test_a_file_may_hold_as_many_bytes_as_are_allowed_and_no_more(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"123")
    assert read_limited(path, 3, "a card") == b"123"
    with pytest.raises(InputError, match="is larger than 2 bytes, so it is not a card"):
        read_limited(path, 2, "a card")


def test_text_is_read_with_or_without_a_mark_at_its_start(tmp_path: Path) -> None:
    for number, encoding in enumerate(("utf-8", "utf-8-sig", "utf-16")):
        path = tmp_path / str(number)
        path.write_text("Türme", encoding=encoding)
        assert read_text(path, "a card") == "Türme"


def test_a_device_is_not_read_and_a_folder_is_none() -> None:
    assert is_device(Path(os.devnull))
    assert not is_device(Path(os.devnull).parent)
    with pytest.raises(InputError, match="is a pipe or device"):
        read_limited(Path(os.devnull), 10, "a card")


def test_what_is_missing_or_no_folder_is_told_apart(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(InputError, match="file: is no folder; name one with photos"):
        require_folder(tmp_path / "file", "photos")
    with pytest.raises(InputError, match="none: there is no such folder; name one with photos"):
        require_folder(tmp_path / "none", "photos")


@pytest.mark.parametrize("word", ["n" * 300, "null\0"])
def test_what_can_be_no_name_names_no_file(word: str) -> None:
    assert not is_file(word)
