import csv
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import referee.bench.photo
import referee.verdicts.checking
from calibration.camera import CameraPose
from calibration.refusal import Unreadable
from referee.bench.truth import load_truth, turned_truth
from referee.bench.views import VERDICTS
from referee.errors import OutputError
from rules.games.babel import Face, parse_tower
from vision.games.babel.evidence import Reading

LEGAL = "1E,0,1S,2WS"
BULGE_OUTSIDE = "1S,0,1S,2WS"


@pytest.fixture
def add_views(tmp_path: Path, pose: CameraPose) -> Callable[..., None]:
    """Writes two blank photos of a tower, taken from the South-East and from opposite, each with its truth file."""

    def add_views(name: str, notation: str, **changes: Any) -> None:
        for view, quarters, sides in (("a", 0, "SEU"), ("b", 2, "NWU")):
            cubes = [
                {
                    "cell": cell,
                    "type": cube.type,
                    "bulges": [face.name for face in cube.bulges],
                    "visible_faces": [side for side in sides if Face[side].beside(cell) not in parse_tower(notation)],
                }
                for cell, cube in parse_tower(notation).items()
            ]
            own = CameraPose(pose.lens, pose.rotation @ np.diag([-1.0, -1.0, 1.0]), pose.translation)
            camera = {**(own if quarters else pose).as_json(), "width": 640, "height": 480}
            truth = {"game": "babel", "cubes": cubes, "legal": True, "faults": [], "mat": False, "camera": camera}
            photo = tmp_path / f"{name}_{view}.png"
            photo.parent.mkdir(exist_ok=True)
            cv2.imwrite(str(photo), np.full((480, 640, 3), 255, np.uint8))
            photo.with_suffix(".json").write_text(json.dumps({**truth, "light": "led", **changes}))

    return add_views


@pytest.fixture
def cameras_see(
    monkeypatch: pytest.MonkeyPatch, read_like: Callable[..., Reading], sight_of: Any
) -> Callable[..., None]:
    """Lets the reader find these towers, one in each photo, each as if from the South-East and without a mat."""

    def cameras_see(*notations: str | None) -> None:
        answers = [
            Unreadable("no tower", "show it")
            if notation is None
            else sight_of(replace(read_like(notation), on_mat=False))
            for notation in notations
        ]
        monkeypatch.setattr(referee.verdicts.checking, "see", lambda frame_bgr, **_: answers.pop(0))

    return cameras_see


def figures(run: Any, folder: Path, *words: str) -> Any:
    result = run("bench", str(folder), "--views", "--jobs", "1", "--json", *words)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def total_and_rows(run: Any, folder: Path) -> tuple[Any, list[dict[str, str]]]:
    """The figures of all towers, and the row of each as the CSV file has it."""
    path = folder / "rows.csv"
    total = figures(run, folder, "--csv", str(path))["total"]
    with path.open(newline="") as handle:
        return total, [*csv.DictReader(handle)]


def opposite(notation: str) -> str:
    """The ground level as it looks in the frame of a camera on the other side: columns in reverse, sides swapped."""
    swapped = notation.translate(str.maketrans("NSEW", "SNWE"))
    return ",".join(reversed(swapped.split(",")))


def test_two_photos_that_are_read_rightly_make_one_tower(
    run: Any, tmp_path: Path, add_views: Any, cameras_see: Any
) -> None:
    add_views("set/tower", LEGAL)
    cameras_see(LEGAL, opposite(LEGAL))
    document = figures(run, tmp_path)
    assert document["sets"] == {"set": document["total"]}
    total = document["total"]
    assert (total["towers"], total["photos"], total["photos_joined"], total["photos_misplaced"]) == (1, 2, 2, 0)
    for key in ("towers_with_all_types_right", "towers_right", "towers_from_all_photos", "types", "marks"):
        assert total[key]["share"] == 1.0, key
    # Every cube, by both photos together; eight outer faces and four tops.
    assert (total["types"]["of"], total["marks"]["of"]) == (4, 12)
    assert total["legal_called"] == dict(zip(VERDICTS, (1, 0, 0), strict=True))
    assert total["false_alarms"] == {"wrong": 0, "of": 1}
    assert total["seconds_median"]["total"] > 0


def test_truth_files_may_list_the_cubes_in_any_order(
    run: Any, tmp_path: Path, add_views: Any, cameras_see: Any
) -> None:
    add_views("tower", LEGAL)
    path = tmp_path / "tower_b.json"
    truth = json.loads(path.read_text())
    truth["cubes"].reverse()
    path.write_text(json.dumps(truth))
    cameras_see(LEGAL, opposite(LEGAL))
    total = figures(run, tmp_path)["total"]
    assert (total["towers_right"]["right"], total["marks"]["of"]) == (1, 12)


def test_the_gallery_holds_the_photos_of_a_tower_that_was_not_found(
    run: Any, tmp_path: Path, add_views: Any, cameras_see: Any
) -> None:
    add_views("set/tower", LEGAL)
    cameras_see(None, None)
    figures(run, tmp_path / "set", "--gallery", str(tmp_path / "misses"))
    assert {path.name for path in (tmp_path / "misses").iterdir()} == {"set_tower_a.jpg", "set_tower_b.jpg"}


def test_the_frame_is_that_of_the_first_photo(run: Any, tmp_path: Path, add_views: Any, cameras_see: Any) -> None:
    add_views("tower", LEGAL)
    for view in ("a", "b"):
        path = tmp_path / f"tower_{view}.json"
        truth = json.loads(path.read_text())
        pose = turned_truth(load_truth(path), 1).pose
        turned = {(0, 0): (1, 0), (1, 0): (1, 1), (1, 1): (0, 1), (0, 1): (0, 0)}
        sides = dict(zip("ENWSUD", "NWSEUD", strict=True))
        for cube in truth["cubes"]:
            cube["cell"] = [*turned[tuple(cube["cell"][:2])], 0]
            cube["bulges"] = [sides[face] for face in cube["bulges"]]
            cube["visible_faces"] = [sides[face] for face in cube["visible_faces"]]
        truth["camera"].update(pose.as_json())
        path.write_text(json.dumps(truth))
    cameras_see(LEGAL, opposite(LEGAL))
    assert figures(run, tmp_path)["total"]["towers_right"]["right"] == 1


def test_wrong_types_and_marks_are_counted_apart(run: Any, tmp_path: Path, add_views: Any, cameras_see: Any) -> None:
    add_views("a_type", LEGAL)
    add_views("b_mark", LEGAL)
    wrong_type, wrong_mark = "1E,0,1S,3WSU", "1E,0,1U,2WS"
    cameras_see(wrong_type, opposite(wrong_type), wrong_mark, opposite(wrong_mark))
    total = figures(run, tmp_path)["total"]
    assert total["towers_with_all_types_right"]["right"] == 1
    assert total["towers_right"]["right"] == 0
    assert total["types"] == {"right": 7, "of": 8, "share": 7 / 8}


def test_a_photo_that_is_left_out_leaves_its_cubes_missing(
    run: Any, tmp_path: Path, add_views: Any, cameras_see: Any
) -> None:
    add_views("tower", LEGAL)
    cameras_see(LEGAL, None)
    total, rows = total_and_rows(run, tmp_path)
    assert total["photos_joined"] == 1
    assert total["towers_from_all_photos"]["right"] == 0
    # Two hollow sides of three cubes are seen by the other photo alone.
    assert total["towers_right"]["right"] == 0
    (row,) = rows
    assert (row["tower"], row["photos"], row["joined"]) == ("tower", "tower_a.png tower_b.png", "tower_a.png")
    assert row["left_out"] == "tower_b.png: no tower; show it"
    assert int(row["marks_right"]) < int(row["marks_visible"])


def test_a_tower_that_is_not_found_counts_with_all_its_cubes(
    run: Any, tmp_path: Path, add_views: Any, cameras_see: Any
) -> None:
    add_views("tower", LEGAL)
    cameras_see(None, None)
    total, rows = total_and_rows(run, tmp_path)
    assert total["types"] == {"right": 0, "of": 4, "share": 0.0}
    assert total["legal_called"] == dict.fromkeys(VERDICTS, 0)
    assert total["towers_from_all_photos"]["right"] == 0
    (row,) = rows
    assert row["left_out"] == "tower_a.png: no tower; tower_b.png: no tower"


def test_broken_photos_do_not_stop_the_others(run: Any, tmp_path: Path, add_views: Any, cameras_see: Any) -> None:
    for name in ("a", "b", "c"):
        add_views(name, LEGAL)
    for name in ("b", "c"):
        for view in ("a", "b"):
            (tmp_path / f"{name}_{view}.png").write_bytes(b"no photo")
    cameras_see(LEGAL, opposite(LEGAL))
    total = figures(run, tmp_path)["total"]
    assert (total["towers"], total["towers_right"]["right"], total["photos_joined"]) == (3, 1, 2)
    # Of what was read alone, or half of the time it would be none.
    assert total["seconds_median"]["total"] > 0


def test_a_photo_that_is_joined_for_another_side_than_its_own_is_counted(
    run: Any, tmp_path: Path, add_views: Any, cameras_see: Any
) -> None:
    add_views("tower", LEGAL)
    cameras_see(LEGAL, LEGAL)
    total, rows = total_and_rows(run, tmp_path)
    assert total["photos_misplaced"] == 1
    (row,) = rows
    assert row["misplaced"] == "tower_b.png"


def test_on_a_mat_the_frame_is_that_of_the_mat(
    run: Any, tmp_path: Path, add_views: Any, monkeypatch: pytest.MonkeyPatch, read_like: Any, sight_of: Any
) -> None:
    add_views("tower", LEGAL)
    turned = turned_truth(load_truth(tmp_path / "tower_a.json"), 2)
    answers = [sight_of(read_like(opposite(LEGAL), pose=turned.pose)), Unreadable("no tower", "show it")]
    monkeypatch.setattr(referee.verdicts.checking, "see", lambda frame_bgr, **_: answers.pop(0))
    total = figures(run, tmp_path)["total"]
    assert (total["types"]["right"], total["photos_misplaced"]) == (0, 1)


def test_photos_that_contradict_each_other_are_counted(
    run: Any, tmp_path: Path, add_views: Any, cameras_see: Any
) -> None:
    add_views("tower", LEGAL)
    cameras_see(LEGAL, opposite("1E,0,1S,4WSEN"))
    total = figures(run, tmp_path)["total"]
    assert total["towers_contradictory"]["right"] == 1
    assert total["towers_with_all_types_right"]["right"] == 0


def test_false_alarms_show(run: Any, tmp_path: Path, add_views: Any, cameras_see: Any) -> None:
    add_views("legal", LEGAL)
    add_views("illegal", BULGE_OUTSIDE, legal=False, faults=[{"rule": 5, "cell": [0, 0, 0]}])
    cameras_see(BULGE_OUTSIDE, None, BULGE_OUTSIDE, None)
    total = figures(run, tmp_path)["total"]
    assert total["illegal_called"]["illegal"] + total["false_alarms"]["wrong"] == 2
    assert total["false_alarms"] == {"wrong": 1, "of": 1}


def test_a_row_of_the_csv_tells_right_from_wrong_for_each_thing_that_was_measured(
    run: Any, tmp_path: Path, add_views: Any, cameras_see: Any
) -> None:
    add_views("set/accused", LEGAL)
    add_views("set/wrong", "1S,0,-,-", legal=False)
    cameras_see(BULGE_OUTSIDE, None, "1S,0,1U,-", None)
    total, rows = total_and_rows(run, tmp_path)
    assert total["cubes_extra"] == 1
    accused, wrong = rows
    keys = ("types_right", "cubes_extra", "all_types_right", "tower_right", "legal", "verdict", "false_alarm")
    assert [accused[key] for key in keys] == ["4", "0", "1", "0", "1", "illegal", "1"]
    assert [wrong[key] for key in keys] == ["2", "1", "0", "0", "0", "illegal", "0"]


def test_people_get_a_table(run: Any, tmp_path: Path, add_views: Any, cameras_see: Any) -> None:
    add_views("tower", LEGAL)
    cameras_see(LEGAL, opposite(LEGAL))
    result = run("bench", str(tmp_path), "--views", "--jobs", "1")
    for words in ("all types right [95 %]", "100.0% (1/1) [21%, 100%]", "FALSE ALARMS", "1 / 0 / 0"):
        assert words in result.stdout


def test_verdicts_on_legal_and_illegal_towers_are_told_apart(
    run: Any, tmp_path: Path, add_views: Any, cameras_see: Any
) -> None:
    add_views("a", LEGAL)
    add_views("b", BULGE_OUTSIDE, legal=False)
    cameras_see(LEGAL, opposite(LEGAL), BULGE_OUTSIDE, None)
    told = run("bench", str(tmp_path), "--views", "--jobs", "1").stdout
    assert "legal / undetermined / illegal" in told
    assert told.index("1 / 0 / 0") < told.index("0 / 0 / 1")


def test_the_gallery_holds_all_photos_of_a_tower_gone_wrong(
    run: Any, tmp_path: Path, add_views: Any, cameras_see: Any
) -> None:
    add_views("set/right", LEGAL)
    add_views("set/tower", LEGAL)
    wrong = "1E,0,1S,3WSU"
    cameras_see(LEGAL, opposite(LEGAL), wrong, opposite(wrong))
    figures(run, tmp_path / "set", "--gallery", str(tmp_path / "misses"))
    assert {path.name for path in (tmp_path / "misses").iterdir()} == {"set_tower_a.jpg", "set_tower_b.jpg"}


@pytest.mark.parametrize("seen", ["1E,0,1S,3WSU", None])
def test_what_was_measured_of_towers_is_told_where_the_gallery_cannot_be_written(
    run: Any, tmp_path: Path, add_views: Any, cameras_see: Any, monkeypatch: pytest.MonkeyPatch, seen: str | None
) -> None:
    def is_full(path: Path, data: bytes) -> None:
        raise OutputError(f"{path}: cannot be written (No space left on device)")

    monkeypatch.setattr(referee.bench.photo, "write_atomically", is_full)
    add_views("set/tower", LEGAL)
    cameras_see(seen, seen and opposite(seen))
    words = ("--views", "--gallery", str(tmp_path / "misses"), "--jobs", "1", "--json")
    result = run("bench", str(tmp_path / "set"), *words)
    assert result.exit_code == 2
    assert "the gallery is not whole" in result.stderr
    assert json.loads(result.stdout)["total"]["towers"] == 1


def test_photos_that_are_no_views_of_one_tower_are_refused(
    run: Any, refused: Any, tmp_path: Path, add_views: Any
) -> None:
    add_views("tower", LEGAL)
    (tmp_path / "tower_b.json").unlink()
    refused(run("bench", str(tmp_path), "--views"), "holds no tower with several photos")
    add_views("tower", LEGAL)
    text = (tmp_path / "tower_b.json").read_text()
    for change in (('"type": 2', '"type": 3'), ('"bulges": ["E"]', '"bulges": ["U"]')):
        (tmp_path / "tower_b.json").write_text(text.replace(*change))
        refused(run("bench", str(tmp_path), "--views"), "the truth files of tower tell of different towers")
