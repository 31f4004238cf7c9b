"""A batch reads every tower of a folder, says what went wrong in its line, and goes on where it was killed."""

import csv
import errno
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from io import FileIO
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import referee.verdicts.checking
from calibration.profile import Profile, profile_text
from calibration.refusal import Unreadable
from referee.batch.groups import TowerPhotos, find_towers
from referee.batch.output import CSV_COLUMNS, ResultsFile
from referee.batch.running import read_towers
from referee.errors import InputError, OutputError, UnopenedError
from rules.games.babel import Options

LEGAL, ILLEGAL = "1E,0,1S,2WS/4ENUD,-,-,-", "1S,-,-,-"


@pytest.fixture
def folder(tmp_path: Path, blank_photo: Path) -> Callable[..., Path]:
    """A folder of blank photos with these names."""

    def folder(*names: str) -> Path:
        inner = tmp_path / "photos"
        for name in names:
            (inner / name).parent.mkdir(parents=True, exist_ok=True)
            (inner / name).write_bytes(blank_photo.read_bytes())
        return inner

    return folder


@pytest.fixture
def shades_seen(monkeypatch: pytest.MonkeyPatch, read_like: Any, sight_of: Any, tmp_path: Path) -> Callable[..., Path]:
    """A folder of photos in each of which the reader finds a given tower (None: no tower), and how often it read."""

    def shades_seen(**towers: str | None) -> Path:
        inner = tmp_path / "photos"
        inner.mkdir(exist_ok=True)
        shades = dict(enumerate(towers.values()))
        for shade, name in enumerate(towers):
            cv2.imwrite(str(inner / f"{name}.png"), np.full((480, 640, 3), shade, np.uint8))

        def see(frame_bgr: Any, **_: Any) -> Any:
            notation = shades[int(frame_bgr[0, 0, 0])]
            return Unreadable("no mat", "show it") if notation is None else sight_of(read_like(notation))

        monkeypatch.setattr(referee.verdicts.checking, "see", see)
        return inner

    return shades_seen


def grouped(towers: Sequence[TowerPhotos]) -> dict[str, tuple[str, ...]]:
    return {tower.name: tower.photos for tower in towers}


def test_names_that_end_in_letters_or_digits_without_a_gap_are_views_of_one_tower(folder: Any) -> None:
    inner = folder(
        "red_b.jpg", "red_a.jpg", "sub.1/x_1.png", "sub.1/x_2.png", "alone.jpg", "gap_1.jpg", "gap_3.jpg", "dev_01.jpg",
        "dev_02.jpg", "late_b.jpg", "tower_A.JPG", "tower_B.JPG",
    )  # fmt: skip
    (inner / "notes.txt").write_text("no photo")
    assert grouped(find_towers(inner)) == {
        "red": ("red_a.jpg", "red_b.jpg"),
        "sub.1/x": ("sub.1/x_1.png", "sub.1/x_2.png"),
        "alone": ("alone.jpg",),
        "gap_1": ("gap_1.jpg",),
        "gap_3": ("gap_3.jpg",),
        "dev_01": ("dev_01.jpg",),
        "dev_02": ("dev_02.jpg",),
        "late_b": ("late_b.jpg",),
        "tower_A": ("tower_A.JPG",),
        "tower_B": ("tower_B.JPG",),
    }


@pytest.mark.parametrize(("names", "joined"), [("12345678", True), ("123456789", False), ("abcdefghi", False)])
def test_more_names_in_a_row_than_can_be_joined_are_towers_of_their_own(folder: Any, names: str, joined: bool) -> None:
    towers = find_towers(folder(*(f"tower_{name}.jpg" for name in names), "tower_10.jpg"))
    assert len(towers) == (2 if joined else len(names) + 1)


def test_a_csv_file_groups_as_it_says(folder: Any, tmp_path: Path) -> None:
    inner = folder("1.jpg", "2.jpg", "3.jpg")
    table = tmp_path / "groups.csv"
    for lines in (
        "photo,tower\n2.jpg,home\n1.jpg,home\n",
        "photo;tower\r\n2.jpg;home\r\n1.jpg;home\r\n;\r\n ; ;;\r\n",
        "photo\ttower\n2.jpg\thome\n\t\n1.jpg\thome\n",
        "photo, tower, by whom; when\n2.jpg , home\n1.jpg, home ,me; today\n",
    ):
        table.write_text(lines)
        assert grouped(find_towers(inner, table)) == {"home": ("2.jpg", "1.jpg")}


def test_towers_come_in_the_order_of_their_names(folder: Any, tmp_path: Path) -> None:
    table = tmp_path / "groups.csv"
    table.write_text("photo,tower\n1.jpg,b\n2.jpg,a\n")
    assert [tower.name for tower in find_towers(folder("1.jpg", "2.jpg"), table)] == ["a", "b"]


def test_a_csv_file_gives_a_tower_no_more_photos_than_can_be_joined(folder: Any, tmp_path: Path) -> None:
    inner = folder(*(f"{number}.jpg" for number in range(9)))
    table = tmp_path / "groups.csv"
    table.write_text("photo,tower\n" + "".join(f"{number}.jpg,home\n" for number in range(8)))
    assert len(find_towers(inner, table)[0].photos) == 8
    with table.open("a") as file:
        file.write("8.jpg,home\n")
    with pytest.raises(InputError, match="home has 9 photos; at most 8 are joined"):
        find_towers(inner, table)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1 does not name the columns"),
        ("Photo, Tower\n", "names no photo"),
        ("photo|tower\n1.jpg|x\n", "line 1 does not name the columns photo,tower, with a comma"),
        ("photo;tower\n1.jpg,x\n", "line 2 lacks"),
        ("photo,tower\n\n\n1.jpg,\n", "line 4 lacks"),
        ("photo,tower\n1.jpg,\n", "line 2 lacks"),
        ("photo,tower\n,x\n", "line 2 lacks"),
        ("a,b\n1.jpg,x\n", "line 1 does not name the columns"),
        ("photo,tower\n9.jpg,x\n", "line 2: there is no photo 9.jpg"),
        ("photo,tower\n1.jpg,x\n1.jpg,y\n", "line 3 names 1.jpg a second time"),
        ("photo,tower\n1.jpg,x\n./1.jpg,y\n", "line 3 names 1.jpg a second time"),
        ("photo,tower\n1.jpg,x\nolder/../1.jpg,y\n", "line 3 names 1.jpg a second time"),
        ("photo,tower\n1.jpg,x\nlink.jpg,x\n", "line 3 names link.jpg a second time"),
    ],
)
def test_a_csv_file_that_cannot_be_used_is_refused(folder: Any, tmp_path: Path, text: str, message: str) -> None:
    table = tmp_path / "groups.csv"
    table.write_text(text)
    inner = folder("1.jpg")
    (inner / "link.jpg").symlink_to("1.jpg")
    with pytest.raises(InputError, match=message):
        find_towers(inner, table)


def test_a_list_made_on_windows_names_photos_in_folders_too(folder: Any, tmp_path: Path) -> None:
    table = tmp_path / "groups.csv"
    table.write_text("photo,tower\nsub\\1.jpg,home\n2.jpg,home\n")
    assert grouped(find_towers(folder("sub/1.jpg", "2.jpg"), table)) == {"home": ("sub/1.jpg", "2.jpg")}


def test_every_tower_gets_its_line_and_a_bad_file_stops_nothing(run: Any, shades_seen: Any) -> None:
    inner = shades_seen(fine=LEGAL, wrong=ILLEGAL, empty=None)
    (inner / "junk.jpg").write_bytes(b"no photo")
    result = run("check", "--batch", str(inner), "--jobs", "1")
    assert result.exit_code == 1
    assert "4 towers: 1 legal, 1 illegal, 1 unreadable, 1 failed" in result.stdout
    lines = [json.loads(line) for line in (inner / "checks.jsonl").read_text().splitlines()]
    by_tower = {line["tower"]: line for line in lines}
    assert {name: line["status"] for name, line in by_tower.items()} == {
        "fine": "read", "wrong": "read", "empty": "unreadable", "junk": "failed",
    }  # fmt: skip
    assert by_tower["wrong"]["faults"][0]["rule"] == 5
    assert by_tower["empty"]["reason"] == "no mat; show it"
    assert "is not a photo" in by_tower["junk"]["reason"]


def test_photos_that_were_left_out_are_counted(run: Any, shades_seen: Any) -> None:
    folder = str(shades_seen(x_1=LEGAL, x_2=None, y=LEGAL))
    told = run("check", "--batch", folder, "--jobs", "1").stdout
    assert "2 towers: 2 legal\n1 photo left out" in told
    results = Path(folder) / "checks.jsonl"
    joined = next(line for line in map(json.loads, results.read_text().splitlines()) if line["tower"] == "x")
    assert joined["photos"] == ["x_1.png", "x_2.png"]
    assert [named["photo"] for named in joined["views"] + joined["left_out"]] == joined["photos"]
    results.unlink()
    document = json.loads(run("check", "--batch", folder, "--jobs", "1", "--json").stdout)
    assert (document["photos_left_out"], document["before"]) == (1, 0)
    again = json.loads(run("check", "--batch", folder, "--jobs", "1", "--json").stdout)
    assert (again["towers"], again["before"], again["legal"]) == (2, 2, 0)


def test_what_failed_before_is_told_again(run: Any, shades_seen: Any) -> None:
    inner = shades_seen(fine=LEGAL)
    (inner / "junk.jpg").write_bytes(b"no photo")
    assert "failed before" not in run("check", "--batch", str(inner), "--jobs", "1").stdout
    assert "1 failed before" in run("check", "--batch", str(inner), "--jobs", "1").stdout


@pytest.mark.parametrize("suffix", [".jsonl", ".csv"])
@pytest.mark.parametrize(
    ("cause", "reason"),
    [
        (UnopenedError("a.png: cannot be read"), "cannot be read"),
        (MemoryError(), "memory is short"),
        (KeyError(), "fault"),
    ],
)
def test_what_failed_for_another_reason_than_its_photos_is_tried_again(
    run: Any,
    shades_seen: Any,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    suffix: str,
    cause: Exception,
    reason: str,
) -> None:
    def fail(*_: Any) -> None:
        raise cause

    target = tmp_path / f"out{suffix}"
    words = ("check", "--batch", str(shades_seen(x_1=LEGAL, x_2=LEGAL)), "-o", str(target), "--jobs", "1")
    with monkeypatch.context() as patched:
        patched.setattr("referee.batch.running.check_photos", fail)
        assert "1 tower: 1 failed" in run(*words).stdout
    assert reason in target.read_text()
    assert "1 tower: 1 legal" in run(*words).stdout
    assert "nothing new" in run(*words).stdout


def test_a_photo_that_was_taken_anew_is_read_again(run: Any, shades_seen: Any) -> None:
    inner = shades_seen(fine=LEGAL, empty=None)
    words = ("check", "--batch", str(inner), "--jobs", "1")
    run(*words)
    again = run(*words)
    assert "2 of them before): nothing new" in again.stdout
    assert "1 unreadable before: photograph them anew" in again.stdout
    results = inner / "checks.jsonl"
    (photo,) = inner.glob("empty.*")
    os.utime(photo, (results.stat().st_mtime + 10,) * 2)
    assert "(1 of them before): 1 unreadable" in run(*words).stdout
    lines = [json.loads(line)["tower"] for line in results.read_text().splitlines()]
    assert sorted(lines) == ["empty", "empty", "fine"]


def test_the_exit_status_is_3_where_no_tower_that_was_tried_could_be_read(run: Any, shades_seen: Any) -> None:
    inner = shades_seen(empty=None)
    (inner / "junk.jpg").write_bytes(b"no photo")
    words = ("check", "--batch", str(inner), "--jobs", "1")
    assert [run(*words).exit_code for _ in range(2)] == [3, 0]


def test_hidden_files_and_those_in_hidden_folders_are_no_photos(folder: Any) -> None:
    assert [tower.name for tower in find_towers(folder("1.jpg", "._1.jpg", ".trash/2.jpg"))] == ["1"]


@pytest.mark.parametrize("suffix", [".jsonl", ".csv"])
def test_a_second_run_reads_only_what_is_missing_and_repairs_a_torn_line(
    run: Any, shades_seen: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, suffix: str
) -> None:
    inner = shades_seen(a1=LEGAL, b1=ILLEGAL, c1=LEGAL)
    target = tmp_path / f"out{suffix}"
    words = ("check", "--batch", str(inner), "--output", str(target), "--jobs", "1")
    run(*words)
    whole = target.read_bytes()
    see = referee.verdicts.checking.see
    seen = []
    monkeypatch.setattr(referee.verdicts.checking, "see", lambda *a, **k: seen.append(1) or see(*a, **k))
    assert "3 towers (3 of them before): nothing new" in run(*words).stdout
    assert not seen
    lines = whole.splitlines(keepends=True)
    for cut in (1, len(lines[-1]) // 2, len(lines[-1]) - 1, len(lines[-1])):
        target.write_bytes(whole[:-cut])
        seen.clear()
        run(*words)
        assert len(seen) == 1
        assert target.read_bytes() == whole


def test_a_csv_has_one_line_a_tower_with_all_columns(run: Any, shades_seen: Any, tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    run("check", "--batch", str(shades_seen(a1=LEGAL, b1=ILLEGAL)), "--output", str(target), "--jobs", "1")
    with target.open(newline="") as file:
        first, second = csv.DictReader(file)
    assert (first["tower"], first["photos"], first["status"], first["rules"]) == ("a1", "a1.png", "read", "")
    assert (second["verdict"], second["rules"]) == ("illegal", "5")
    assert second["notation"].startswith("1")


def test_a_csv_names_each_broken_rule_once_and_counts_nothing_where_nothing_was_read(
    run: Any, shades_seen: Any, tmp_path: Path
) -> None:
    target = tmp_path / "out.csv"
    photos = shades_seen(x_1="1S,1S,-,-", x_2=None, empty=None)
    run("check", "--batch", str(photos), "--output", str(target), "--jobs", "1")
    with target.open(newline="") as file:
        unread, wrong = csv.DictReader(file)
    assert (unread["status"], unread["cubes"], unread["contradictions"]) == ("unreadable", "", "")
    assert (wrong["rules"], wrong["cubes"], wrong["left_out"]) == ("5", "2", "x_2.png")


def test_what_was_read_of_photos_counts_for_them_alone(tmp_path: Path) -> None:
    photo = tmp_path / "a.jpg"
    photo.write_bytes(b"1")
    tower = TowerPhotos("a", ("a.jpg",))
    before = tower.versions(tmp_path)
    with ResultsFile(tmp_path / "out.jsonl", tmp_path, "") as results:
        results.append({"tower": "a", "photos": ["a.jpg"], "versions": before, "status": "read"})
    with ResultsFile(tmp_path / "out.jsonl", tmp_path, "") as results:
        assert results.has(tower)
        # As it is called now, its results name another photo.
        os.link(photo, tmp_path / "b.jpg")
        assert not results.has(TowerPhotos("a", ("b.jpg",)))
        photo.write_bytes(b"12")
        os.utime(photo, ns=(int(before[0].split("-")[1]),) * 2)
        assert not results.has(tower)


def test_a_tower_of_which_the_photos_have_changed_is_read_again(run: Any, shades_seen: Any, tmp_path: Path) -> None:
    inner = shades_seen(x_1=LEGAL, x_2=LEGAL)
    target = tmp_path / "out.jsonl"
    words = ("check", "--batch", str(inner), "--output", str(target), "--jobs", "1")
    run(*words)
    (inner / "x_2.png").unlink()
    run(*words)
    assert [json.loads(line)["photos"] for line in target.read_text().splitlines()] == [
        ["x_1.png", "x_2.png"],
        ["x_1.png"],
    ]


@pytest.mark.parametrize("suffix", [".jsonl", ".csv"])
def test_a_photo_that_is_exchanged_is_read_again_however_old_it_is_and_however_runs_ended(
    run: Any, shades_seen: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, suffix: str
) -> None:
    inner = shades_seen(a1=LEGAL, b1=ILLEGAL)
    target = tmp_path / f"out{suffix}"
    words = ("check", "--batch", str(inner), "--output", str(target), "--jobs", "1")
    assert run(*words).exit_code == 1
    shutil.copyfile(inner / "a1.png", inner / "b1.png")
    os.utime(inner / "b1.png", ns=(1, 1))
    # A run that ends before it has read anything forgets nothing.
    with monkeypatch.context() as patched:
        patched.setattr("referee.batch.command_line.read_towers", lambda *_: iter(()))
        run(*words)
    assert run(*words).exit_code == 0
    assert "nothing new" in run(*words).stdout


def test_a_batch_that_is_killed_goes_on_and_loses_nothing(folder: Any, tmp_path: Path) -> None:
    inner = folder(*(f"n{number}x.png" for number in range(8)))
    target = tmp_path / "out.jsonl"
    words = [sys.executable, "-m", "referee", "check", "--batch", str(inner), "--output", str(target), "--jobs", "1"]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None and not (target.exists() and target.stat().st_size):
        time.sleep(0.01)
    process.kill()
    process.wait()
    with target.open("ab") as file:
        file.write(b'{"tower": "n7x", "pho')
    finished = subprocess.run(words, capture_output=True, text=True, check=False)
    assert "8 towers" in finished.stdout, finished.stderr
    lines = [json.loads(line) for line in target.read_text().splitlines()]
    assert sorted(line["tower"] for line in lines) == [f"n{number}x" for number in range(8)]


def test_a_worker_that_dies_takes_only_its_own_tower_with_it(folder: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = folder("a1.png", "b1.png", "c1.png")
    monkeypatch.setattr("referee.batch.running.read_tower", die_on_b)
    results = {result["tower"]: result for result in read_towers(find_towers(inner), inner, Options(), None, 2)}
    assert {name: result["status"] for name, result in results.items()} == {"a1": "read", "b1": "failed", "c1": "read"}
    assert results["b1"]["versions"] == [""]


def die_on_b(tower: TowerPhotos, folder: Path, options: Options, profile: None) -> dict[str, Any]:
    begun = folder / "begun"
    if tower.name == "a1" and not begun.exists():
        begun.touch()
        time.sleep(60)  # until the other one dies
    if tower.name == "b1":
        while not begun.exists():
            time.sleep(0.01)
        os._exit(9)
    return {"tower": tower.name, "photos": list(tower.photos), "status": "read", "reason": ""}


def test_a_file_of_something_else_is_never_appended_to(tmp_path: Path) -> None:
    for name, text in [
        ("a.jsonl", '{"x": 1}\n'),
        ("b.csv", "x,y\n1,2\n"),
        ("c.jsonl", "hello\n"),
        ("d.jsonl", '{"my": "data"}'),
        ("e.csv", "x,y"),
        ("f.csv", "name,price\rapple,3\rpear,4\n"),
        ("g.csv", f'"{"x" * 200_000}"\n'),
        ("h.csv", f"{','.join(reversed(CSV_COLUMNS))}\n"),
    ]:
        target = tmp_path / name
        target.write_bytes(text.encode())
        with pytest.raises(InputError, match="something else"):
            ResultsFile(target, tmp_path, "")
        assert target.read_bytes() == text.encode()
    with pytest.raises(OutputError, match="the ending must be one of"):
        ResultsFile(tmp_path / "out.txt", tmp_path, "")


def test_no_second_run_writes_to_the_same_file(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    with ResultsFile(target, tmp_path, "") as results:
        results.append({"tower": "a", "photos": ["a.jpg"], "versions": [""], "status": "read"})
        with pytest.raises(OutputError, match="another run is writing to it"):
            ResultsFile(target, tmp_path, "")
    with ResultsFile(target, tmp_path, "") as results:
        assert results.has(TowerPhotos("a", ("a.jpg",)))


@pytest.mark.skipif(sys.platform == "win32", reason="no file that is open can be deleted or moved there")
def test_a_file_that_is_deleted_or_replaced_is_told_and_one_that_is_moved_is_written_on(tmp_path: Path) -> None:
    target, moved, other = tmp_path / "out.csv", tmp_path / "moved.csv", tmp_path / "other.csv"
    line = {"tower": "a", "photos": ["a.jpg"], "versions": [""], "status": "read", "reason": ""}
    with ResultsFile(target, tmp_path, "") as results:
        target.rename(moved)
        results.append(line)
        assert moved.read_text().count("\n") == 2
        # As programs save what they have changed.
        other.write_text("mine")
        other.replace(moved)
        with pytest.raises(OutputError, match=r"out\.csv: was deleted or replaced"):
            results.append(line)
    assert moved.read_text() == "mine"


def test_a_full_disk_is_named_with_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with ResultsFile(tmp_path / "out.jsonl", tmp_path, "") as results:
        monkeypatch.setattr("os.fsync", no_room)
        with pytest.raises(OutputError, match=r"out\.jsonl: cannot be written \(No space left on device\)"):
            results.append({"tower": "a", "photos": ["a.jpg"], "versions": [""], "status": "read"})


def test_a_line_for_which_the_disk_has_no_room_is_told_and_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class NearlyFull(FileIO):
        def write(self, data: Any) -> int:
            return super().write(data[: len(data) // 2])

    target, line = tmp_path / "out.jsonl", {"tower": "a", "photos": ["a.jpg"], "versions": [""], "status": "read"}
    with monkeypatch.context() as patched:
        patched.setattr("referee.batch.output.open_alone", NearlyFull)
        with ResultsFile(target, tmp_path, "") as results, pytest.raises(OutputError, match="No space left"):
            results.append(line)
    with ResultsFile(target, tmp_path, "") as results:
        assert not results.has(TowerPhotos("a", ("a.jpg",)))
    assert target.read_bytes() == b""


@pytest.mark.parametrize("begun", ['{"tow', '{"tower":"x","pho'])
def test_a_file_that_was_cut_off_in_its_first_line_is_taken_up(tmp_path: Path, begun: str) -> None:
    target = tmp_path / "out.jsonl"
    target.write_text(begun)
    with ResultsFile(target, tmp_path, "") as results:
        assert not results.has(TowerPhotos("x", ("x.jpg",)))
    assert target.read_bytes() == b""


def test_results_of_another_folder_or_other_rules_are_not_mixed_in(
    run: Any, refused: Any, shades_seen: Any, folder: Any, tmp_path: Path
) -> None:
    words = ("check", "--batch", str(shades_seen(a1=LEGAL)), "--output", str(tmp_path / "out.jsonl"), "--jobs", "1")
    run(*words)
    refused(run(*words, "--type3", "both"), "other rules")
    other = tmp_path / "other"
    other.mkdir()
    (other / "a1.png").write_bytes((Path(words[2]) / "a1.png").read_bytes())
    refused(run("check", "--batch", str(other), *words[3:]), "another folder")


def test_results_by_a_profile_that_has_changed_since_are_not_mixed_in(
    run: Any, refused: Any, shades_seen: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TOWER_REFEREE_PROFILES", str(tmp_path))
    words = ("check", "--batch", str(shades_seen(a1=LEGAL)), "--jobs", "1", "--profile", "kitchen")
    for made in ("2025-01-01T00:00:00+00:00", "2025-01-02T00:00:00+00:00"):
        (tmp_path / "kitchen.json").write_text(profile_text(Profile("kitchen", made)))
        result = run(*words)
    refused(result, "another profile")


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(1)", "\t=1+1", "\uff1d1"])
def test_no_cell_of_a_csv_is_a_formula_whatever_photos_and_folders_are_called(
    run: Any, shades_seen: Any, tmp_path: Path, name: str
) -> None:
    photos = shades_seen(**{name: "-,1E,0,-"}).rename(tmp_path / name)
    output = tmp_path / "results.csv"
    run("check", "--batch", str(photos), "--output", str(output), "--jobs", "1")
    with output.open(newline="") as lines:
        (row,) = csv.DictReader(lines)
    assert (row["tower"], row["photos"], row["folder"]) == (f"'{name}", f"'{name}.png", f"'{name}")
    assert row["notation"].startswith("-,1")
    assert "(1 of them before): nothing new" in run("check", "--batch", str(photos), "--output", str(output)).stdout


@pytest.mark.parametrize("name", ["a;b.png", "T\udcfcrm.png", "a\u2028b.png", "a\nb.png", "=1+1.png"])
@pytest.mark.parametrize("ending", ["jsonl", "csv"])
def test_any_file_name_is_read_once(run: Any, shades_seen: Any, tmp_path: Path, name: str, ending: str) -> None:
    inner = shades_seen(a1=LEGAL)
    (inner / "a1.png").rename(inner / name)
    inner = inner.rename(tmp_path / f"photos {name}")
    target = tmp_path / f"out.{ending}"
    for told in ("1 legal", "nothing new"):
        result = run("check", "--batch", str(inner), "--output", str(target), "--jobs", "1")
        assert told in result.stdout
    assert target.read_bytes().count(b"\n") == (1 if ending == "jsonl" else 2)


@pytest.mark.parametrize(("one", "other"), [("=a", "'=a"), ("a\nb", "a b")])
def test_names_that_only_a_table_would_confuse_are_kept_apart(
    run: Any, shades_seen: Any, tmp_path: Path, one: str, other: str
) -> None:
    photos = shades_seen(**{one: LEGAL, other: LEGAL})
    words = ("check", "--batch", str(photos), "--output", str(tmp_path / "out.jsonl"), "--jobs", "1")
    assert "2 legal" in run(*words).stdout
    assert "(2 of them before): nothing new" in run(*words).stdout


def test_the_same_picture_in_two_formats_is_no_second_view(tmp_path: Path) -> None:
    for name in ("a.heic", "a.jpg", "b_1.jpg", "b_2.jpg", "b_a.jpg", "b_b.jpg", "b.jpg"):
        (tmp_path / name).touch()
    assert {tower.name: tower.photos for tower in find_towers(tmp_path, None)} == {
        "a": ("a.heic",),
        "a.jpg": ("a.jpg",),
        "b": ("b.jpg",),
        "b (1-2)": ("b_1.jpg", "b_2.jpg"),
        "b (a-b)": ("b_a.jpg", "b_b.jpg"),
    }


@pytest.mark.parametrize(
    "names",
    [
        ["t.jpg", "t (a-b).jpg", "t_a.jpg", "t_b.jpg"],
        ["t (1-2).jpg", "t_1.jpg", "t_2.jpg", "t_a.jpg", "t_b.jpg"],
        ["t_a.jpg", "t_a.jpg.png", "t_a.png", "t_c.jpg"],
    ],
)
def test_no_photo_is_lost_whatever_photos_are_called(tmp_path: Path, names: list[str]) -> None:
    for name in names:
        (tmp_path / name).touch()
    assert sorted(photo for tower in find_towers(tmp_path) for photo in tower.photos) == sorted(names)


def test_a_tower_whose_name_is_taken_twice_has_a_number(tmp_path: Path) -> None:
    for name in ("t.jpg", "t (a-b).jpg", "t_a.jpg", "t_b.jpg"):
        (tmp_path / name).touch()
    assert grouped(find_towers(tmp_path)) == {
        "t": ("t.jpg",),
        "t (a-b)": ("t (a-b).jpg",),
        "t (a-b) (2)": ("t_a.jpg", "t_b.jpg"),
    }


def test_photos_of_one_tower_and_a_folder_of_many_are_not_mixed(run: Any, refused: Any, folder: Any) -> None:
    inner = str(folder("a1.png"))
    refused(run("check"), "no photo was given")
    refused(run("check", "x.jpg", "--batch", inner), "not both")
    refused(run("check", "x.jpg", "--output", "out.csv"), "go with --batch")
    refused(run("check", "--batch", inner, "--report", "out.html"), "are for one tower")
    refused(run("check", "--batch", f"{inner}/none"), "there is no such folder")


def test_what_cannot_be_taken_up_again_is_refused(run, tmp_path):
    (tmp_path / "photo.jpg").write_bytes(b"")
    (tmp_path / "endless.csv").symlink_to("/dev/zero")
    result = run("check", "--batch", str(tmp_path), "-o", str(tmp_path / "endless.csv"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "can be continued" in result.stderr


def test_a_list_of_photos_is_not_read_without_end(run, tmp_path):
    with (tmp_path / "groups.csv").open("wb") as file:
        file.truncate(10**10)
    for path, message in ((tmp_path / "groups.csv", "is larger than"), (Path("/dev/zero"), "is a pipe or device")):
        result = run("check", "--batch", str(tmp_path), "--groups", str(path))
        assert (result.exit_code, result.stdout) == (2, "")
        assert message in result.stderr


@pytest.mark.parametrize(("photos", "status"), [((), 2), (("blank.png",), 3)])
def test_where_no_file_can_be_used_it_is_the_input_that_is_wrong(
    run: Any, folder: Callable[..., Path], tmp_path: Path, photos: Sequence[str], status: int
) -> None:
    (tmp_path / "photos").mkdir()
    inner = folder(*photos)
    (inner / "junk.jpg").write_bytes(b"no photo at all")
    assert run("check", "--batch", str(inner), "--jobs", "1").exit_code == status
