"""What is printed on a mat lies where the contract says."""

import pytest

from calibration.mat import BABEL_MAT


def test_markers_lie_as_the_contract_says():
    assert BABEL_MAT.marker_corners(0)[0].tolist() == [-2.75, -1.75, 0.0]
    assert BABEL_MAT.marker_corners(5).mean(axis=0).tolist() == [2.25, 0.0, 0.0]
    with pytest.raises(KeyError):
        BABEL_MAT.marker_corners(8)
