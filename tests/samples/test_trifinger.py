"""The bench of the cube among fingers reads calibrations, poses and masks, and says how far off the cube was found."""

import json

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from scipy.spatial.transform import Rotation

from calibration.camera import CameraPose
from samples.painted_cubes.cube_pose import face_corners, faces_in_view
from samples.trifinger import LAYOUTS, PAINTS, load_calibration, trifinger

CALIBRATION = """camera_name: camera60
image_width: 360
image_height: 360
camera_matrix:
  cols: 3
  data:
  - 380.0
  - 0.0
  - 180.0
  - 0.0
  - 381.0
  - 179.0
  - 0.0
  - 0.0
  - 1.0
  rows: 3
distortion_coefficients:
  cols: 5
  data:
  - -0.1
  - 0.02
  - 0.0
  - 0.0
  - 0.0
  rows: 1
tf_world_to_camera:
  cols: 4
  data:
  - 1.0
  - 0.0
  - 0.0
  - 0.0
  - 0.0
  - 1.0
  - 0.0
  - 0.0
  - 0.0
  - 0.0
  - 1.0
  - 0.4
  - 0.0
  - 0.0
  - 0.0
  - 1.0
  rows: 4
"""


@pytest.fixture
def cube_folder(tmp_path):
    """One photo of one drawn cube with its calibration, pose and masks, and one whose lens is not given."""
    folder = tmp_path / "pose_detection" / "cube_v1"
    folder.mkdir(parents=True)
    (tmp_path / "segmentation" / "cube_v1").mkdir(parents=True)
    (folder / "camera_calib_60.yml").write_text(CALIBRATION)
    lens, _ = load_calibration(folder / "camera_calib_60.yml")
    turn, _ = Rotation.align_vectors([[0.0, 0.1, -1.0]], [[1.0, 0.9, 0.7]])
    pose = CameraPose(lens, turn.as_matrix(), np.array([0.0, 0.0, 0.4]) / 0.065)
    frame = np.full((360, 360, 3), 110, np.uint8)
    for face in faces_in_view(pose):
        name = LAYOUTS["cube_v1"][face]
        corners = np.rint(pose.project(face_corners(face))).astype(np.int32)
        cv2.fillConvexPoly(frame, corners, [255 * value ** (1 / 2.2) for value in PAINTS[name][::-1]])
        mask = cv2.fillConvexPoly(np.zeros((360, 360), np.uint8), corners, 255)
        cv2.imwrite(str(folder / f"{name[0]}60.png"), mask)
        cv2.imwrite(str(tmp_path / "segmentation" / "cube_v1" / f"01_mask_{name}.png"), mask)
    cv2.imwrite(str(folder / "camera60.png"), frame)
    cv2.imwrite(str(tmp_path / "segmentation" / "cube_v1" / "01_image.png"), frame)
    truth = {"position": [0.0, 0.0, 0.0], "orientation": turn.as_quat().tolist()}
    (tmp_path / "poses.json").write_text(json.dumps({"cube_edge_m": 0.065, "cube_v1": truth}))
    return tmp_path


def test_a_calibration_is_read(cube_folder):
    lens, world = load_calibration(cube_folder / "pose_detection" / "cube_v1" / "camera_calib_60.yml")
    assert lens.size_wh == (360, 360)
    assert lens.matrix[1].tolist() == [0.0, 381.0, 179.0]
    assert lens.distortion[0] == -0.1
    assert world[2].tolist() == [0.0, 0.0, 1.0, 0.4]


def test_the_table_counts_poses_and_masks_that_are_right(cube_folder):
    result = CliRunner().invoke(trifinger, [str(cube_folder)])
    assert result.exit_code == 0
    assert result.output.count("1 of 1") == 2
    assert "6 of 6" in result.output


def test_a_photo_that_cannot_be_read_is_named(cube_folder):
    (cube_folder / "pose_detection" / "cube_v1" / "camera60.png").write_text("no picture")
    result = CliRunner().invoke(trifinger, [str(cube_folder)])
    assert result.exit_code == 1
    assert "camera60.png: cannot be read" in result.output
