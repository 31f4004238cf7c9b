import errno
import os
import stat
from pathlib import Path

import pytest

from referee.errors import InputError, OutputError
from referee.writing import (
    held_alone,
    require_other,
    require_target,
    require_written,
    unwritten,
    write_atomically,
    write_each,
)


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    usual = tmp_path / "usual"
    usual.write_bytes(b"")
    write_atomically(tmp_path / "new", b"content")
    assert (tmp_path / "new").read_bytes() == b"content"
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == stat.S_IMODE(usual.stat().st_mode)


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "file"
    target.write_bytes(b"old")

    def refuse(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(OutputError, match="No space left"):
        write_atomically(target, b"new")
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_write_that_is_broken_off_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "file"
    target.write_bytes(b"old")

    def interrupt(handle: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(target, b"new")
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("name", ["n" * 300, "null\0"])
def test_what_can_be_no_name_is_refused_in_one_line(tmp_path: Path, name: str) -> None:
    with pytest.raises(OutputError, match="choose another name"):
        write_atomically(tmp_path / name, b"content")


def test_a_hyphen_names_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OutputError, match="name a file to write"):
        write_atomically(Path("-"), b"content")
    assert not list(tmp_path.iterdir())


def test_who_waits_too_long_for_others_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.writing._LONGEST_WAIT_SECONDS", 0.05)
    lock = tmp_path / ".lock"
    with held_alone(lock), pytest.raises(OutputError, match="another run is writing there; wait"), held_alone(lock):
        raise AssertionError("held twice")
    with held_alone(lock):
        pass


def test_a_device_is_written_in_place() -> None:
    write_atomically(Path(os.devnull), b"content")
    assert not Path(os.devnull).is_file()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_device_that_takes_nothing_keeps_no_other_file_from_being_written(tmp_path: Path) -> None:
    full, other = Path("/dev/full"), tmp_path / "other"
    failed = write_each({full: lambda: b"content", other: lambda: b"content"})
    assert "No space left" in str(failed[full])
    assert other.read_bytes() == b"content"


def test_what_a_link_points_to_is_written(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write_atomically(tmp_path / "link", b"new")
    assert (tmp_path / "real").read_bytes() == b"new"
    assert (tmp_path / "link").is_symlink()


def test_a_name_may_be_as_long_as_the_system_allows(tmp_path: Path) -> None:
    write_atomically(tmp_path / ("n" * 255), b"content")
    assert (tmp_path / ("n" * 255)).read_bytes() == b"content"


def test_a_targets_ending_is_told_whatever_its_case(tmp_path: Path) -> None:
    assert require_target(tmp_path / "picture.PNG", ("jpg", "png")) == "png"
    for name, endings, choice in [("a.gif", ("jpg", "png"), "one of .jpg, .png"), ("a", ("csv",), ".csv")]:
        with pytest.raises(OutputError, match=f"{name}: the ending must be {choice}$"):
            require_target(tmp_path / name, endings)
    with pytest.raises(OutputError, match="make it first"):
        require_target(tmp_path / "none" / "a.csv", ("csv",))


def test_a_write_protected_file_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "file"
    target.write_bytes(b"old")
    # The superuser may write everywhere.
    monkeypatch.setattr(os, "access", lambda path, mode: path != target)
    with pytest.raises(OutputError, match="is write-protected"):
        write_atomically(target, b"new")
    assert target.read_bytes() == b"old"


def test_nobody_writes_into_a_folder_that_is_write_protected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: path != tmp_path)
    with pytest.raises(OutputError, match="is not writable; choose another place"):
        write_atomically(tmp_path / "file", b"new")


def test_a_file_that_is_replaced_keeps_its_permissions(tmp_path: Path) -> None:
    target = tmp_path / "file"
    target.write_bytes(b"old")
    target.chmod(0o640)
    write_atomically(target, b"new")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_pipe_that_nobody_reads_any_more_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, data: bytes) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(Path, "write_bytes", refuse)
    with pytest.raises(BrokenPipeError):
        write_atomically(Path(os.devnull), b"content")


def test_a_file_is_not_written_over_itself_under_another_name(tmp_path: Path) -> None:
    source, link, missing = tmp_path / "source", tmp_path / "link", tmp_path / "missing"
    source.write_bytes(b"content")
    link.symlink_to(source)
    with pytest.raises(InputError, match="is the file that is read"):
        require_other(link, [missing, source])
    require_other(link, [missing])


def test_all_files_that_could_not_be_written_are_named() -> None:
    failed = {Path(name): OutputError(f"{name}: cannot be written") for name in ("a", "b")}
    with pytest.raises(OutputError, match=r"^a: cannot be written; b: cannot be written$"):
        require_written(failed)
    require_written({})


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EACCES])
def test_room_is_to_be_made_where_there_is_none(number: int) -> None:
    told = str(unwritten(Path("a"), OSError(number, os.strerror(number))))
    assert ("make room there" in told) == (number != errno.EACCES)
