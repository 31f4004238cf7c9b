import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import referee.bench.profiles
from calibration.paints import Paints
from referee.bench.profiles import Score
from rules.games.babel import parse_tower
from vision.games.babel.evidence import Reading
from vision.games.babel.turning import turned

STACK = "0,1U,2NU,3ENU/4EWNU,-,-,-"


@pytest.fixture
def lit_photos(tmp_path: Path, blank_photo: Path, pose: Any) -> Path:
    """One set under two lights, with two photos to learn from under the first and one under the second."""
    names = ("a_day", "a_day_calib", "a_day_calib2", "a_lamp", "a_lamp_calib", "without_pair")
    for name in names:
        cubes = [
            {"cell": cell, "type": cube.type, "bulges": [], "visible_faces": ["U"]}
            for cell, cube in parse_tower(STACK).items()
        ]
        camera = {**pose.as_json(), "width": 640, "height": 480}
        truth = {"game": "babel", "cubes": cubes, "legal": True, "faults": [], "mat": True, "camera": camera}
        (tmp_path / f"{name}.json").write_text(json.dumps(truth))
        shutil.copy(blank_photo, tmp_path / f"{name}.png")
    return tmp_path


@pytest.fixture
def learned(monkeypatch: pytest.MonkeyPatch, read_like: Callable[..., Reading]) -> None:
    """Paints hold how many photos they come from; the more there are, the more cubes are read rightly."""

    def read(frame_bgr: Any, paints: Paints, **_: Any) -> Reading:
        return read_like(STACK if paints.information[0] == 2 else "1U,0,2NU,3ENU/4EWNU,-,-,-")

    monkeypatch.setattr(referee.bench.profiles, "read", read)
    monkeypatch.setattr(referee.bench.profiles, "open_known_photo", lambda path, tower: path)
    monkeypatch.setattr(
        referee.bench.profiles, "learn_paints", lambda photos: Paints(np.zeros((5, 3)), np.full(5, float(len(photos))))
    )


def test_types_are_counted_by_photos_and_by_light(run: Any, lit_photos: Path, learned: None) -> None:
    result = run("bench", str(lit_photos), "--profiles", "--json")
    assert result.exit_code == 0, result.stderr
    document = json.loads(result.stdout)
    by_count = {(row["light"], row["photos"]): (row["right"], row["cubes"]) for row in document["by_count"]}
    assert by_count == {
        ("day", 0): (3, 5), ("day", 1): (3, 5), ("day", 2): (5, 5), ("lamp", 0): (3, 5), ("lamp", 1): (3, 5),
    }  # fmt: skip
    assert {(row["profile"], row["photo"]) for row in document["by_light"]} == {
        (one, other) for one in ("day", "lamp") for other in ("day", "lamp")
    }
    table = run("bench", str(lit_photos), "--profiles").stdout
    assert "100.0% (5/5)" in table
    assert "60.0% (6/10)" in table


def test_where_no_mat_was_seen_the_frame_may_be_turned_by_quarters(
    run: Any, monkeypatch: pytest.MonkeyPatch, lit_photos: Path, learned: None, read_like: Any
) -> None:
    reading = turned(replace(read_like(STACK), on_mat=False), 1)
    monkeypatch.setattr(referee.bench.profiles, "read", lambda *_, **__: reading)
    rows = json.loads(run("bench", str(lit_photos), "--profiles", "--json").stdout)["by_count"]
    assert {(row["right"], row["cubes"]) for row in rows} == {(5, 5)}


def test_no_cube_of_a_photo_that_cannot_be_used_is_right(run: Any, lit_photos: Path, learned: None) -> None:
    (lit_photos / "a_day.png").write_bytes(b"no photo")
    rows = json.loads(run("bench", str(lit_photos), "--profiles", "--json").stdout)["by_count"]
    assert [(row["right"], row["cubes"]) for row in rows if row["light"] == "day"] == [(0, 5)] * 3


def test_photos_without_any_to_learn_from_are_refused(run: Any, refused: Any, lit_photos: Path) -> None:
    for path in lit_photos.glob("*_calib*"):
        path.unlink()
    refused(run("bench", str(lit_photos), "--profiles"), "SET_LIGHT_calib.jpg to learn from")


def test_no_cubes_are_no_share() -> None:
    assert str(Score()) == ""
    assert str(Score(1, 2) + Score(1, 2)) == "50.0% (2/4)"
