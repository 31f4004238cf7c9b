"""A camera for all tests of geometry, a mat drawn into a picture, and what a reader without faults would see."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest

from calibration.arrays import FloatArray
from calibration.camera import CameraPose, Lens
from calibration.mat import BABEL_MAT, MARKER_DICTIONARY
from calibration.paints import UNKNOWN_PAINTS, Paints
from rules.games.babel import Face, Mark, Tower, bulge_sets, parse_tower
from vision.faces import face_corners, sightlines, view_angles_deg
from vision.games.babel.evidence import CubeEvidence, FaceEvidence, Reading


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


def draw_mat(pose, hidden_ids=(), table=110):
    """The picture of the mat, grey, uint8: each pixel's ray is followed to the table, no renderer is needed."""
    width, height = pose.lens.size_wh
    scale = 100
    sheet = np.full((6 * scale, 6 * scale), 235, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY)
    for number, x, y in BABEL_MAT.marker_centres:
        if number not in hidden_ids:
            left, top = round((x + 2.5) * scale), round((2.5 - y) * scale)
            sheet[top : top + scale, left : left + scale] = cv2.aruco.generateImageMarker(dictionary, number, scale)
    pixels = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).reshape(-1, 1, 2).astype(np.float64)
    rays = cv2.undistortPoints(pixels, pose.lens.matrix, pose.lens.distortion).reshape(-1, 2)
    directions = np.concatenate([rays, np.ones((len(rays), 1))], axis=1) @ pose.rotation
    steps = -pose.centre[2] / directions[:, 2]
    ground = pose.centre[:2] + steps[:, None] * directions[:, :2]
    ground[steps < 0] = 1e6
    columns = ((ground[:, 0] + 3) * scale - 0.5).reshape(height, width).astype(np.float32)
    rows = ((3 - ground[:, 1]) * scale - 0.5).reshape(height, width).astype(np.float32)
    return cv2.remap(sheet, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=table)


@pytest.fixture
def mat_picture():
    """Function (pose, hidden_ids) -> grey picture of the mat."""
    return draw_mat


@dataclass(frozen=True)
class SightOf:
    """A sight that tells the same whatever is known of paints, and keeps what was."""

    reading: Reading
    paints: Paints = UNKNOWN_PAINTS
    told_with: list[Paints] = field(default_factory=list)
    presence_log_odds: FloatArray = field(default_factory=lambda: np.full(8, 5.0))

    @property
    def pose(self) -> CameraPose:
        return self.reading.pose

    @property
    def quarters(self) -> int | None:
        return 0 if self.reading.on_mat else None

    def tell(self) -> Reading:
        self.told_with.append(self.paints)
        return self.reading


@pytest.fixture(scope="session")
def sight_of() -> type[SightOf]:
    """Makes what a reader sees of a tower whose reading is given."""
    return SightOf


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
    )


def whole_of(
    types: tuple[float, ...], faces: tuple[FaceEvidence, ...]
) -> tuple[tuple[int, frozenset[Face], float], ...]:
    """Log-probabilities of every cube there is, marks taken as independent."""

    def log_probability(type: int, bulges: frozenset[Face]) -> float:
        marks = (face.bulge_probability if face.face in bulges else 1 - face.bulge_probability for face in faces)
        return math.log(types[type]) + sum(map(math.log, marks))

    return tuple((type, bulges, log_probability(type, bulges)) for type in range(5) for bulges in bulge_sets(type))
