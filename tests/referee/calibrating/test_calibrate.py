import json
from collections.abc import Callable
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import ExifTags, Image

import referee.calibrating.arrangements
import referee.calibrating.colours
import referee.calibrating.known_photos
import referee.calibrating.light
from calibration.light_meter import LightFinding
from calibration.locating import locate_mat
from calibration.mat import BABEL_MAT
from calibration.paints import UNKNOWN_PAINTS, Paints
from calibration.profile import ColourFields, PaintFields, RuleFields
from referee.calibrating.colours import (
    HeldOut,
    held_out_parts,
    learn_colours,
    learn_paints,
    read_held_out,
    verdict_line,
)
from referee.calibrating.known_photos import STACK, open_known_photo
from referee.calibrating.light import main_advice
from referee.errors import InputError
from referee.profiles.files import load_profile, profile_names, update_profile
from referee.sheets.mat import mat_sheet
from rules.games.babel import parse_tower
from vision.games.babel.evidence import Reading

STACK_NOTATION = "0,1U,2NU,3ENU/4EWNU,-,-,-"
TYPES_ONLY = "0,1?,2?,3?/4?,-,-,-"
#: Linear light of each type's paint, far apart.
PAINTS = np.array([[0.2, 0.2, 0.2], [0.7, 0.7, 0.65], [0.03, 0.03, 0.03], [0.5, 0.3, 0.15], [0.03, 0.1, 0.35]])


pytestmark = pytest.mark.usefixtures("own_folder")


@pytest.fixture(scope="session")
def sheet_bgr() -> np.ndarray:
    """The mat's white square, 100 px for an edge, North up."""
    sheet = cv2.imdecode(np.frombuffer(mat_sheet(BABEL_MAT, 25.4, "a4", "png"), np.uint8), cv2.IMREAD_COLOR)
    assert sheet is not None
    middle_y, middle_x, half = sheet.shape[0] // 2, sheet.shape[1] // 2, 900
    square = sheet[middle_y - half : middle_y + half, middle_x - half : middle_x + half]
    return cv2.resize(square, (600, 600), interpolation=cv2.INTER_AREA)


@pytest.fixture
def painted_photo(
    tmp_path: Path, pose: Any, read_like: Callable[..., Reading], sheet_bgr: np.ndarray
) -> Callable[..., Path]:
    """Draws a tower, each face in its paint, upper faces twice as bright, on the mat."""

    def draw(notation: str, light: tuple[float, float, float] = (1, 1, 1), name: str = "stack.png") -> Path:
        corners = np.array([[-3, 3, 0], [3, 3, 0], [3, -3, 0], [-3, -3, 0]], float)
        there = pose.project(corners).astype(np.float32)
        size = np.array([[0, 0], [600, 0], [600, 600], [0, 600]], np.float32)
        frame = cv2.warpPerspective(
            sheet_bgr, cv2.getPerspectiveTransform(size, there), (640, 480), borderValue=(90, 90, 90)
        )
        frame = (frame * 0.9).astype(np.uint8)
        reading = read_like(notation)
        for cube in sorted(reading.cubes, key=lambda cube: pose.depth(np.array(cube.cell, float)), reverse=True):
            for face in cube.faces:
                linear = PAINTS[cube.likeliest_type] * (1.0 if face.face.name == "U" else 0.5)
                colour = (np.clip(linear, 0, 1) ** (1 / 2.2) * 255)[::-1]
                cv2.fillConvexPoly(frame, np.rint(face.corners_xy).astype(np.int32), colour.tolist())
        frame = np.clip(frame * np.array(light)[::-1], 0, 255).astype(np.uint8)
        path = tmp_path / name
        assert cv2.imwrite(str(path), frame)
        return path

    return draw


@pytest.fixture
def reader_sees(
    monkeypatch: pytest.MonkeyPatch, read_like: Callable[..., Reading], sight_of: Any
) -> Callable[[str], list[Paints]]:
    """Lets the reader find a given tower; gives the list of paints that it is asked with."""

    def sees(notation: str) -> list[Paints]:
        sight = sight_of(read_like(notation))
        monkeypatch.setattr(referee.calibrating.known_photos, "see", lambda frame_bgr, **_: sight)
        monkeypatch.setattr(referee.calibrating.arrangements, "read", lambda frame_bgr, **_: sight.tell())
        return sight.told_with

    return sees


def test_the_stack_teaches_all_paints_and_is_saved(run: Any, painted_photo: Any, reader_sees: Any) -> None:
    reader_sees(STACK_NOTATION)
    result = run("calibrate", "colours", str(painted_photo(STACK_NOTATION)), "--save", "kitchen", "--json")
    assert result.exit_code == 0, result.stderr
    document = json.loads(result.stdout)
    assert document["verdict"] == "good"
    colours = load_profile("kitchen").colours
    assert colours is not None
    assert (colours.held_out_right, colours.held_out_cubes, colours.photos) == (5, 5, 1)
    assert all(paint.information > 0 and paint.faces >= 1 for paint in colours.paints)
    # What was painted: grey with less red than beige, blue with more blue than all.
    paints = colours.known_paints
    assert paints.deviations.shape == (5, 3)
    assert run("profile", "show", "kitchen").exit_code == 0


def test_good_colours_are_not_replaced_by_usable_ones(
    run: Any, painted_photo: Any, reader_sees: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader_sees(STACK_NOTATION)
    words = ("calibrate", "colours", str(painted_photo(STACK_NOTATION)), "--json", "--save")
    run(*words, "kitchen")
    good = load_profile("kitchen")
    monkeypatch.setattr(referee.calibrating.colours, "_light_of", lambda known: ("poor", "come closer"))
    again = run(*words, "kitchen")
    assert (again.exit_code, json.loads(again.stdout)["saved"]) == (3, None)
    assert "the colours in 'kitchen' are good, and kept; save these under another name" in again.stderr
    assert load_profile("kitchen") == good
    # Each other name takes them, and what is only usable is replaced by its like.
    assert run(*words, "hall").exit_code == run(*words, "hall").exit_code == 0


def test_another_light_teaches_the_same_paints(run: Any, painted_photo: Any, reader_sees: Any) -> None:
    reader_sees(STACK_NOTATION)
    learned = []
    for name, light in (("white", (1.0, 1.0, 1.0)), ("warm", (1.0, 0.85, 0.6))):
        photo = painted_photo(STACK_NOTATION, light, f"{name}.png")
        told = run("calibrate", "colours", str(photo), "--save", name)
        assert told.exit_code == 0
        colours = load_profile(name).colours
        assert colours is not None
        assert f"white paper sent red {colours.white_rgb[0]:.0%}, green" in told.stdout
        learned.append(colours)
    assert abs(learned[0].known_paints.deviations - learned[1].known_paints.deviations).max() < 0.1
    assert learned[1].white_rgb[0] > 1.5 * learned[1].white_rgb[2]


def test_cubes_in_the_shade_of_one_photo_are_not_taken_for_darker_paints(painted_photo: Any, reader_sees: Any) -> None:
    reader_sees(STACK_NOTATION)
    known = open_known_photo(painted_photo(STACK_NOTATION), None)
    shaded = replace(known, faces=replace(known.faces, colours=known.faces.colours - (0.5, 0.0, 0.0)))
    # The first photo teaches blue, the second one all others.
    kept_out = frozenset((int(number == 4), cell) for cell, number in known.types.items())
    lit, in_shade = (learn_paints([known, second], kept_out).deviations for second in (known, shaded))
    assert abs(lit - in_shade).max() < 0.15


def test_without_a_mat_no_tower_is_looked_for(
    run: Any, refused: Any, blank_photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(referee.calibrating.known_photos, "see", None)
    refused(run("calibrate", "colours", str(blank_photo), "--save", "kitchen"), "no marker of the mat was found", 3)


def test_the_mat_is_looked_for_once(
    run: Any, painted_photo: Any, reader_sees: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # One cube is not seen, so that the tower is looked for once more.
    reader_sees("0,1U,-,3ENU/4EWNU,-,-,-")
    looked = []

    def look(*arguments: Any, **named: Any) -> Any:
        looked.append(arguments)
        return locate_mat(*arguments, **named)

    monkeypatch.setattr(referee.calibrating.light, "locate_mat", look)
    photo = painted_photo("0,1U,-,3ENU/4EWNU,-,-,-")
    assert "read again, held out" in run("calibrate", "colours", str(photo), "--save", "kitchen").stdout
    assert len(looked) == 1


def test_a_tower_of_which_nothing_is_known_teaches_nothing(painted_photo: Any) -> None:
    with pytest.raises(InputError, match="names no type"):
        open_known_photo(painted_photo(STACK_NOTATION), parse_tower("?,?,?,?/?,-,-,-"))


def test_the_same_photo_does_not_settle_the_rules(run: Any, refused: Any, painted_photo: Any) -> None:
    photo = str(painted_photo(STACK_NOTATION))
    refused(run("calibrate", "rules", photo, photo, "--save", "kitchen"), "is given twice")


@pytest.mark.parametrize("learned", ["colours", "rules"])
def test_a_copy_of_a_photo_teaches_nothing_more(
    run: Any, refused: Any, painted_photo: Any, tmp_path: Path, learned: str
) -> None:
    photo, copied = painted_photo(STACK_NOTATION), tmp_path / "downloaded once more.png"
    copied.write_bytes(photo.read_bytes())
    refused(run("calibrate", learned, str(photo), str(copied), "--save", "kitchen"), "is a copy of")


def test_what_is_kept_out_teaches_nothing(painted_photo: Any, reader_sees: Any) -> None:
    asked = reader_sees(STACK_NOTATION)
    known = [open_known_photo(painted_photo(STACK_NOTATION), None)]
    parts = held_out_parts(known)
    assert sorted(cell for part in parts for _, cell in part) == sorted(STACK)
    del asked[:]
    for part in parts:
        (answer,) = read_held_out(known, part)
        assert answer.is_right
        # One cube of each type: without it nothing is known of its type.
        assert asked.pop().information[answer.true] == 0
    two = held_out_parts([known[0], known[0]])
    assert [{number for number, _ in part} for part in two] == [{0}, {1}]


@pytest.mark.parametrize(
    "turned", ["2NU,0,3ENU,1U/-,4EWNU,-,-", "3ENU,2NU,1U,0/-,-,-,4EWNU", "1U,3ENU,0,2NU/-,-,4EWNU,-"]
)
def test_a_turned_stack_is_known_by_its_upper_cube(painted_photo: Any, reader_sees: Any, turned: str) -> None:
    reader_sees(turned)
    known = open_known_photo(painted_photo(turned), None)
    assert known.types == {cell: cube.type for cell, cube in parse_tower(turned).items()}


def test_a_cube_that_seems_to_stand_behind_the_stack_is_no_matter(
    run: Any, painted_photo: Any, read_like: Callable[..., Reading], sight_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = read_like(STACK_NOTATION)
    behind = replace(reading.cubes[2], cell=(-1, 1, 0))
    sight = sight_of(replace(reading, cubes=(*reading.cubes, behind)))
    monkeypatch.setattr(referee.calibrating.known_photos, "see", lambda frame_bgr, **_: sight)
    result = run("calibrate", "colours", str(painted_photo(STACK_NOTATION)), "--save", "kitchen")
    assert result.stdout.startswith("good\n"), result.stderr
    assert "5 of 5 types right" in result.stdout


@pytest.mark.parametrize(
    ("seen", "words", "message"),
    [
        ("0,1U,2NU,3ENU/4EWNU,1U,-,-", [], "cube at b1 on level 2 that is not in the calibration stack.*--tower"),
        ("1U,2NU,0,3ENU/4EWNU,-,-,-", [], "other types than those of the calibration stack.* at a1 .*; build it"),
        ("0,1U,2NU,3ENU", [], "not the calibration stack.*--tower"),
        ("0,1U,2NU,3ENU/4EWNU,1U,-,-", ["--tower", TYPES_ONLY], "cube at b1 on level 2 that is not in the tower"),
        ("0,-,2NU,3ENU/4EWNU,-,-,-", ["--tower", TYPES_ONLY], "shows no cube at b1 on level 1"),
        (
            "1U,0,1U,0/4EWNU,1U,-,-",
            ["--tower", "0,1?,1?,0/4?,1?,-,-"],
            "than those of the tower at a1 b1 on level 1",
        ),
        ("1U,0,3ENU,2NU/4EWNU,-,-,-", ["--tower", TYPES_ONLY], "other types than those of the tower.*looks like 1"),
    ],
)
def test_another_tower_than_was_told_is_refused(
    run: Any, refused: Any, painted_photo: Any, reader_sees: Any, seen: str, words: list[str], message: str
) -> None:
    reader_sees(seen)
    result = run("calibrate", "colours", str(painted_photo(seen)), *words, "--save", "kitchen")
    refused(result, message)
    assert profile_names() == ()


def test_colours_that_cannot_be_told_apart_are_not_saved(
    run: Any, painted_photo: Any, reader_sees: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader_sees(STACK_NOTATION)
    wrong = HeldOut(true=0, said=1)
    monkeypatch.setattr(referee.calibrating.colours, "read_held_out", lambda photos, part: (wrong,))
    result = run("calibrate", "colours", str(painted_photo(STACK_NOTATION)), "--save", "kitchen")
    assert result.exit_code == 3
    assert result.stdout.startswith("not usable: 5 of 5 cubes were read wrongly; ")
    assert profile_names() == ()


@pytest.mark.parametrize("tower", ["notation: babel 0,1?,2?,3?", "0,1,2,3", "0, 1U, 2, 3EN?"])
def test_a_type_that_was_not_in_view_is_named(tower: str, run: Any, painted_photo: Any, reader_sees: Any) -> None:
    reader_sees("0,1U,2NU,3ENU")
    photo = painted_photo("0,1U,2NU,3ENU")
    result = run("calibrate", "colours", str(photo), "--tower", tower, "--save", "kitchen")
    assert result.stdout.startswith("usable: blue was not in view, or cut off by the exposure; ")
    assert "taken to be as usual: blue" in result.stdout
    assert "from another side, or exposed otherwise\n" in result.stdout


def test_two_types_alone_are_not_usable(run: Any, painted_photo: Any, reader_sees: Any) -> None:
    reader_sees("0,1U,2NU,3ENU")
    photo = str(painted_photo("0,1U,2NU,3ENU"))
    result = run("calibrate", "colours", photo, "--tower", "?,1?,2?,?", "--save", "kitchen")
    assert result.exit_code == 3
    assert result.stdout.startswith("not usable: grey, beige, blue were not in view, or cut off by the exposure; ")
    assert profile_names() == ()


def test_the_verdict_names_the_close_pair_and_a_remedy() -> None:
    paint = PaintFields(0, (0.0, 0.0, 0.0), 0.5, (0.1, 0.1, 0.1), 0.0, 3)
    close = ColourFields((paint,) * 5, (0.5, 0.5, 0.5), None, 1, 5, 5, (0, 1), 2.0, "usable")
    assert verdict_line(close, "move the lamp up") == "usable: grey and white are close; move the lamp up"
    poor = replace(close, margin=4.0)
    assert verdict_line(poor, "come closer") == "usable: the photo is poor; come closer"
    wrong = replace(poor, held_out_right=4)
    assert verdict_line(wrong, "") == (
        "usable: 1 of 5 cubes was read wrongly; see whether the cubes stand as was told; "
        "add a photo from another side, or move the lamp"
    )


def test_the_light_meter_says_what_is_wrong(run: Any, refused: Any, painted_photo: Any, blank_photo: Path) -> None:
    dark = painted_photo(STACK_NOTATION, (0.3, 0.3, 0.3))
    result = run("calibrate", "check", str(dark))
    assert result.exit_code == 0
    assert "too dark" in result.stdout
    assert "all in all: poor" in result.stdout
    document = json.loads(run("calibrate", "check", str(dark), "--json").stdout)
    assert document["verdict"] == "poor"
    assert {"name", "figure", "unit", "verdict", "advice"} == set(document["findings"][0])
    refused(run("calibrate", "check", str(blank_photo)), "no marker", status=3)


def test_what_is_learned_from_a_poor_photo_is_said_to_be(run: Any, painted_photo: Any, reader_sees: Any) -> None:
    reader_sees(STACK_NOTATION)
    for light, is_poor in ((0.3, True), (1.0, False)):
        photo = painted_photo(STACK_NOTATION, (light, light, light))
        said = run("calibrate", "colours", str(photo), "--save", "kitchen").stderr
        assert ("the photo is poor, and may teach little: too dark" in said) == is_poor, said


def test_only_the_poor_one_of_several_photos_is_said_to_be(run: Any, painted_photo: Any, reader_sees: Any) -> None:
    reader_sees(STACK_NOTATION)
    good, dark = painted_photo(STACK_NOTATION), painted_photo(STACK_NOTATION, (0.3, 0.3, 0.3), "dark.png")
    result = run("calibrate", "colours", str(good), str(dark), "--save", "kitchen")
    assert f"{dark}: the photo is poor" in result.stderr
    assert f"{good}: the photo is poor" not in result.stderr
    assert result.stdout.startswith("good\n")


@pytest.mark.parametrize(("other", "is_told"), [(0.24, False), (0.30, True), (None, False)])
def test_photos_of_sets_with_other_marks_are_told(
    other: float | None, is_told: bool, run: Any, painted_photo: Any, reader_sees: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader_sees(STACK_NOTATION)
    monkeypatch.setattr(
        referee.calibrating.known_photos, "mark_radius", lambda frame_bgr, *_: 0.22 if frame_bgr.max() > 200 else other
    )
    photos = [str(painted_photo(STACK_NOTATION, (light,) * 3, f"{light}.png")) for light in (1.0, 0.7)]
    result = run("calibrate", "colours", *photos, "--save", "kitchen")
    assert ("seem to be of different sets: their marks have a radius of 0.22 to 0.30" in result.stderr) == is_told


def test_what_a_poor_photo_needs_is_told_first(run: Any, painted_photo: Any, reader_sees: Any) -> None:
    notation = "0,1U,2NU,3ENU"
    reader_sees(notation)
    photos = [str(painted_photo(notation, (light,) * 3, f"{light}.png")) for light in (1.0, 0.3)]
    result = run("calibrate", "colours", *photos, "--tower", "0,1?,2?,3?", "--save", "kitchen")
    assert "blue was not in view, or cut off by the exposure; too dark" in result.stdout


def test_typed_arrangements_are_kept_and_others_left(run: Any, refused: Any) -> None:
    result = run("calibrate", "rules", "--type2", "opposite", "--save", "kitchen")
    assert result.exit_code == 0
    assert "black: opposite, as typed\n" in result.stdout
    assert run("calibrate", "rules", "--type3", "T", "--save", "kitchen").exit_code == 0
    assert load_profile("kitchen").rules == RuleFields("opposite", "T")
    refused(run("calibrate", "rules", "--save", "kitchen"), "nothing was given")


def test_a_view_of_two_bulges_settles_that_they_are_adjacent(
    run: Any, refused: Any, blank_photo: Path, reader_sees: Any
) -> None:
    reader_sees("2EU,-,-,-")
    result = run("calibrate", "rules", str(blank_photo), "--save", "kitchen")
    assert result.exit_code == 0
    assert "black: adjacent, from 1 view" in result.stdout
    assert load_profile("kitchen").rules == RuleFields("adjacent", None)
    reader_sees("1E,-,-,-")
    refused(run("calibrate", "rules", str(blank_photo), "--save", "office"), "settle nothing", 3)


def test_cubes_that_were_not_turned_over_are_one_view(
    run: Any, reader_sees: Any, read_like: Any, painted_photo: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    photos = [str(painted_photo("2EU,-,-,-", (1.0, 1.0, 1.0 - number / 50), f"{number}.png")) for number in range(5)]
    reader_sees("2EU,-,-,-")
    unturned = run("calibrate", "rules", *photos, "--save", "kitchen").stdout
    assert "black: adjacent, from 1 view" in unturned
    assert f"{photos[1]}: shows what {photos[0]} does, so it was left out" in unturned
    turned = cycle(read_like(tower) for tower in ("2EU,-,-,-", "2ES,-,-,-", "2SU,-,-,-"))
    monkeypatch.setattr(referee.calibrating.arrangements, "read", lambda frame_bgr, **_: next(turned))
    told = run("calibrate", "rules", *photos, "--save", "kitchen").stdout
    assert "black: adjacent, from 5 views" in told
    assert "left out" not in told


def test_photos_without_a_cube_that_tells_something_are_not_said_to_show_the_same(
    run: Any, refused: Any, reader_sees: Any, painted_photo: Any
) -> None:
    photos = [str(painted_photo("1E,-,-,-", (1.0, 1.0, 1.0 - number / 50), f"{number}.png")) for number in range(2)]
    reader_sees("1E,-,-,-")
    result = run("calibrate", "rules", *photos, "--save", "kitchen")
    refused(result, "black: not settled; beige: not settled; add photos of other sides", 3)


def test_what_is_saved_of_arrangements_is_printed_and_what_speaks_against_it(
    run: Any, blank_photo: Path, reader_sees: Any
) -> None:
    update_profile("kitchen", rules=RuleFields(None, "T"))
    reader_sees("2EU,-,-,-")
    result = run("calibrate", "rules", str(blank_photo), "--type2", "opposite", "--save", "kitchen")
    assert "black: opposite, as typed; but the photos say adjacent, from 1 view\n" in result.stdout
    assert "beige: T, as before\n" in result.stdout
    assert load_profile("kitchen").rules == RuleFields("opposite", "T")
    reader_sees("2EU,-,-,-")
    result = run("calibrate", "rules", str(blank_photo), "--type2", "both", "--save", "kitchen")
    assert "black: both, as typed\n" in result.stdout


def test_a_broken_profile_is_not_written_over(run: Any, refused: Any, own_folder: Path, blank_photo: Path) -> None:
    update_profile("kitchen")
    file = own_folder / "kitchen.json"
    file.write_text("{}")
    for words in (["colours", str(blank_photo)], ["camera", str(blank_photo)], ["rules", "--type2", "adjacent"]):
        refused(run("calibrate", *words, "--save", "kitchen"), "left as it is")
    assert file.read_text() == "{}"


def test_no_known_paints_are_unknown_paints() -> None:
    assert (UNKNOWN_PAINTS.information == 0).all()
    with pytest.raises(InputError, match="no profile"):
        load_profile("kitchen")


def test_how_bulges_lie_is_read_with_the_focal_length_that_the_camera_wrote_into_the_photo(
    run: Any, monkeypatch: pytest.MonkeyPatch, read_like: Callable[..., Reading], tmp_path: Path
) -> None:
    asked = []

    def read(frame_bgr: np.ndarray, lens: Any = None) -> Reading:
        asked.append(lens)
        return read_like(STACK_NOTATION)

    monkeypatch.setattr(referee.calibrating.arrangements, "read", read)
    exif = Image.Exif()
    exif.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.FocalLengthIn35mmFilm] = 26
    Image.new("RGB", (640, 480), "white").save(tmp_path / "photo.jpg", exif=exif)
    run("calibrate", "rules", str(tmp_path / "photo.jpg"), "--save", "kitchen")
    (focal,) = asked
    # 26 mm on a 43.27 mm diagonal; the photo's is 800 pixels.
    assert focal.focal_px == pytest.approx(26 / 43.27 * 800, rel=1e-3)


def test_the_advice_is_that_on_the_worst_that_was_measured() -> None:
    good = LightFinding("angle", 1.0, "", "good", "")
    usable = LightFinding("sharpness", 1.0, "px", "usable", "hold still")
    poor = LightFinding("exposure", 1.0, "", "poor", "more light")
    assert main_advice((good, usable, poor)) == "more light"
    assert main_advice((good, usable)) == "hold still"
    assert main_advice((good,)) == ""


def test_a_cube_that_was_missed_is_looked_for_once_more_where_it_is_said_to_stand(
    painted_photo: Any, monkeypatch: pytest.MonkeyPatch, read_like: Callable[..., Reading], sight_of: Any
) -> None:
    tower, asked = "0,1U,2NU,3ENU", []

    def see(frame_bgr: np.ndarray, expected: Any = None, **_: Any) -> Any:
        asked.append(expected)
        return sight_of(read_like(tower if expected else "0,1U,2NU,-"))

    monkeypatch.setattr(referee.calibrating.known_photos, "see", see)
    known = open_known_photo(painted_photo(tower), parse_tower(tower))
    assert asked == [None, tuple(parse_tower(tower))]
    assert len(known.reading.cubes) == 4


def test_a_single_cube_that_looks_like_another_is_taken_for_what_was_told(painted_photo: Any, reader_sees: Any) -> None:
    """Its paint may be unlike that of most sets."""
    reader_sees("0,1U,-,-")
    known = open_known_photo(painted_photo("0,1U,-,-"), parse_tower("0,3?,-,-"))
    assert dict(known.types) == {(0, 0, 0): 0, (1, 0, 0): 3}


@pytest.mark.parametrize(
    ("margin", "wrong", "verdict"),
    [
        (3.0, 0, "good"),
        (2.9, 0, "usable"),
        (1.5, 0, "usable"),
        (1.4, 0, "not usable"),
        (3.0, 1, "usable"),
        (3.0, 2, "not usable"),
    ],
)
def test_paints_are_as_good_as_they_lie_apart_and_as_cubes_are_read_again(
    painted_photo: Any, reader_sees: Any, monkeypatch: pytest.MonkeyPatch, margin: float, wrong: int, verdict: str
) -> None:
    reader_sees(STACK_NOTATION)
    monkeypatch.setattr(referee.calibrating.colours, "worst_pair", lambda *_: (0, 1, margin))
    held_out = [HeldOut(number, 0 if number > 4 - wrong else number) for number in range(5)]
    learned = learn_colours([open_known_photo(painted_photo(STACK_NOTATION), None)], held_out)
    assert learned.fields.verdict == verdict


def test_three_types_are_enough_to_be_usable(painted_photo: Any, reader_sees: Any) -> None:
    reader_sees("0,1U,2NU,-")
    known = open_known_photo(painted_photo("0,1U,2NU,-"), parse_tower("0,1?,2?,-"))
    assert learn_colours([known], [HeldOut(number, number) for number in range(3)]).fields.verdict == "usable"


def test_of_several_photos_the_worst_one_says_what_to_do(
    painted_photo: Any, reader_sees: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader_sees(STACK_NOTATION)
    known = open_known_photo(painted_photo(STACK_NOTATION), None)
    findings = [
        LightFinding("sharpness", 1.0, "px", "usable", "hold still"),
        LightFinding("exposure", 1.0, "", "poor", "more light"),
    ]
    monkeypatch.setattr(referee.calibrating.colours, "measure_light", lambda *_: (findings.pop(0),))
    learned = learn_colours([known, known], [HeldOut(0, 0), HeldOut(1, 0)])
    assert learned.verdict.endswith("see whether the cubes stand as was told; more light")
