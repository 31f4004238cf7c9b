"""A mat drawn into a picture by projecting every pixel: no renderer needed."""

import cv2
import numpy as np
import pytest

from calibration.mat import BABEL_MAT, MARKER_DICTIONARY


def draw_mat(pose, hidden_ids=(), table=110):
    """The picture of the mat, grey, uint8: each pixel's ray is followed to the table."""
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
