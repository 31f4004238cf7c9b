"""Seconds of named steps, as the bench shows them."""

import pytest

from vision.timing import recorded, timed


def test_seconds_of_a_step_add_up_and_steps_keep_their_order():
    with recorded() as timings:
        with timed("first"):
            pass
        once = timings["first"]
        for step in ("second", "first"):
            with timed(step):
                pass
    assert list(timings) == ["first", "second"]
    assert timings["first"] > once


def test_a_step_that_fails_is_timed_too():
    with recorded() as timings, pytest.raises(ValueError), timed("step"):
        raise ValueError
    assert "step" in timings


def test_steps_outside_are_not_recorded():
    with recorded() as timings:
        pass
    with timed("step"):
        pass
    assert not timings


def test_an_inner_record_keeps_its_steps_to_itself():
    with recorded() as outer:
        with recorded() as inner, timed("inner"):
            pass
        with timed("outer"):
            pass
    assert list(inner) == ["inner"]
    assert list(outer) == ["outer"]


def test_a_step_inside_a_step_is_part_of_it():
    with recorded() as timings, timed("search"), timed("faces"):
        pass
    assert list(timings) == ["search"]
