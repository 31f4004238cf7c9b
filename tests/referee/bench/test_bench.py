import csv
import json
import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

import referee.bench.photo
import referee.verdicts.checking
from calibration.camera import CameraPose
from calibration.refusal import Unreadable
from referee.bench.ablation import VARIANTS, measure_variant
from referee.bench.facts import MarkAnswer
from referee.bench.photo import corner_errors_px, is_named, pose_error_px
from referee.bench.running import find_samples, in_processes, measure_all
from referee.bench.summary import seconds_median, summarise
from referee.bench.truth import RULE_NAMES, load_truth, turned_truth
from referee.errors import InputError, OutputError
from rules.games.babel import Cell, Mark, judge, parse_tower
from vision.games.babel.cues import Given
from vision.games.babel.evidence import Reading

LEGAL = "1E,0,1S,2WS/4ENUD,-,-,-"


@pytest.fixture
def add_sample(tmp_path: Path, pose: CameraPose, read_like: Callable[..., Reading]) -> Callable[..., Path]:
    """Writes a photo and its truth file; the photo is blank, the truth that of a notation seen by the usual camera."""

    def add_sample(name: str, notation: str, **changes: Any) -> Path:
        photo = tmp_path / name
        photo.parent.mkdir(exist_ok=True)
        cv2.imwrite(str(photo), np.full((480, 640, 3), 255, np.uint8))
        seen = {cube.cell: [face.face.name for face in cube.faces] for cube in read_like(notation).cubes}
        cubes = [
            {
                "cell": cell,
                "type": cube.type,
                "bulges": [face.name for face in cube.bulges],
                "visible_faces": seen.get(cell, []),
            }
            for cell, cube in parse_tower(notation).items()
        ]
        camera = {**pose.as_json(), "width": 640, "height": 480}
        truth = {"game": "babel", "cubes": cubes, "legal": True, "faults": [], "mat": True, "camera": camera}
        photo.with_suffix(".json").write_text(json.dumps({**truth, "light": "led", "more": 1, **changes}))
        return photo

    return add_sample


@pytest.fixture
def camera_sees(
    monkeypatch: pytest.MonkeyPatch, read_like: Callable[..., Reading], sight_of: Any
) -> Callable[..., None]:
    """Lets the reader find these towers, one in each photo; None is a photo that cannot be read."""

    def camera_sees(*notations: str | None, on_mat: bool = True, **settings: Any) -> None:
        answers = [
            Unreadable("no marker", "show it")
            if notation is None
            else sight_of(replace(read_like(notation, **settings), on_mat=on_mat))
            for notation in notations
        ]
        monkeypatch.setattr(referee.verdicts.checking, "see", lambda frame_bgr, **_: answers.pop(0))

    return camera_sees


def camera_with(**changes: Any) -> dict[str, Any]:
    """A camera that looks along z, as truth files have it."""
    unit = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    return {"K": unit, "dist": [], "R": unit, "t": [0, 0, 9], "width": 640, "height": 480, **changes}


def figures(run: Any, folder: Path, *words: str) -> Any:
    result = run("bench", str(folder), "--jobs", "1", "--json", *words)
    assert result.exit_code == 0
    return json.loads(result.stdout)


def test_a_perfect_reading_has_perfect_figures(run: Any, tmp_path: Path, add_sample: Any, camera_sees: Any) -> None:
    add_sample("test/a.png", LEGAL)
    camera_sees(LEGAL)
    total = figures(run, tmp_path)["total"]
    for key in ("towers_found", "pose_within_3_px", "types", "marks", "bulges", "hollows", "towers_right", "verdicts"):
        assert total[key]["share"] == 1.0, key
    assert total["pose_error_px_median"] == 0.0
    assert total["false_alarms"] == {"wrong": 0, "of": 1}
    assert total["missed_faults"] == {"wrong": 0, "of": 0}
    assert total["wrong_though_sure"]["wrong"] == 0
    # By Wilson's formula, one of one: 1 / (1 + z^2) with z = 1.96.
    assert total["towers_right"]["interval"] == pytest.approx([1 / (1 + 1.96**2), 1.0], abs=1e-4)


def test_wrong_types_marks_and_extra_cubes_are_each_counted(
    run: Any, tmp_path: Path, add_sample: Any, camera_sees: Any
) -> None:
    add_sample("a.png", "1U,0,-,-")
    camera_sees("1E,3WUN,0,-")
    total = figures(run, tmp_path)["total"]
    assert total["types"] == {"right": 1, "of": 2, "share": 0.5}
    assert total["type_confusion"]["0"]["3"] == 1
    assert total["bulges"] == {"right": 0, "of": 1, "share": 0.0}
    assert total["mark_confusion"]["bulge"] == {"bulge": 0, "hollow": 1, "unsure": 0}
    assert total["mark_confusion"]["hollow"]["bulge"] == 1
    assert total["cubes_extra"] == 1
    assert total["towers_right"]["right"] == 0
    # One type and two marks.
    assert total["wrong_though_sure"]["wrong"] == 3


def test_view_angles_are_those_of_the_true_camera(run: Any, tmp_path: Path, add_sample: Any, camera_sees: Any) -> None:
    add_sample("a.png", "1U,-,-,-")
    camera_sees("1U,-,-,-")
    bins = figures(run, tmp_path)["total"]["marks_by_view_angle_deg"]
    # Seen from 45 degrees above the South-East corner: the top at about 45 degrees, South and East at about 60.
    assert bins["45-55"]["bulges"]["of"] + bins["30-45"]["bulges"]["of"] == 1
    assert bins["55-65"]["hollows"]["of"] + bins["65-75"]["hollows"]["of"] == 2


def test_a_view_angle_on_the_border_of_two_ranges_counts_in_the_upper_one(tmp_path: Path, add_sample: Any) -> None:
    add_sample("a.png", "1U,-,-,-").write_bytes(b"")
    (outcome,) = measure_all(find_samples(tmp_path, "babel"), 1, None)
    marks = tuple(MarkAnswer(Mark.BULGE, Mark.BULGE, angle, 1.0) for angle in (0, 29.9, 30, 44.9, 45, 54.9, 65, 65.1))
    total = summarise([replace(outcome, facts=replace(outcome.facts, marks=marks))])["total"]
    assert total["bulges_up_to_65_deg"]["of"] == 7
    assert {name: counted["bulges"]["of"] for name, counted in total["marks_by_view_angle_deg"].items()} == {
        "0-30": 2, "30-45": 2, "45-55": 2, "55-65": 0, "65-75": 2, "75-90": 0,
    }  # fmt: skip


def test_cubes_that_are_missed_count_with_all_their_faces(
    run: Any, tmp_path: Path, add_sample: Any, camera_sees: Any
) -> None:
    add_sample("a.png", "1U,0,-,-")
    camera_sees("1U,-,-,-")
    total = figures(run, tmp_path)["total"]
    assert total["cubes_missed"] == 1
    assert total["types"]["of"] == 2
    assert total["marks_unknown"]["right"] > 0
    assert total["type_confusion"]["0"] == {"0": 0, "1": 0, "2": 0, "3": 0, "4": 0, "unsure": 0, "missed": 1}


def test_unsure_answers_are_unknown_not_wrong(run: Any, tmp_path: Path, add_sample: Any, camera_sees: Any) -> None:
    add_sample("a.png", "1U,-,-,-")
    add_sample("b.png", "1U,-,-,-", legal=False)
    camera_sees("1U,-,-,-", "1U,-,-,-", confidence=0.55)
    total = figures(run, tmp_path)["total"]
    assert total["wrong_though_sure"] == {"wrong": 0, "of": 0}
    assert total["undetermined"] == 2


def test_false_alarms_and_missed_faults_are_told_apart(
    run: Any, tmp_path: Path, add_sample: Any, camera_sees: Any
) -> None:
    fault = {"rule": "outer_bulge", "cell": [0, 0, 0], "visible": True}
    add_sample("a_legal.png", "1U,-,-,-")
    add_sample("b_fault.png", "1S,-,-,-", legal=False, faults=[fault])
    add_sample("c_fault.png", "1S,-,-,-", legal=False, faults=[fault], illegality_inferable=True)
    add_sample(
        "d_hidden.png", "1W,-,-,-", legal=False, faults=[{**fault, "visible": False}], illegality_inferable=False
    )
    camera_sees("1S,-,-,-", "1U,-,-,-", "1S,-,-,-", "1U,-,-,-")
    total = figures(run, tmp_path)["total"]
    assert total["false_alarms"] == {"wrong": 1, "of": 1}
    assert total["missed_faults"] == {"wrong": 1, "of": 2}
    assert total["faults_in_view_named"] == {"right": 1, "of": 2, "share": 0.5}
    assert total["faults_that_follow_named"] == {"right": 0, "of": 0, "share": None}
    assert total["verdicts"]["right"] == 2
    assert total["bent_by_rules"] == {"wrong": 0, "of": 1}


def test_a_right_reading_of_an_illegal_tower_that_is_called_legal_is_counted(
    run: Any, tmp_path: Path, add_sample: Any, camera_sees: Any
) -> None:
    fault = {"rule": "outer_bulge", "cell": [0, 0, 0], "visible": True}
    add_sample("a.png", "1U,-,-,-", legal=False, faults=[fault], illegality_inferable=True)
    camera_sees("1U,-,-,-")
    assert figures(run, tmp_path)["total"]["bent_by_rules"] == {"wrong": 1, "of": 1}


@pytest.mark.parametrize(
    ("rule", "cell", "tower", "kind", "named"),
    [
        (5, [0, 0, 0], "1S,-,-,-", "in_view", True),
        # No bulge of b1 is in view, nor can the truth be right.
        (5, [1, 0, 0], "1S,-,-,-", "that_follow", False),
        # No camera sees the joint, and if grey and black looked alike it might be closed: nobody is accused.
        ("hollow_hollow", [0, 0, 0], "1U,0,-,-", "that_follow", False),
        ("level_early", [1, 1, 1], "1U,-,-,-/1D,-,-,-", "in_view", True),
        # The corner behind cubes two levels high may be filled, as far as the photo shows.
        ("level_early", [0, 0, 1], "1U,1U,-,1U/1D,1D,-,1D", "that_follow", True),
        ("outside", [2, 0, 0], "0,-,-,- +2,0,0=0", "in_view", True),
        (4, [2, 0, 0], "0,-,-,- +2,0,0=0", "that_follow", False),
    ],
)
def test_a_fault_is_named_by_rule_and_cell(
    run: Any,
    tmp_path: Path,
    add_sample: Any,
    camera_sees: Any,
    rule: Any,
    cell: Any,
    tower: str,
    kind: str,
    named: bool,
) -> None:
    add_sample("a.png", tower, legal=False, faults=[{"rule": rule, "cell": cell}])
    camera_sees(tower, confidence=0.999999)
    counted = figures(run, tmp_path)["total"][f"faults_{kind}_named"]
    assert (counted["right"], counted["of"]) == (named, 1)


@pytest.mark.parametrize(("cell", "named"), [((0, 0, 0), True), ((1, 0, 0), True), ((0, 1, 0), False)])
def test_two_hollows_that_meet_may_be_named_by_either_cube(cell: Cell, named: bool) -> None:
    (fault,) = judge(parse_tower("1U,0,-,-")).faults
    assert is_named(6, cell, fault) == named


def test_photos_without_a_mat_count_like_all_others(
    run: Any, tmp_path: Path, add_sample: Any, camera_sees: Any
) -> None:
    for name in ("a.png", "b.png", "c.png"):
        add_sample(name, "1U,-,-,-", mat=name == "c.png")
    camera_sees(None, "1U,-,-,-", None)
    total = figures(run, tmp_path)["total"]
    assert total["photos"] == 3
    assert total["towers_found"] == {"right": 1, "of": 3, "share": 1 / 3}
    # Of what was read alone.
    assert total["pose_within_3_px"] == {"right": 1, "of": 1, "share": 1.0}
    assert total["seconds_median"]["judge"] > 0
    assert total["types"] == {"right": 1, "of": 3, "share": 1 / 3}


@pytest.mark.parametrize(("on_mat", "right"), [(True, 0), (False, 2)])
def test_where_no_mat_was_seen_the_frame_may_be_turned_by_quarters(
    run: Any, tmp_path: Path, add_sample: Any, camera_sees: Any, on_mat: bool, right: int
) -> None:
    add_sample("a.png", "1U,-,-,-", mat=False)
    add_sample("b.png", "1U,-,-,-", mat=True)
    turned = turned_truth(load_truth(tmp_path / "a.json"), 2)
    camera_sees("-,-,-,1U", "-,-,-,1U", on_mat=on_mat, pose=turned.pose)
    total = figures(run, tmp_path)["total"]
    assert total["types"] == {"right": right, "of": 2, "share": right / 2}
    assert total["corners_within_1_percent"] == {"right": right, "of": 2, "share": right / 2}


@pytest.mark.parametrize(
    ("mat", "name", "is_given"),
    [(True, "true cells given", True), (False, "true cells given", False), (False, "true pose and cells given", True)],
)
def test_cells_of_a_truth_without_mat_are_given_only_with_the_pose_in_which_they_lie_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, add_sample: Any, mat: bool, name: str, is_given: bool
) -> None:
    add_sample("a.png", LEGAL, mat=mat)
    told: list[Given] = []

    def see(_: Any, given: Given, **__: Any) -> Unreadable:
        told.append(given)
        return Unreadable("no marker", "show it")

    monkeypatch.setattr("referee.bench.ablation.see", see)
    (variant,) = (variant for variant in VARIANTS if variant.name == name)
    measure_variant((variant, *find_samples(tmp_path, "babel")))
    assert [given.cells is not None for given in told] == [is_given]


def test_no_way_to_read_is_stopped_by_a_photo_that_cannot_be_used(tmp_path: Path, add_sample: Any) -> None:
    add_sample("a.png", LEGAL).write_bytes(b"no photo")
    (sample,) = find_samples(tmp_path, "babel")
    assert {measure_variant((variant, sample)).status for variant in VARIANTS} == {"unreadable"}


def test_sets_are_folders_and_lights_are_apart(run: Any, tmp_path: Path, add_sample: Any, camera_sees: Any) -> None:
    add_sample("develop/a.png", "1U,-,-,-", light="spot")
    add_sample("test/a.png", "1U,-,-,-")
    camera_sees("0,-,-,-", "1U,-,-,-")
    document = figures(run, tmp_path)
    assert {name: figures["types"]["right"] for name, figures in document["sets"].items()} == {"develop": 0, "test": 1}
    assert {name: figures["types"]["right"] for name, figures in document["lights"].items()} == {"led": 1, "spot": 0}
    assert list(document["lights"]) == ["led", "spot"]


def test_a_step_that_not_every_photo_took_took_the_others_no_time() -> None:
    photos = [SimpleNamespace(timings=timings) for timings in ({"load": 1.0}, {"load": 3.0, "join": 2.0})]
    assert seconds_median(photos) == {"load": 2.0, "join": 1.0, "total": 3.0}


def test_the_csv_has_one_row_for_each_photo(run: Any, tmp_path: Path, add_sample: Any, camera_sees: Any) -> None:
    add_sample("test/0.png", "1U,-,-,-")
    add_sample("test/a.png", LEGAL)
    add_sample("test/b.png", "1U,-,-,-")
    camera_sees(None, LEGAL, None)
    (tmp_path / "rows.csv").write_text("set,photo,false_alarm\n")  # of an earlier run
    figures(run, tmp_path, "--csv", str(tmp_path / "rows.csv"))
    with (tmp_path / "rows.csv").open(newline="") as handle:
        first, good, unread = csv.DictReader(handle)
    assert (first["photo"], first["seconds_load"]) == ("0.png", "")
    assert (good["set"], good["photo"], good["tower_right"], good["verdict"]) == ("test", "a.png", "1", "legal")
    assert float(good["seconds_load"]) > 0
    assert good["misses"] == ""
    assert (unread["status"], unread["reason"], unread["types_right"]) == ("unreadable", "no marker", "0")


def test_a_row_of_the_csv_tells_right_from_wrong_for_each_thing_that_was_measured(
    run: Any, tmp_path: Path, add_sample: Any, camera_sees: Any
) -> None:
    fault = {"rule": "outer_bulge", "cell": [0, 0, 0], "visible": True}
    joint = {"rule": "hollow_hollow", "cell": [0, 0, 0]}
    add_sample("a.png", "1S,1E,-,-", legal=False, faults=[fault, {**fault, "cell": [1, 0, 0]}, joint])
    add_sample("b.png", "1U,-,-,-")
    add_sample("c.png", "1U,-,-,-", legal=False, faults=[fault], illegality_inferable=True)
    camera_sees("1S,1U,1U,-", "1S,-,-,-", "1U,-,-,-")
    total = figures(run, tmp_path, "--csv", str(tmp_path / "rows.csv"))["total"]
    with (tmp_path / "rows.csv").open(newline="") as handle:
        wrong, accused, bent = csv.DictReader(handle)
    # Of b1 East is a bulge and the top a hollow, and nothing stands on a2.
    for what, visible, right in (("bulges", 2, 1), ("hollows", 3, 2)):
        assert (wrong[f"{what}_visible"], wrong[f"{what}_right"]) == (str(visible), str(right))
    assert (wrong["cubes_visible"], wrong["types_right"], wrong["cubes_extra"]) == ("2", "2", "1")
    assert wrong["misses"].startswith("b1 on level 1 face E: hollow, is bulge; b1 on level 1 face U: bulge")
    assert (wrong["faults_in_view"], wrong["faults_in_view_named"]) == ("2", "1")
    assert (wrong["faults_that_follow"], wrong["faults_that_follow_named"]) == ("1", "0")
    keys = ("tower_right", "verdict", "verdict_right", "false_alarm", "missed_fault", "bent_by_rules")
    assert [wrong[key] for key in keys] == ["0", "illegal", "1", "0", "0", "0"]
    assert [accused[key] for key in keys] == ["0", "illegal", "0", "1", "0", "0"]
    assert [bent[key] for key in keys] == ["1", "legal", "0", "0", "1", "1"]
    assert total["faults_in_view_named"] == {"right": 1, "of": 2, "share": 0.5}
    assert total["faults_that_follow_named"] == {"right": 0, "of": 2, "share": 0.0}


def test_in_the_csv_a_cube_that_was_missed_is_not_one_of_unsure_type(
    run: Any, tmp_path: Path, add_sample: Any, camera_sees: Any
) -> None:
    add_sample("missed.png", "1U,0,-,-")
    add_sample("unsure.png", "1U,0,-,-")
    camera_sees("1U,-,-,-", "1U,0,-,-", confidence=0.45)
    total = figures(run, tmp_path, "--csv", str(tmp_path / "rows.csv"))["total"]
    with (tmp_path / "rows.csv").open(newline="") as handle:
        counted = [(row["cubes_missed"], row["types_unsure"], row["marks_unsure"]) for row in csv.DictReader(handle)]
    assert counted == [("1", "1", "5"), ("0", "2", "5")]
    assert (total["cubes_missed"], total["types_unknown"]) == (1, {"right": 4, "of": 4, "share": 1.0})


def test_the_csv_takes_any_file_name(run: Any, tmp_path: Path, add_sample: Any, camera_sees: Any) -> None:
    photo = add_sample("test/a.png", LEGAL)
    for path in (photo, photo.with_suffix(".json")):
        path.rename(path.with_stem("a\udcff"))
    camera_sees(LEGAL)
    figures(run, tmp_path, "--csv", str(tmp_path / "rows.csv"))
    assert "test,a\\udcff.png," in (tmp_path / "rows.csv").read_text()


def test_the_gallery_holds_the_misses_only(run: Any, tmp_path: Path, add_sample: Any, camera_sees: Any) -> None:
    add_sample("test/good.png", LEGAL)
    add_sample("test/wrong.png", "1U,-,-,-")
    camera_sees(LEGAL, "0,-,-,-")
    figures(run, tmp_path / "test", "--gallery", str(tmp_path / "misses"))
    (picture,) = (tmp_path / "misses").iterdir()
    assert picture.name == "test_wrong.jpg"
    assert cv2.imread(str(picture)).shape[0] > 480


def test_the_gallery_holds_photos_in_which_nothing_was_read(
    run: Any, tmp_path: Path, add_sample: Any, camera_sees: Any
) -> None:
    add_sample("test/unread.png", LEGAL)
    add_sample("test/broken.png", LEGAL).write_bytes(b"")
    camera_sees(None)
    figures(run, tmp_path / "test", "--gallery", str(tmp_path / "misses"))
    assert [path.name for path in (tmp_path / "misses").iterdir()] == ["test_unread.jpg"]


@pytest.mark.parametrize("seen", ["0,-,-,-", None])
def test_what_was_measured_is_told_where_the_gallery_cannot_be_written(
    run: Any, tmp_path: Path, add_sample: Any, camera_sees: Any, monkeypatch: pytest.MonkeyPatch, seen: str | None
) -> None:
    def is_full(path: Path, data: bytes) -> None:
        raise OutputError(f"{path}: cannot be written (No space left on device)")

    monkeypatch.setattr(referee.bench.photo, "write_atomically", is_full)
    add_sample("test/wrong.png", LEGAL)
    camera_sees(seen)
    rows = tmp_path / "rows.csv"
    words = ("--gallery", str(tmp_path / "misses"), "--csv", str(rows), "--jobs", "1", "--json")
    result = run("bench", str(tmp_path / "test"), *words)
    assert result.exit_code == 2
    assert "the gallery is not whole" in result.stderr
    assert json.loads(result.stdout)["total"]["photos"] == 1
    assert "wrong.png" in rows.read_text()


def test_no_two_photos_share_a_set_or_a_picture_by_the_names_of_their_folders(
    run: Any, refused: Any, tmp_path: Path, add_sample: Any, camera_sees: Any
) -> None:
    (tmp_path / "B" / "B").mkdir(parents=True)
    add_sample("B/a.png", LEGAL)
    add_sample("B/B/a.png", LEGAL)
    camera_sees(LEGAL, None)
    assert figures(run, tmp_path / "B")["sets"].keys() == {".", "B"}
    (tmp_path / "B" / "c").mkdir()
    add_sample("B/c/d_e.png", LEGAL)
    (tmp_path / "B" / "c_d").mkdir()
    add_sample("B/c_d/e.png", LEGAL)
    refused(run("bench", str(tmp_path / "B"), "--gallery", str(tmp_path / "misses")), "would both be .*c_d_e.jpg")


def test_the_gallery_replaces_its_own_pictures_and_nothing_else(
    run: Any, refused: Any, tmp_path: Path, add_sample: Any, camera_sees: Any
) -> None:
    add_sample("test/wrong.png", LEGAL)
    camera_sees("0,-,-,-", "0,-,-,-")
    words = (tmp_path / "test", "--gallery", str(tmp_path / "misses"))
    figures(run, *words)
    figures(run, *words)
    mine = tmp_path / "misses" / "test_wrong.jpg"
    mine.write_bytes(b"a picture of a cat")
    refused(run("bench", *map(str, words)), "not made by this program")
    assert mine.read_bytes() == b"a picture of a cat"


def test_people_get_tables(run: Any, tmp_path: Path, add_sample: Any, camera_sees: Any) -> None:
    add_sample("test/a.png", LEGAL)
    camera_sees(LEGAL)
    result = run("bench", str(tmp_path), "--jobs", "1")
    assert result.exit_code == 0
    for words in ("FALSE ALARMS", "0 of 1", "towers wholly right", "100.0% (1/1) [21%, 100%]", "Seconds per photo"):
        assert words in result.stdout
    assert re.search(r"^ +test +total *$", result.stdout, re.MULTILINE)


def test_where_nothing_was_read_no_time_is_told(run: Any, tmp_path: Path, add_sample: Any, camera_sees: Any) -> None:
    add_sample("test/a.png", LEGAL)
    camera_sees(None)
    assert "median by step: none read" in run("bench", str(tmp_path), "--jobs", "1").stdout


def test_marks_by_view_angle_are_told_in_a_table(run: Any, tmp_path: Path, add_sample: Any, camera_sees: Any) -> None:
    add_sample("a.png", "1U,-,-,-")
    camera_sees("1U,-,-,-")
    told = run("bench", str(tmp_path), "--jobs", "1").stdout
    # The top, and a side seen flatter.
    assert re.search(r"45-55 +100.0% \(1/1\) +-", told) and re.search(r"55-65 +- +100.0% \(1/1\)", told)


def test_names_of_folders_and_lights_are_no_markup(run: Any, tmp_path: Path, add_sample: Any, camera_sees: Any) -> None:
    add_sample("[red]/a.png", LEGAL, light="[/x]")
    camera_sees(LEGAL)
    result = run("bench", str(tmp_path), "--jobs", "1")
    assert result.exit_code == 0
    assert "[red]" in result.stdout and "[/x]" in result.stdout


def test_processes_give_the_same_answers_as_one(tmp_path: Path, add_sample: Any) -> None:
    add_sample("a.png", "1U,-,-,-")
    add_sample("b.png", "1U,-,-,-")
    samples = find_samples(tmp_path, "babel")
    for processes in (1, 2):
        reasons = [outcome.reason for outcome in measure_all(samples, processes, None)]
        assert len(reasons) == 2 and all("no marker of the mat was found" in reason for reason in reasons)


def test_a_broken_photo_counts_as_unreadable(run: Any, tmp_path: Path, add_sample: Any) -> None:
    add_sample("a.png", "1U,-,-,-").write_bytes(b"")
    assert figures(run, tmp_path)["total"]["towers_found"] == {"right": 0, "of": 1, "share": 0.0}


def test_pose_error_is_the_largest_shift_of_a_corner(add_sample: Any, pose: CameraPose) -> None:
    truth = load_truth(add_sample("a.png", "1U,-,-,-").with_suffix(".json"))
    nudged = CameraPose(pose.lens, pose.rotation, pose.translation + np.array([0.01, 0, 0]))
    # A shift of 0.01 edges at a depth of 8 to 9.5 edges and a focal length of 600 pixels.
    least, most = 600 * 0.01 / 9.5, 600 * 0.01 / 7.5
    assert least < corner_errors_px(truth, nudged).mean() < pose_error_px(truth, nudged) < most


def test_corners_are_within_a_share_of_the_height_each_or_in_the_mean(
    run: Any, tmp_path: Path, add_sample: Any, camera_sees: Any, pose: CameraPose
) -> None:
    add_sample("a.png", "1U,-,-,-")
    # A camera that is nearer shows all larger: corners far from the picture's middle are further off than the mean.
    for share, within in ((0.0, (1, 1)), (0.013, (0, 1)), (0.1, (0, 0))):
        camera_sees("1U,-,-,-", pose=CameraPose(pose.lens, pose.rotation, pose.translation * (1 - share)))
        total = figures(run, tmp_path)["total"]
        told = (total["corners_within_1_percent"]["right"], total["mean_corners_within_1_percent"]["right"])
        assert told == within


@pytest.mark.parametrize(("share", "within"), [(0.01, (1, 1)), (0.03, (0, 1)), (0.05, (0, 0))])
def test_poses_are_within_three_pixels_by_every_corner_or_in_the_mean(
    run: Any, tmp_path: Path, add_sample: Any, camera_sees: Any, pose: CameraPose, share: float, within: tuple[int, int]
) -> None:
    add_sample("a.png", "1U,-,-,-")
    camera_sees("1U,-,-,-", pose=CameraPose(pose.lens, pose.rotation, pose.translation * (1 - share)))
    total = figures(run, tmp_path)["total"]
    assert (total["pose_within_3_px"]["right"], total["mean_pose_within_3_px"]["right"]) == within


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"legal": "yes"}, r"Expected `bool`.*\$.legal"),
        ({"cubes": [{"cell": [0, 0, 0], "type": 7, "bulges": [], "visible_faces": []}]}, r"<= 4.*\$.cubes"),
        ({"cubes": [{"cell": [0, 0, 0], "type": 0, "bulges": ["X"], "visible_faces": []}]}, "'X' is no face"),
        ({"cubes": [{"cell": [0, 0, 0], "type": 0, "bulges": ["U"], "visible_faces": ["U"]}]}, "1 bulge; a 0 has 0"),
        ({"faults": [{"rule": "ugly", "cell": [0, 0, 0]}]}, "'ugly' is no rule; rules are 1 to 8 or too_many"),
        ({"faults": [{"rule": 9, "cell": [0, 0, 0]}]}, "9 is no rule"),
        ({"cubes": [{"cell": [0, 0, 0], "type": 0, "bulges": [], "visible_faces": []}] * 2}, "two cubes stand in one"),
        ({"camera": {}}, "missing required field `K`"),
        ({"camera": camera_with(K=[[0, 0, 0]] * 3)}, "K is no camera matrix"),
        ({"camera": camera_with(K=[[600, 0, 0], [0, -600, 0], [0, 0, 1]])}, "K is no camera matrix"),
        ({"camera": camera_with(K=[[600, 0, 0], [0, 600, 0], [0, 0, 2]])}, "K is no camera matrix"),
        ({"camera": camera_with(R=[[2, 0, 0], [0, 2, 0], [0, 0, 2]])}, "R is no rotation"),
        ({"camera": camera_with(R=[[-1, 0, 0], [0, 1, 0], [0, 0, 1]])}, "R is no rotation"),
    ],
)
def test_a_wrong_truth_file_is_refused_with_its_place(
    run: Any, refused: Any, tmp_path: Path, add_sample: Any, changes: dict[str, Any], message: str
) -> None:
    add_sample("a.png", "1U,-,-,-", **changes)
    refused(run("bench", str(tmp_path)), f"a.json: is no truth file .*{message}")


def test_folders_without_samples_are_refused(run: Any, refused: Any, tmp_path: Path, add_sample: Any) -> None:
    refused(run("bench", str(tmp_path)), "holds no photo of babel with a truth file")
    refused(run("bench", str(tmp_path / "none")), "there is no such folder")
    refused(run("bench", __file__), "is no folder; name one")
    add_sample("a.png", "1U,-,-,-", game="tours")
    refused(run("bench", str(tmp_path)), "holds no photo of babel with a truth file")


def test_photos_of_other_games_are_left_aside_whatever_their_truth_holds(tmp_path: Path, add_sample: Any) -> None:
    add_sample("a.png", "1U,-,-,-", game="babel pico")
    add_sample("b.png", "1U,-,-,-").with_suffix(".json").write_text('{"game": "tours", "tiles": []}')
    assert [sample.photo.name for sample in find_samples(tmp_path, "babel")] == ["a.png"]


def test_where_a_process_dies_it_is_told_what_to_do() -> None:
    with pytest.raises(InputError, match="is memory short"):
        list(in_processes(os._exit, [1, 1], 2))


def test_outputs_are_checked_before_the_work(run: Any, refused: Any, tmp_path: Path, add_sample: Any) -> None:
    photo = add_sample("a.png", "1U,-,-,-")
    refused(run("bench", str(tmp_path), "--csv", str(tmp_path / "none" / "rows.csv")), "make it first")
    (tmp_path / "sums.csv").write_text("bread,2.40")
    refused(run("bench", str(tmp_path), "--csv", str(tmp_path / "sums.csv")), "not made by this program")
    refused(run("bench", str(tmp_path), "--gallery", str(photo)), "no such folder can be made")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--cues", "--views"], "give one"),
        (["--cues", "--csv", "out.csv"], "none to show"),
        (["--profiles", "--gallery", "misses"], "none to show"),
    ],
)
def test_measures_that_do_not_go_together_are_refused(
    run: Any, refused: Any, tmp_path: Path, words: list[str], message: str
) -> None:
    refused(run("bench", str(tmp_path), *words), message)


def test_every_name_of_a_fault_stands_for_a_rule_of_the_sheet() -> None:
    assert set(RULE_NAMES.values()) <= set(range(1, 9))
