import errno
import json
import os
import re
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

import referee.verdicts.checking
import samples
from calibration.building_mat import GROUND_SIDE
from calibration.camera import CameraPose, rotation_about_vertical
from calibration.refusal import Unreadable
from referee.cli import INTERNAL, main
from vision.games.babel.evidence import Reading
from vision.games.baubylon.building_network import HEIGHTS
from vision.games.baubylon.evidence import BuildingReading, PawnReading
from vision.games.baubylon.pawn_colours import MOST_PAWNS, USUAL_COLOURS

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Runs the command as a user would, without leaving the process."""

    def run(*words: str, stdin: str | bytes | None = None) -> Result:
        result = CliRunner().invoke(main, list(words), input=stdin)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert result.exit_code != INTERNAL, result.stderr
        return result

    return run


@pytest.fixture
def refused() -> Callable[..., None]:
    """Checks that a command said what is wrong in one line, with nothing on standard output."""

    def check(result: Result, message: str, status: int = 2) -> None:
        assert result.exit_code == status
        assert result.stdout == ""
        assert result.stderr.startswith("error: ")
        assert result.stderr.count("\n") == 1
        assert re.search(message, result.stderr), result.stderr

    return check


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Profiles of a test lie in a folder of its own, which is not there yet."""
    folder = tmp_path / "settings" / "profiles"
    monkeypatch.setenv("TOWER_REFEREE_PROFILES", str(folder))
    return folder


@pytest.fixture(scope="session")
def learned_tiles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of profiles with "set", the tiles of samples/photos/tile_develop, which takes seconds to learn."""
    photos = Path(samples.__file__).parent / "photos" / "tile_develop"
    families = [str(photos / f"tile_develop_{family}.jpg") for family in ("bamboo", "circles", "characters")]
    sides = json.loads((photos / "tile_develop_1.json").read_text())["tile_size"]
    measures = "x".join(f"{42 * side:.1f}" for side in sides)
    folder = tmp_path_factory.mktemp("profiles")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TOWER_REFEREE_PROFILES", str(folder))
        result = CliRunner().invoke(main, ["calibrate", "tiles", *families, "--tile", measures, "--save", "set"])
        assert (result.exit_code, result.stdout.splitlines()[0]) == (0, "good")
    return folder


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """No file can be written to its end."""

    def refuse(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", refuse)


@pytest.fixture(scope="session")
def blank_photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A light grey picture of 640 x 480 pixels."""
    path = tmp_path_factory.mktemp("photos") / "blank.png"
    assert cv2.imwrite(str(path), np.full((480, 640, 3), 200, np.uint8))
    return path


@pytest.fixture
def sides_seen(
    monkeypatch: pytest.MonkeyPatch, read_like: Callable[..., Reading], sight_of: Any, pose: CameraPose, tmp_path: Path
) -> Callable[..., list[str]]:
    """Lets the reader find a tower in two photos from opposite corners, in the second perhaps another one or none."""

    def sides_seen(notation: str, other: str | None = "same", **settings: Any) -> list[str]:
        behind = CameraPose(pose.lens, pose.rotation @ rotation_about_vertical(180.0), pose.translation)
        nothing = Unreadable("no marker found", "show the mat")
        sights = {0: sight_of(read_like(notation)), 1: nothing}
        if other is not None:
            sights[1] = sight_of(read_like(notation if other == "same" else other, pose=behind, **settings))
        for number in sights:
            cv2.imwrite(str(tmp_path / f"view_{number}.png"), np.full((480, 640, 3), number, np.uint8))
        monkeypatch.setattr(
            referee.verdicts.checking, "see", lambda frame_bgr, **_: sights.get(int(frame_bgr[0, 0, 0]), nothing)
        )
        return [str(tmp_path / f"view_{number}.png") for number in sights]

    return sides_seen


@pytest.fixture
def pawn_reading() -> Callable[..., PawnReading]:
    """What photos show of pawns, from `a1:r12 c3:?` with a question mark for a stack that is not sure, a minus for a
    pawn of which the colour is not, and all else sure to this."""

    def pawn_reading(
        stacks: str, names: Sequence[str] = ("red", *USUAL_COLOURS[:3]), sure: float = 0.9999
    ) -> PawnReading:
        counts = np.full((GROUND_SIDE, GROUND_SIDE, MOST_PAWNS + 1), (1 - sure) / MOST_PAWNS)
        counts[..., 0] = sure
        colours = np.full((GROUND_SIDE, GROUND_SIDE, MOST_PAWNS, len(names)), 1 / len(names))
        for words in stacks.split():
            name, letters = words.split(":")
            square = "abcdefgh".index(name[0]), int(name[1]) - 1
            counts[square] = (1 - sure) / MOST_PAWNS
            counts[square][len(letters)] = sure
            if letters == "?":
                counts[square] = 1 / (MOST_PAWNS + 1)
                continue
            for level, letter in enumerate(letters):
                if letter != "-":
                    number = "r123456".index(letter)
                    colours[square][level] = np.where(np.arange(len(names)) == number, sure, (1 - sure) / len(names))
        return PawnReading(tuple(names), counts, colours)

    return pawn_reading


@pytest.fixture
def building_reading(camera_at: Callable[..., CameraPose]) -> Callable[..., BuildingReading]:
    """What photos from some places show of a building in notation, `?` on squares that are unclear, `_` on hidden
    ones, and all others sure to this."""

    def building_reading(
        notation: str,
        eyes: Collection[tuple[float, float, float]] = ((0.0, -12.0, 12.0),),
        sure: float = 0.9999,
        denied: Sequence[float] = (),
    ) -> BuildingReading:
        rows = np.array([list(row) for row in notation.split("/")])
        by_column = rows[::-1].T
        heights = np.where(np.isin(by_column, ["?", "_"]), "0", by_column).astype(int)
        sure_of = np.where(np.isin(by_column, ["?", "_"]), 0.5, sure)[..., None]
        chances = np.where(np.arange(HEIGHTS) == heights[..., None], sure_of, (1 - sure_of) / (HEIGHTS - 1))
        poses = tuple(camera_at(eye, size_wh=(640, 480), focal_px=500.0) for eye in eyes)
        return BuildingReading(
            poses, chances, np.where(by_column == "_", 0.0, 1.0), tuple(denied) or (0.0,) * len(poses)
        )

    return building_reading
