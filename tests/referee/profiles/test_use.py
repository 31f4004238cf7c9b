import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import ExifTags, Image

import referee.verdicts.checking
from calibration.camera import CameraPose, Lens
from calibration.colours import grey
from calibration.locating import LocatedMat, locate_mat
from calibration.paints import UNKNOWN_PAINTS, USUAL_PAINTS, Paints
from calibration.profile import ColourFields, LensFields, PaintFields, RuleFields
from calibration.refusal import Unreadable
from referee.photos import load_photo
from referee.profiles.files import update_profile
from referee.profiles.use import lens_for
from vision.games.babel.evidence import Reading

TOWER = "1E,0,1S,2WS/4ENUD,-,-,-"
LENS = LensFields((640, 480), ((600.0, 0, 319.5), (0, 600.0, 239.5), (0.0, 0.0, 1.0)), (0, 0, 0, 0, 0), "k1", 9, 0.2)


pytestmark = pytest.mark.usefixtures("own_folder")


@dataclass(frozen=True)
class Asked:
    """What the reader is asked with: lenses to see with, paints to tell with."""

    lenses: list[Any] = field(default_factory=list)
    paints: list[Paints] = field(default_factory=list)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, read_like: Callable[..., Reading], sight_of: Any) -> Asked:
    """What the reader is asked with; it always finds the same tower."""
    asked = Asked()

    def see(frame_bgr: Any, lens: Any = None, **_: Any) -> Any:
        asked.lenses.append(lens)
        return sight_of(read_like(TOWER), told_with=asked.paints)

    monkeypatch.setattr(referee.verdicts.checking, "see", see)
    return asked


def colours_of(deviations: np.ndarray) -> ColourFields:
    paints = [
        PaintFields(number, (float(a), float(b), float(c)), 0.8, (0.2, 0.1, 0.1), 0.0, 3)
        for number, (a, b, c) in enumerate(deviations)
    ]
    return ColourFields(tuple(paints), (0.8, 0.8, 0.8), 0.25, 1, 5, 5, (0, 1), 4.0, "good")


#: In a blank photo all faces look alike: so do these paints, and those lie further apart than any.
ALIKE = colours_of(USUAL_PAINTS.mean(axis=0) - USUAL_PAINTS)
APART = colours_of(USUAL_PAINTS - USUAL_PAINTS.mean(axis=0))


def use_of(result: Any) -> dict[str, Any]:
    (use,) = json.loads(result.stdout)["profile"]["uses"]
    assert isinstance(use, dict)
    return use


def test_without_a_profile_nothing_is_said_of_one(run: Any, asked: Asked, blank_photo: Path) -> None:
    result = run("check", str(blank_photo), "--json")
    assert result.stdout, result.stderr
    document = json.loads(result.stdout)
    assert document["profile"] is None
    assert asked.paints == [UNKNOWN_PAINTS]


def test_without_a_lens_the_focal_length_that_the_camera_wrote_into_the_photo_is_used(
    run: Any, asked: Asked, tmp_path: Path
) -> None:
    exif = Image.Exif()
    exif.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.FocalLengthIn35mmFilm] = 26
    Image.new("RGB", (640, 480), "white").save(tmp_path / "photo.jpg", exif=exif)
    run("check", str(tmp_path / "photo.jpg"))
    (focal,) = asked.lenses
    # 26 mm on a 43.27 mm diagonal; the photo's is 800 pixels.
    assert focal.focal_px == pytest.approx(26 / 43.27 * 800, rel=1e-3)


def test_paints_and_lens_that_fit_are_used(run: Any, asked: Asked, blank_photo: Path) -> None:
    update_profile("kitchen", colours=ALIKE, lens=LENS)
    result = run("check", str(blank_photo), "--profile", "kitchen", "--json")
    assert use_of(result)["used"] == ["lens", "colours"]
    assert result.stderr == ""
    (lens,) = asked.lenses
    assert lens.size_wh == (640, 480)
    np.testing.assert_allclose(asked.paints[-1].deviations, ALIKE.known_paints.deviations)


def test_paints_of_another_set_are_noticed_and_not_used(run: Any, asked: Asked, blank_photo: Path) -> None:
    update_profile("kitchen", colours=APART)
    result = run("check", str(blank_photo), "--profile", "kitchen", "--json")
    assert use_of(result)["used"] == []
    assert "do not fit these cubes" in use_of(result)["remarks"][0]
    assert "profile kitchen: " in result.stderr
    assert asked.paints == [UNKNOWN_PAINTS]


@pytest.mark.parametrize(("notation", "on_mat"), [(TOWER, False), ("1E,-,-,-", True)])
def test_paints_are_used_where_no_mat_or_too_few_faces_tell_whether_they_fit(
    run: Any,
    monkeypatch: pytest.MonkeyPatch,
    read_like: Callable[..., Reading],
    sight_of: Any,
    blank_photo: Path,
    notation: str,
    on_mat: bool,
) -> None:
    sight = sight_of(replace(read_like(notation), on_mat=on_mat))
    monkeypatch.setattr(referee.verdicts.checking, "see", lambda frame_bgr, **_: sight)
    update_profile("kitchen", colours=APART)
    assert use_of(run("check", str(blank_photo), "--profile", "kitchen", "--json"))["used"] == ["colours"]


def test_of_a_photo_that_shows_no_tower_it_is_told_too_that_the_lens_is_another_one(
    run: Any, monkeypatch: pytest.MonkeyPatch, read_like: Callable[..., Reading], sight_of: Any, tmp_path: Path
) -> None:
    def see(frame_bgr: Any, **_: Any) -> Any:
        return sight_of(read_like(TOWER)) if frame_bgr[0, 0, 0] > 100 else Unreadable("no tower", "photograph one")

    monkeypatch.setattr(referee.verdicts.checking, "see", see)
    update_profile("kitchen", lens=replace(LENS, size_wh=(640, 640)))
    photos = [tmp_path / f"{shade}.png" for shade in ("white", "black")]
    for photo in photos:
        Image.new("RGB", (640, 480), photo.stem).save(photo)
    uses = json.loads(run("check", *map(str, photos), "--profile", "kitchen", "--json").stdout)["profile"]["uses"]
    assert ["pictures of 640 x 640" in "".join(use["remarks"]) for use in uses] == [True, True]


def test_a_picture_of_nearly_the_same_shape_is_of_another_camera() -> None:
    assert "this one has 640 x 470" in lens_for(np.full((470, 640, 3), 200, np.uint8), (640, 470), LENS)


def test_a_lens_of_other_pictures_is_noticed_and_not_used(run: Any, asked: Asked, blank_photo: Path) -> None:
    update_profile("kitchen", lens=replace(LENS, size_wh=(640, 640)))
    result = run("check", str(blank_photo), "--profile", "kitchen", "--json")
    assert "pictures of 640 x 640" in use_of(result)["remarks"][0]
    assert asked.lenses == [None]


def test_an_empty_profile_says_so(run: Any, asked: Asked, blank_photo: Path) -> None:
    update_profile("kitchen", camera="phone")
    assert "it holds nothing" in run("check", str(blank_photo), "--profile", "kitchen").stderr


def test_a_lens_with_which_no_tower_is_found_is_left_aside(
    run: Any, monkeypatch: pytest.MonkeyPatch, blank_photo: Path, read_like: Callable[..., Reading], sight_of: Any
) -> None:
    def see(frame_bgr: Any, lens: Any = None, **_: Any) -> Any:
        return Unreadable("no tower", "photograph one") if lens else sight_of(read_like(TOWER))

    monkeypatch.setattr(referee.verdicts.checking, "see", see)
    update_profile("kitchen", lens=LENS)
    result = run("check", str(blank_photo), "--profile", "kitchen", "--json")
    assert result.exit_code == 0
    assert use_of(result)["used"] == []
    assert "lens does not fit this photo" in use_of(result)["remarks"][0]


@pytest.mark.parametrize(("focal", "more", "used"), [(630, 0, True), (750, 0, False), (450, 5, False), (750, 20, True)])
def test_without_a_mat_the_tower_tells_whether_the_lens_is_another_one(
    run: Any,
    monkeypatch: pytest.MonkeyPatch,
    blank_photo: Path,
    read_like: Callable[..., Reading],
    sight_of: Any,
    pose: CameraPose,
    focal: float,
    more: float,
    used: bool,
) -> None:
    def see(frame_bgr: Any, lens: Any = None, **_: Any) -> Any:
        seen = pose if lens is None else replace(pose, lens=lens)
        sight = sight_of(replace(read_like(TOWER, pose=seen), on_mat=False))
        return sight if lens is None else replace(sight, presence_log_odds=sight.presence_log_odds + more / 8)

    monkeypatch.setattr(referee.verdicts.checking, "see", see)
    matrix = ((float(focal), 0.0, 319.5), (0.0, float(focal), 239.5), (0.0, 0.0, 1.0))
    update_profile("kitchen", lens=replace(LENS, matrix=matrix))
    result = run("check", str(blank_photo), "--profile", "kitchen", "--json")
    assert use_of(result)["used"] == (["lens"] if used else [])
    assert ("lens does not fit this photo" in result.stderr) is not used
    assert pose.lens.matrix[0, 0] == 600


def test_a_lens_learned_with_the_camera_lying_serves_one_held_upright(
    run: Any, asked: Asked, blank_photo: Path
) -> None:
    upright = ((600.0, 0, 229.5), (0, 600.0, 329.5), (0.0, 0.0, 1.0))
    update_profile("kitchen", lens=replace(LENS, size_wh=(480, 640), matrix=upright))
    result = run("check", str(blank_photo), "--profile", "kitchen", "--json")
    assert use_of(result)["used"] == ["lens"]
    (lens,) = asked.lenses
    assert lens.size_wh == (640, 480)
    # Turned against the clock, the picture's right side is the upper one.
    np.testing.assert_allclose(lens.matrix[:2, 2], (329.5, 479 - 229.5))


@pytest.mark.parametrize("quarters", [1, 3])
def test_which_way_the_camera_was_turned_shows_by_the_markers(quarters: int) -> None:
    photo = load_photo(Path(__file__).parents[3] / "samples" / "photos" / "develop" / "develop_17.jpg")
    located = locate_mat(grey(photo.frame_bgr))
    assert isinstance(located, LocatedMat)
    # A principal point far from the middle, so that the wrong way round would not do.
    height, width = photo.frame_bgr.shape[:2]
    aside = np.ascontiguousarray(photo.frame_bgr[:, : width - width // 5])
    lens = replace(located.pose.lens, size_wh=(aside.shape[1], height))
    learned = lens.turned(-quarters)
    matrix, distortion = tuple(map(tuple, learned.matrix.tolist())), tuple(learned.distortion.tolist())
    fields = replace(LENS, size_wh=learned.size_wh, matrix=matrix, distortion=distortion)
    found = lens_for(aside, (aside.shape[1], height), fields)
    assert isinstance(found, Lens)
    np.testing.assert_allclose(found.matrix, lens.matrix)


def test_how_bulges_lie_is_taken_from_the_profile_unless_said_otherwise(
    run: Any, asked: Asked, blank_photo: Path
) -> None:
    update_profile("kitchen", rules=RuleFields("opposite", "corner"))
    # The black cube of this legal tower has adjacent bulges, so it cannot be of such a set.
    with_profile = run("check", str(blank_photo), "--profile", "kitchen", "--json")
    otherwise = run("check", str(blank_photo), "--profile", "kitchen", "--type2", "adjacent", "--json")
    assert "bulges of black cubes lie" in with_profile.stderr
    assert "bulges of black cubes" not in otherwise.stderr
    assert "bulges of beige cubes meet in a corner" in otherwise.stderr
    assert json.loads(with_profile.stdout)["options"]["type2"] == "opposite"
    assert json.loads(otherwise.stdout)["options"]["type2"] == "adjacent"
    without = run("check", str(blank_photo), "--json")
    assert json.loads(otherwise.stdout)["arrangements"] == json.loads(without.stdout)["arrangements"]
    assert json.loads(with_profile.stdout)["arrangements"] != json.loads(without.stdout)["arrangements"]


def test_how_bulges_lie_is_left_open_where_the_cubes_seem_to_be_of_another_set(
    run: Any, asked: Asked, blank_photo: Path
) -> None:
    """Neither set's legal towers are accused."""
    update_profile("kitchen", colours=APART, rules=RuleFields("opposite", "corner"))
    found = run("check", str(blank_photo), "--profile", "kitchen", "--json")
    assert json.loads(found.stdout)["options"]["type2"] == "both"
    assert json.loads(found.stdout)["options"]["type3"] == "corner"
    assert len(use_of(found)["remarks"]) == 2
    assert "bulges of black cubes may lie either way" in found.stderr
    decided = run("check", str(blank_photo), "--profile", "kitchen", "--type2", "opposite", "--json")
    assert json.loads(decided.stdout)["options"]["type2"] == "opposite"
    assert len(use_of(decided)["remarks"]) == 1


def test_a_folder_is_read_by_the_rules_of_a_profile_and_they_are_told(run: Any, tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "none.jpg").write_text("no photo")
    update_profile("kitchen", rules=RuleFields("opposite", None))
    result = run("check", "--batch", str(tmp_path / "photos"), "--jobs", "1", "--profile", "kitchen")
    assert "profile kitchen: rules: bulges of black cubes lie opposite each other\n" in result.stderr
    assert "beige" not in result.stderr


def test_people_are_shown_what_was_learned_of_lens_and_paints(run: Any) -> None:
    update_profile("kitchen", colours=replace(ALIKE, held_out_right=4), lens=replace(LENS, model="k1\x1b[2J"))
    told = run("profile", "show", "kitchen").stdout
    assert "lens: focal length 600.0 px in pictures of 640 x 480; k1\\x1b[2J\n" in told
    assert "read again, held out: 4 of 5 types right\n" in told
    assert "radius of the marks: 0.25 of an edge\n" in told


def test_a_folder_is_read_with_the_paints_of_a_profile_and_each_line_tells_of_it(
    run: Any, asked: Asked, blank_photo: Path, tmp_path: Path
) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "a.png").write_bytes(blank_photo.read_bytes())
    update_profile("kitchen", colours=ALIKE)
    run("check", "--batch", str(tmp_path / "photos"), "--jobs", "1", "--profile", "kitchen")
    told = json.loads((tmp_path / "photos" / "checks.jsonl").read_text())["profile"]
    assert (told["name"], told["uses"][0]["used"]) == ("kitchen", ["colours"])


def test_a_profile_that_is_not_there_is_one_line(run: Any, refused: Any, blank_photo: Path) -> None:
    refused(run("check", str(blank_photo), "--profile", "kitchen"), "there is no profile 'kitchen'")
