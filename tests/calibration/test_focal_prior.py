"""What is known of a focal length says where to begin, and how far from there is too far."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.focal_prior import focal_prior, known_focal

USUAL_PX = np.array([500.0, 1000.0, 2000.0])


def test_a_search_begins_with_the_focal_length_that_is_told_or_with_all_usual_ones():
    assert focal_prior((1280, 960), None).starts_px(USUAL_PX) is USUAL_PX
    for told in (focal_prior((1280, 960), 900.0), known_focal(900.0)):
        assert told.starts_px(USUAL_PX) == pytest.approx([900.0])


@given(st.floats(100.0, 5000.0), st.floats(1.01, 3.0))
def test_the_surer_a_focal_length_is_the_more_surprises_another(focal_px, factor):
    known, claimed, usual = known_focal(focal_px), focal_prior((1280, 960), focal_px), focal_prior((1280, 960), None)
    other = np.log(focal_px * factor)
    assert known.surprise(np.log(focal_px)) == claimed.surprise(np.log(focal_px)) == pytest.approx(0.0)
    assert known.surprise(other) > claimed.surprise(other) > 0
    assert usual.surprise(np.log(0.85 * 1280)) == pytest.approx(0.0)
