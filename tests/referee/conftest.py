import math
import re
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from calibration.camera import CameraPose, Lens
from referee.cli import main
from rules.games.babel import Face, Mark, Tower, bulge_sets, parse_tower
from vision.evidence import CubeEvidence, FaceEvidence, Reading
from vision.faces import face_corners, sightlines, view_angles_deg

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Runs the command as a user would, without leaving the process."""

    def run(*words: str, stdin: str | bytes | None = None) -> Result:
        result = CliRunner().invoke(main, list(words), input=stdin)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
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


@pytest.fixture(scope="session")
def pose() -> CameraPose:
    """A camera South-East of the mat, 45 degrees above the table, for pictures of 640 x 480."""
    matrix = np.array([[600.0, 0, 319.5], [0, 600, 239.5], [0, 0, 1]])
    forward = np.array([-0.5, 0.5, -np.sqrt(0.5)])
    right = np.array([np.sqrt(0.5), np.sqrt(0.5), 0])
    rotation = np.array([right, np.cross(forward, right), forward])
    return CameraPose(Lens(matrix, np.zeros(5), (640, 480)), rotation, np.array([0.0, 0.0, 9.0]) - rotation @ [0, 0, 1])


@pytest.fixture(scope="session")
def read_like(pose: CameraPose) -> Callable[..., Reading]:
    """Makes what a reader without faults would see of a tower, given in notation with all cubes known."""
    return lambda notation, confidence=0.999: reading_of(parse_tower(notation), pose, confidence)


def reading_of(tower: Tower, pose: CameraPose, confidence: float) -> Reading:
    lines = sightlines(tuple(tower), pose)
    shares = lines.visible_shares(tuple(tower))
    angles = view_angles_deg(lines.sites, pose)
    corners_xy = pose.project(face_corners(lines.sites))
    cubes = []
    for cell, cube in tower.items():
        faces = tuple(
            FaceEvidence(
                face=site.face,
                corners_xy=corners_xy[i],
                visible_share=float(shares[i]),
                view_angle_deg=float(angles[i]),
                bulge_log_odds=math.log(confidence / (1 - confidence))
                * (1 if cube.mark(site.face) is Mark.BULGE else -1),
                bulge_probability=confidence if cube.mark(site.face) is Mark.BULGE else 1 - confidence,
            )
            for i, site in enumerate(lines.sites)
            if site.cell == cell and shares[i] >= 0.35
        )
        others = (1 - confidence) / 4
        types = tuple(confidence if number == cube.type else others for number in range(5))
        if faces:
            logs = tuple(map(math.log, types))
            cubes.append(CubeEvidence(cell, confidence, types, logs, faces, whole_of(types, faces)))
    seen = {cube.cell for cube in cubes}
    return Reading(
        pose=pose,
        cubes=tuple(cubes),
        hidden=tuple(cell for cell in tower if cell not in seen),
        cut_off=False,
        too_dark=False,
        timings={"tower": 0.25},
    )


def whole_of(
    types: tuple[float, ...], faces: tuple[FaceEvidence, ...]
) -> tuple[tuple[int, frozenset[Face], float], ...]:
    """Log-probabilities of every cube there is, marks taken as independent."""

    def log_probability(type: int, bulges: frozenset[Face]) -> float:
        marks = (face.bulge_probability if face.face in bulges else 1 - face.bulge_probability for face in faces)
        return math.log(types[type]) + sum(map(math.log, marks))

    return tuple((type, bulges, log_probability(type, bulges)) for type in range(5) for bulges in bulge_sets(type))


@pytest.fixture(scope="session")
def blank_photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A white picture of 640 x 480 pixels."""
    path = tmp_path_factory.mktemp("photos") / "blank.png"
    assert cv2.imwrite(str(path), np.full((480, 640, 3), 255, np.uint8))
    return path
