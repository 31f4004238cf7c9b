"""The bench of puzzle cubes reads frames and labels, and its method beats the fixed palettes under a coloured light."""

import json

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from samples.rubiks import METHODS, NAMES, PALETTE_SRGB, load_cubes, rubiks


@pytest.fixture
def cube_folder(tmp_path):
    """One cube with two faces of 3 x 3 squares, in a dim and blue light."""
    colours = np.random.default_rng(3).permutation(np.repeat(np.arange(6), 3)).reshape(2, 3, 3)
    labels = {"n": 3, "faces": {}, "centres": {}}
    (tmp_path / "cube").mkdir()
    for name, face in zip("UF", colours, strict=True):
        frame = np.zeros((300, 300, 3), np.uint8)
        for row in range(3):
            for column in range(3):
                linear = (PALETTE_SRGB[face[row, column]] / 255) ** 2.2 * [0.1, 0.2, 0.4]
                frame[row * 100 : row * 100 + 100, column * 100 : column * 100 + 100] = (linear ** (1 / 2.2) * 255)[
                    ::-1
                ]
        cv2.imwrite(str(tmp_path / "cube" / f"{name}.jpg"), frame)
        labels["faces"][name] = [[NAMES[number] for number in row] for row in face]
        labels["centres"][name] = [[(column * 100 + 50, row * 100 + 50) for column in range(3)] for row in range(3)]
    (tmp_path / "labels.json").write_text(json.dumps({"cube": labels}))
    return tmp_path


def test_counts_tell_what_fixed_palettes_cannot(cube_folder):
    (cube,) = load_cubes(cube_folder)
    right = {name: (method(cube) == cube.truth).sum() for name, method in METHODS.items()}
    assert right.pop("counts given") == 18
    assert max(right.values()) < 18


def test_the_table_has_a_row_for_each_cube_and_one_for_all(cube_folder):
    result = CliRunner().invoke(rubiks, [str(cube_folder)])
    assert result.exit_code == 0
    assert "18 (100.0%)" in result.output
