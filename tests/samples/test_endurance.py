"""A film shown again and again, and what is said of memory; the film is two pictures here."""

import numpy as np
import pytest

from referee.live.pictures import Frame, Settings
from referee.live.state import LiveState
from referee.live.towers import tower_session
from samples.endurance import Looped, Row, endure, growth


class TwoPictures:
    """A source of two pictures without a mat."""

    settings = Settings()

    def pictures(self):
        for number in range(2):
            yield Frame(np.full((120, 160, 3), 100 * number, np.uint8), number / 15)


def test_the_film_begins_anew_until_all_frames_were_shown():
    frames = list(Looped(TwoPictures(), 5, 10.0).pictures())
    assert [frame.source_time for frame in frames] == pytest.approx([0.0, 0.1, 0.2, 0.3, 0.4])
    assert [int(frame.picture_bgr[0, 0, 0]) for frame in frames] == [0, 100, 0, 100, 0]


def test_a_film_without_pictures_is_not_shown_for_ever():
    class NoPictures(TwoPictures):
        def pictures(self):
            yield from ()

    assert not list(Looped(NoPictures(), 5, 10.0).pictures())


def test_each_row_tells_of_its_own_frames():
    memory = iter([10.0, 30.0, 20.0, 50.0])
    rows = list(endure(tower_session(Looped(TwoPictures(), 4, 15.0), LiveState()), 2, 15.0, lambda: next(memory)))
    assert [(row.memory_mib, row.peak_mib, row.placements) for row in rows] == [(20.0, 30.0, 0), (35.0, 50.0, 0)]
    assert [row.minutes * 60 for row in rows] == pytest.approx([2 / 15, 4 / 15])


def test_growth_is_that_over_the_first_minute():
    rows = [
        Row(minutes, peak - 1, peak, 0, 30.0)
        for minutes, peak in ((0.5, 100.0), (1.0, 90.0), (1.5, 105.0), (2.0, 95.0))
    ]
    assert growth(rows) == pytest.approx(0.05)
    assert growth(rows[:2]) == 0.0
