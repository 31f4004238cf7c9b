import json
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

import referee.verdicts.checking
from calibration.refusal import Unreadable
from referee.errors import OutputError
from referee.profiles.use import ProfileUse
from referee.verdicts.checking import Check, check_photos
from rules.games.babel import Options
from vision.games.babel.evidence import Reading
from vision.games.babel.joining.views import join_views

LEGAL = "1E,0,1S,2WS/4ENUD,-,-,-"


@pytest.fixture
def camera_sees(
    monkeypatch: pytest.MonkeyPatch, read_like: Callable[..., Reading], sight_of: Any, blank_photo: Path
) -> Callable[..., str]:
    """Lets the reader find a given tower in the blank photo; gives the photo's path."""

    def camera_sees(notation: str, **settings: Any) -> str:
        monkeypatch.setattr(
            referee.verdicts.checking, "see", lambda frame_bgr, **_: sight_of(read_like(notation, **settings))
        )
        return str(blank_photo)

    return camera_sees


def test_check_prints_tower_verdict_and_advice(run: Any, camera_sees: Any) -> None:
    result = run("check", camera_sees(LEGAL))
    assert result.exit_code == 0
    assert "South" in result.stdout
    assert "LEGAL" in result.stdout
    assert "notation: " in result.stdout
    assert "to move: player 2" in result.stdout
    assert result.stderr == ""


def test_check_ends_with_1_for_an_illegal_tower(run: Any, camera_sees: Any) -> None:
    result = run("check", camera_sees("1S,-,-,-"))
    assert result.exit_code == 1
    assert "rule 5" in result.stdout
    assert "No suggestion: the tower breaks a rule." in result.stdout


def test_where_a_further_level_may_be_hidden_no_cube_is_told_for_sure(
    run: Any, monkeypatch: pytest.MonkeyPatch, read_like: Any, sight_of: Any, blank_photo: Path
) -> None:
    reading = replace(read_like("1E,0,-,-"), on_mat=False, one_sided=True, is_foot_open=True)
    monkeypatch.setattr(referee.verdicts.checking, "see", lambda *_, **__: sight_of(reading))
    document = json.loads(run("check", str(blank_photo), "--json").stdout)
    assert {cube["type"] for cube in document["cubes"]} == {0, 1}
    assert all(cube["confidence"] < 0.9 for cube in document["cubes"])


def test_check_json_has_every_field_of_the_contract(run: Any, camera_sees: Any, pose: Any) -> None:
    photo = camera_sees("1S,-,-,-")
    result = run("check", photo, "--json")
    document = json.loads(result.stdout)
    assert result.exit_code == 1
    assert set(document) >= {
        "game", "verdict", "faults", "cubes", "notation", "arrangements", "to_move", "suggestions", "views",
    }  # fmt: skip
    (fault,) = document["faults"]
    assert (fault["rule"], fault["cell"], fault["faces"], fault["by"]) == (5, [0, 0, 0], ["S"], "seen")
    assert 0.98 < fault["confidence"] < 1
    (cube,) = document["cubes"]
    assert cube["type"] == 1
    assert set(cube["seen"]) == {"S", "E", "U"}
    assert cube["faces"]["S"] == "bulge"
    assert 0.99 < cube["confidence"] < 1
    (view,) = document["views"]
    assert view["photo"] == photo
    assert set(view["pose"]) == {"K", "dist", "R", "t"}
    np.testing.assert_allclose(view["pose"]["K"], pose.lens.matrix)
    assert [0, 0, 0, "S"] in view["seen"]


def test_the_pose_is_that_of_the_photo_on_disk(
    run: Any, camera_sees: Any, pose: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    camera_sees("0,-,-,-")
    Image.new("RGB", (6400, 4800), "white").save(tmp_path / "large.jpg")
    document = json.loads(run("check", str(tmp_path / "large.jpg"), "--json").stdout)
    assert document["views"][0]["pose"]["K"][0][0] == pytest.approx(pose.lens.matrix[0, 0] * 10)


def test_the_outline_of_the_json_can_be_given_back_for_the_photo_on_disk(
    run: Any,
    monkeypatch: pytest.MonkeyPatch,
    camera_sees: Any,
    read_like: Callable[..., Reading],
    sight_of: Any,
    tmp_path: Path,
) -> None:
    path = tmp_path / "large.png"
    assert cv2.imwrite(str(path), np.full((2400, 3200, 3), 255, np.uint8))
    camera_sees(LEGAL)
    (view,) = json.loads(run("check", str(path), "--json").stdout)["views"]
    given = []
    monkeypatch.setattr(
        referee.verdicts.checking,
        "see",
        lambda frame_bgr, **more: given.append(more["outline_xy"]) or sight_of(read_like(LEGAL)),
    )
    points = [f"{x},{y}" for x, y in view["outline"]]
    for corners in (",".join(points), "; ".join(points), " ".join(points), json.dumps(view["outline"])):
        assert run("check", str(path), "--corners", corners).exit_code == 0
        # The photo was halved once.
        assert given.pop() == pytest.approx((np.array(view["outline"]) + 0.5) / 2 - 0.5)


@pytest.mark.parametrize("corners", ["1,2,3", "a,b,c,d,e,f,g,h,i,j,k,l", "1,2,3,4,5,6,7,8,9,10,11,nan", "1,5;" * 12])
def test_corners_that_are_no_six_points_are_refused(refused: Any, run: Any, blank_photo: Path, corners: str) -> None:
    refused(run("check", str(blank_photo), "--corners", corners), "six points")


def test_corners_are_given_for_every_photo_or_none(refused: Any, run: Any, sides_seen: Any) -> None:
    refused(run("check", *sides_seen(LEGAL), "--corners", "1,2,3,4,5,6,7,8,9,10,11,12"), "once for each photo")


@pytest.mark.usefixtures("own_folder")
def test_where_no_tower_is_found_its_outline_may_be_given(refused: Any, run: Any, tmp_path: Path) -> None:
    path = tmp_path / "table.png"
    picture = np.full((480, 640, 3), (120, 150, 180), np.uint8)
    picture[:240] = (90, 60, 30)
    assert cv2.imwrite(str(path), picture)
    refused(run("check", str(path)), "in view, or give its outline with --corners", status=3)
    told = run("calibrate", "colours", str(path), "--save", "kitchen").stderr
    assert "no marker of the mat was found" in told and "--corners" not in told


def test_corners_that_are_no_tower_end_with_3(refused: Any, run: Any, blank_photo: Path) -> None:
    crossed = "10,10,600,400,10,400,600,10,300,10,20,300"
    refused(run("check", str(blank_photo), "--corners", crossed), "against the clock", status=3)


def test_hands_make_the_suggestions_complete(run: Any, camera_sees: Any) -> None:
    photo = camera_sees("1E,0,-,-")
    without = json.loads(run("check", photo, "--json").stdout)
    with_hands = json.loads(run("check", photo, "--json", "--hands", "32132:23132").stdout)
    assert json.loads(run("check", photo, "--json", "--hands", "32132 23132").stdout) == with_hands
    assert "pairs of hands are possible" in without["advice"]
    assert with_hands["advice"] == ""
    complete = {json.dumps([s["cell"], s["type"], s["bulges"]]): s["outcome"] for s in with_hands["suggestions"]}
    assert complete
    # What holds for every pair of hands holds for this one.
    for suggestion in without["suggestions"]:
        key = json.dumps([suggestion["cell"], suggestion["type"], suggestion["bulges"]])
        assert complete[key] == suggestion["outcome"]


@pytest.mark.parametrize(("confidence", "type"), [(0.45, None), (0.55, 1)])
def test_what_is_not_likely_is_left_out_and_the_verdict_is_undetermined(
    run: Any, camera_sees: Any, confidence: float, type: int | None
) -> None:
    result = run("check", camera_sees("1S,-,-,-", confidence=confidence), "--json")
    document = json.loads(result.stdout)
    assert result.exit_code == 0
    assert (document["verdict"], document["faults"]) == ("undetermined", [])
    # The cube counts as standing, so that its place does not pass for empty, but nothing is judged by it.
    assert document["notation"].startswith("?,-,-,-")
    (cube,) = document["cubes"]
    assert (cube["cell"], cube["type"], cube["seen"]) == ([0, 0, 0], type, [])
    assert document["views"][0]["seen"] == []


def test_the_terminal_tells_what_was_not_seen_though_it_follows_from_a_cubes_type(run: Any, camera_sees: Any) -> None:
    first_level = next(line for line in run("check", camera_sees("0,-,-,-")).stdout.splitlines() if "1  0" in line)
    south, east, north, west = [part for part in first_level.split("│") if "0" in part][:4]
    assert ("○" in south, "○" in east, "○" in north, "○" in west) == (True, True, False, False)
    assert "◦" in north


def test_what_is_advised_in_doubt_is_said_to_hold_for_what_was_read(
    run: Any, monkeypatch: pytest.MonkeyPatch, read_like: Any, sight_of: Any, blank_photo: Path
) -> None:
    dark = replace(read_like("1E,0,-,-"), too_dark=True)
    monkeypatch.setattr(referee.verdicts.checking, "see", lambda frame_bgr, **_: sight_of(dark))
    document = json.loads(run("check", str(blank_photo), "--hands", "32132:23132", "--json").stdout)
    assert document["verdict"] == "undetermined"
    assert document["suggestions"]
    assert document["advice"] == "That holds if the tower is as it was read."


def test_annotate_saves_the_picture(run: Any, camera_sees: Any, tmp_path: Path) -> None:
    for suffix in (".jpg", ".png", ".webp"):
        target = tmp_path / f"out{suffix}"
        result = run("check", camera_sees(LEGAL), "--annotate", str(target))
        assert result.exit_code == 0
        picture = cv2.imread(str(target))
        assert picture.shape == (552, 640, 3)  # the verdict above the photo, the legend below
        assert picture.min() < 200


def test_annotate_replaces_an_old_file_whole_and_leaves_no_other(run: Any, camera_sees: Any, tmp_path: Path) -> None:
    target = tmp_path / "out.png"
    run("check", camera_sees(LEGAL), "--annotate", str(target))
    old = target.stat().st_ino
    run("check", camera_sees(LEGAL), "--annotate", str(target))
    assert cv2.imread(str(target)) is not None
    assert target.stat().st_ino != old
    assert [path.name for path in tmp_path.iterdir()] == ["out.png"]


@pytest.mark.parametrize("ending", ["jpg", "png", "webp"])
def test_a_reading_drawn_on_a_photo_is_not_read_as_one(
    run: Any, refused: Any, camera_sees: Any, tmp_path: Path, ending: str
) -> None:
    photo, drawn = camera_sees(LEGAL), str(tmp_path / f"read.{ending}")
    run("check", photo, "--annotate", drawn)
    refused(
        run("check", photo, drawn), f"read.{ending}: is a photo with the reading drawn on it; give the photo itself"
    )
    assert run("check", photo, "--annotate", drawn).exit_code == 0


@pytest.mark.parametrize("ending", ["jpg", "png", "webp"])
def test_a_photo_named_in_place_of_the_picture_is_not_written_over(
    run: Any, refused: Any, camera_sees: Any, tmp_path: Path, ending: str
) -> None:
    front = tmp_path / f"front.{ending}"
    assert cv2.imwrite(str(front), np.full((480, 640, 3), 90, np.uint8))
    before = front.read_bytes()
    refused(run("check", "--annotate", str(front), camera_sees(LEGAL)), "not made by this program; name another")
    assert front.read_bytes() == before


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("out.gif", "the ending must be one of .jpg, .jpeg, .png, .webp"),
        ("out", "the ending must be one of"),
        ("none/out.png", "the folder .*none does not exist; make it first"),
        ("folder.png", "is a folder; name a file"),
    ],
)
def test_an_output_that_cannot_be_written_is_refused(
    run: Any, refused: Any, camera_sees: Any, tmp_path: Path, target: str, message: str
) -> None:
    (tmp_path / "folder.png").mkdir()
    refused(run("check", camera_sees(LEGAL), "--annotate", str(tmp_path / target)), message)


@pytest.mark.usefixtures("full_disk")
def test_the_verdict_is_printed_though_the_disk_is_full(run: Any, camera_sees: Any, tmp_path: Path) -> None:
    picture, report = tmp_path / "read.jpg", tmp_path / "tower.html"
    words = ["check", camera_sees("1S,-,-,-"), "--annotate", str(picture), "--report", str(report)]
    result = run(*words)
    assert result.exit_code == 2
    assert "ILLEGAL" in result.stdout
    assert "read.jpg" not in result.stdout
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("make room there, or choose another place") == 2
    assert result.stderr.count("\n") == 1
    assert json.loads(run(*words, "--json").stdout)["verdict"] == "illegal"
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_written_keeps_no_other_from_it(
    run: Any, camera_sees: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OutputError("read.jpg: the picture cannot be written")

    monkeypatch.setattr("referee.drawings.pictures.encode_picture", refuse)
    picture, report = tmp_path / "read.jpg", tmp_path / "tower.html"
    result = run("check", camera_sees(LEGAL), "--annotate", str(picture), "--report", str(report))
    assert result.exit_code == 2
    assert report.exists()
    assert result.stdout.endswith(f"report: {report}\n")


def test_the_photo_is_never_overwritten(run: Any, refused: Any, blank_photo: Path) -> None:
    refused(run("check", str(blank_photo), "--annotate", str(blank_photo)), "is the file that is read")


def test_several_photos_are_views_of_one_tower(run: Any, sides_seen: Any, tmp_path: Path) -> None:
    photos = sides_seen(LEGAL)
    one = json.loads(run("check", photos[0], "--json").stdout)
    both = json.loads(run("check", *photos, "--json", "--annotate", str(tmp_path / "out.png")).stdout)
    assert both["verdict"] == "legal"
    assert [view["photo"] for view in both["views"]] == photos
    assert sum(len(cube["seen"]) for cube in both["cubes"]) > sum(len(cube["seen"]) for cube in one["cubes"])
    assert (both["left_out"], both["contradictions"]) == ([], [])
    # Each shows other sides, and both together those that a cube lists.
    seen = {(*cube["cell"], face) for cube in both["cubes"] for face in cube["seen"]}
    assert {tuple(site) for view in both["views"] for site in view["seen"]} == seen
    assert cv2.imread(str(tmp_path / "out.png")).shape == (552, 1280, 3)


def test_views_that_contradict_each_other_are_named(run: Any, sides_seen: Any) -> None:
    photos = sides_seen(LEGAL, LEGAL.replace("4ENUD", "1D"))
    document = json.loads(run("check", *photos, "--json").stdout)
    assert document["verdict"] == "undetermined"
    assert document["contradictions"] == [
        {
            "cell": [0, 0, 1],
            "face": None,
            "said": [{"photo": photos[0], "what": "blue"}, {"photo": photos[1], "what": "white"}],
        }
    ]
    names = [Path(photo).name for photo in photos]
    assert f"{names[0]} shows blue, {names[1]} shows white" in document["proof"]


def test_where_views_contradict_each_other_about_a_cube_nothing_is_suggested(run: Any, sides_seen: Any) -> None:
    photos = sides_seen(LEGAL, LEGAL.split("/")[0])
    document = json.loads(run("check", *photos, "--json").stdout)
    assert [found["said"][1]["what"] for found in document["contradictions"]] == ["no cube"]
    assert (document["to_move"], document["suggestions"]) == (None, [])
    assert "not sure that a cube stands at a1 on level 2" in run("check", *photos).stdout


def test_photos_keep_their_names_where_another_is_left_out(run: Any, sides_seen: Any, blank_photo: Path) -> None:
    first, second = sides_seen(LEGAL, LEGAL.replace("4ENUD", "1D"))
    document = json.loads(run("check", str(blank_photo), first, second, "--json").stdout)
    assert f"{Path(first).name} shows blue, {Path(second).name} shows white" in document["proof"]
    assert f"({Path(first).name} is from the " in document["further_view"]["message"]
    told = run("check", str(blank_photo), first, second).stdout
    assert document["further_view"]["message"] in " ".join(told.split())


def test_what_a_photo_hardly_shows_is_to_be_photographed_again_from_its_corner(run: Any, sides_seen: Any) -> None:
    photos = sides_seen(LEGAL, confidence=0.55)
    message = json.loads(run("check", *photos, "--json").stdout)["further_view"]["message"]
    assert message.startswith("Photograph it from the North-West again, nearer or from another height")


def test_a_view_without_a_tower_is_left_out_and_named(run: Any, sides_seen: Any) -> None:
    photos = sides_seen(LEGAL, None)
    result = run("check", *photos, "--json")
    assert f"left out: {photos[1]}: no marker found; show the mat" in result.stderr
    document = json.loads(result.stdout)
    assert [view["photo"] for view in document["views"]] == photos[:1]
    assert document["left_out"] == [{"photo": photos[1], "reason": "no marker found; show the mat"}]


def test_a_view_of_another_tower_is_left_out_with_the_reason_where_two_agree(
    run: Any, sides_seen: Any, tmp_path: Path
) -> None:
    first, other = sides_seen(LEGAL, "4ENUD,3NUD,2EN,4ENUD/0,1E,1N,0/4ENUD,0,0,0")
    again = str(tmp_path / "again.png")
    shutil.copy(first, again)
    document = json.loads(run("check", other, first, again, "--json").stdout)
    assert [view["photo"] for view in document["views"]] == [first, again]
    (left,) = document["left_out"]
    assert left["photo"] == other
    assert "seems to show another tower" in left["reason"]


@pytest.mark.parametrize(
    ("kind", "reason"),
    [("left_out", "from which side it was taken"), ("mirrored", "mirror"), ("strange", "another tower")],
)
def test_photos_that_are_not_joined_are_left_out_with_the_reason_and_the_others_keep_their_names(
    sides_seen: Any,
    read_like: Callable[..., Reading],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    kind: str,
    reason: str,
) -> None:
    towers = (LEGAL, LEGAL.replace("4ENUD", "1D"))
    joined = replace(join_views([read_like(tower) for tower in towers]), numbers=(1, 2), **{kind: (0,)})
    monkeypatch.setattr(referee.verdicts.checking, "join_views", lambda readings: joined)
    photos = [tmp_path / "first.png", *map(Path, sides_seen(LEGAL))]
    shutil.copy(photos[1], photos[0])
    check = check_photos(photos, Options())
    assert isinstance(check, Check)
    assert [view.photo.path for view in check.views] == photos[1:]
    ((left, why),) = check.left_out.items()
    assert left == photos[0]
    assert reason in why
    assert f"{photos[1].name} shows blue, {photos[2].name} shows white" in check.judgement.proof


def test_the_rules_of_a_set_are_left_open_where_any_of_the_photos_shows_another(
    sides_seen: Any, read_like: Callable[..., Reading], monkeypatch: pytest.MonkeyPatch
) -> None:
    uses = [ProfileUse(read_like(LEGAL)), ProfileUse(read_like(LEGAL), left_open=("type2=both",))]
    monkeypatch.setattr(referee.verdicts.checking, "read_with_profile", lambda *_: uses.pop(0))
    check = check_photos([Path(photo) for photo in sides_seen(LEGAL)], Options())
    assert isinstance(check, Check)
    assert check.judgement.options == Options(type2="both")


def test_a_photo_that_was_stretched_is_told_to_be(run: Any, camera_sees: Any, pose: Any) -> None:
    wide = replace(pose, lens=replace(pose.lens, matrix=np.diag([1.2, 1.0, 1.0]) @ pose.lens.matrix))
    photo = camera_sees(LEGAL, pose=wide)
    told = "the photo was made 1.20 times as wide as it was taken, and is read as it was taken"
    assert run("check", photo).stderr == f"{photo}: {told}\n"


def test_too_many_photos_and_one_given_twice_are_refused(run: Any, refused: Any, blank_photo: Path) -> None:
    refused(run("check", str(blank_photo), str(blank_photo)), "is given twice")
    other_name = blank_photo.with_name("other.png")
    os.link(blank_photo, other_name)
    refused(run("check", str(blank_photo), str(other_name)), "is given twice")
    refused(run("check", *(f"{number}.jpg" for number in range(9))), "9 photos were given; give at most 8")


def test_a_photo_without_a_tower_ends_with_3(
    run: Any, refused: Any, blank_photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        referee.verdicts.checking, "see", lambda frame_bgr, **_: Unreadable("no marker found", "show the mat")
    )
    refused(run("check", str(blank_photo), "--json"), "blank.png: no marker found; show the mat", status=3)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "there is no such file"),
        (b"", "is empty"),
        (b"no photo", "is not a photo"),
        (b"\xff\xd8\xff\xe0 cut", "is not a photo|is damaged"),
    ],
)
def test_a_file_that_is_no_photo_ends_with_2(
    run: Any, refused: Any, tmp_path: Path, content: bytes | None, message: str
) -> None:
    path = tmp_path / "photo.jpg"
    if content is not None:
        path.write_bytes(content)
    refused(run("check", str(path)), f"{path.name}: .*({message})")
    refused(run("check", str(path), "--json"), message)


def test_a_folder_instead_of_a_photo_ends_with_2(run: Any, refused: Any, tmp_path: Path) -> None:
    refused(run("check", str(tmp_path)), "is a folder; name photos in it.*--batch")


def test_a_picture_without_a_mat_is_told_apart_from_a_bad_file(run: Any, refused: Any, blank_photo: Path) -> None:
    refused(run("check", str(blank_photo)), "no marker of the mat", status=3)
