"""The bench of markers counts what is found and how far corners lie off."""

import json

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from samples.aruco import aruco, measure


def test_markers_are_counted_and_corners_measured(tmp_path):
    picture = np.full((300, 500), 255, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_6X6_250)
    for number, x in ((7, 50), (9, 300)):
        picture[80:208, x : x + 128] = cv2.aruco.generateImageMarker(dictionary, number, 128)
    cv2.imwrite(str(tmp_path / "two.png"), picture)
    corners = [[49.5, 79.5], [177.5, 79.5], [177.5, 207.5], [46.9, 210.5]]  # the last one 2.6 and 3 px off
    labels = {
        "two.png": {"dictionary": "DICT_6X6_250", "markers": {"7": corners}},
    }
    (tmp_path / "gold_markers.json").write_text(json.dumps(labels))
    (found,) = measure(tmp_path)
    assert (found.wanted, found.found, found.extra) == (1, 1, 1)
    for misses_px in (found.misses_px, found.refined_misses_px):
        assert sorted(miss < 1 for miss in misses_px) == [False, True, True, True]
        # The larger of the two counts.
        assert max(misses_px) == pytest.approx(3.0, abs=0.6)
    result = CliRunner().invoke(aruco, [str(tmp_path)])
    assert result.exit_code == 0
    assert "3 of 4" in result.output
