"""A camera for all tests of geometry, and what a reader without faults would see."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from calibration.camera import CameraPose, Lens
from rules.games.babel import Face, Mark, Tower, bulge_sets, parse_tower
from vision.evidence import CubeEvidence, FaceEvidence, Reading
from vision.faces import face_corners, sightlines, view_angles_deg


def look_at(eye, focal_px=1000.0, size_wh=(1280, 960), k1=0.0, target=(0.0, 0.0, 0.5)):
    """A camera at `eye` that looks at `target`, upright."""
    forward = np.subtract(target, eye) / np.linalg.norm(np.subtract(target, eye))
    right = np.cross(forward, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(forward, right), forward])
    matrix = np.array([[focal_px, 0, (size_wh[0] - 1) / 2], [0, focal_px, (size_wh[1] - 1) / 2], [0, 0, 1]])
    lens = Lens(matrix, np.array([k1, 0.0, 0.0, 0.0, 0.0]), size_wh)
    return CameraPose(lens, rotation, -rotation @ np.asarray(eye, float))


@pytest.fixture
def camera_at():
    """Function (eye, focal_px, size_wh, k1, target) -> CameraPose."""
    return look_at


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
    return lambda notation, confidence=0.9999, pose=pose: reading_of(parse_tower(notation), pose, confidence)


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
