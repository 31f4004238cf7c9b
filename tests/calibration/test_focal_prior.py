"""What is known of a focal length says where to begin, and how far from there is too far."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.camera import plain_lens
from calibration.focal_prior import ClaimedFocal, focal_prior

USUAL_PX = np.array([500.0, 1000.0, 2000.0])
SIZE_WH = (1280, 960)


def test_a_search_begins_with_the_focal_length_that_is_told_or_with_all_usual_ones():
    assert focal_prior(SIZE_WH).starts_px(USUAL_PX) is USUAL_PX
    for told in (ClaimedFocal(900.0, SIZE_WH), plain_lens(900.0, SIZE_WH)):
        assert focal_prior(SIZE_WH, told).starts_px(USUAL_PX) == pytest.approx([900.0])


@given(st.floats(100.0, 5000.0), st.floats(1.01, 3.0))
def test_the_surer_a_focal_length_is_the_more_surprises_another(focal_px, factor):
    ways = plain_lens(focal_px, SIZE_WH), ClaimedFocal(focal_px, SIZE_WH), None
    known, claimed, usual = (focal_prior(SIZE_WH, way) for way in ways)
    other = np.log(focal_px * factor)
    assert known.surprise(np.log(focal_px)) == claimed.surprise(np.log(focal_px)) == pytest.approx(0.0)
    assert known.surprise(other) > claimed.surprise(other) > 0
    assert usual.surprise(np.log(0.85 * 1280)) == pytest.approx(0.0)


def test_what_a_file_claims_goes_with_the_picture_as_a_lens_does():
    claimed, lens = ClaimedFocal(900.0, SIZE_WH), plain_lens(900.0, SIZE_WH)
    assert claimed.scaled_to((640, 480)).focal_px == lens.scaled_to((640, 480)).matrix[0, 0] == 450.0
    for quarters in range(-1, 4):
        assert claimed.turned(quarters) == ClaimedFocal(900.0, lens.turned(quarters).size_wh)


def test_a_picture_upright_has_the_usual_focal_length_of_one_that_lies():
    assert focal_prior((960, 1280)) == focal_prior((1280, 960))
