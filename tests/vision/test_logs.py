"""Proportions become probabilities, each row by itself."""

import numpy as np
import pytest

from vision.logs import normalised_logs


def test_each_row_adds_up_to_one_and_keeps_its_proportions():
    logs = normalised_logs(np.log([[1.0, 3.0], [2.0, 2.0], [1e-300, 3e-300]]))
    assert np.exp(logs) == pytest.approx(np.array([[0.25, 0.75], [0.5, 0.5], [0.25, 0.75]]))


def test_what_is_impossible_stays_so():
    assert np.exp(normalised_logs(np.array([-np.inf, 0.0, 0.0]))).tolist() == pytest.approx([0.0, 0.5, 0.5])
