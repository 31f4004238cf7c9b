import numpy as np
import pytest

from calibration.building_mat import GROUND_SIDE
from vision.games.baubylon.building_network import ANSWERS, HEIGHTS
from vision.games.baubylon.sightlines import TopsInView
from vision.games.baubylon.standing import View, best_heights, chances

CAMERAS = [np.array([9.0, -9.0, 12.0]), np.array([-9.0, 9.0, 12.0])]
HILL = {(3, 3): 4, (4, 3): 2, (3, 4): 3, (4, 4): 1, (2, 3): 1}


def view_of(heights: np.ndarray, camera: np.ndarray, mistaken: dict[int, int] | None = None) -> View:
    """What a network tells that is right but for some squares, of which it tells another answer."""
    tops = TopsInView.of(camera)
    answers = np.where(tops.shares(heights) > 0.3, heights, HEIGHTS)
    for square, answer in (mistaken or {}).items():
        answers[square] = answer
    shares = np.full((len(heights), ANSWERS), 0.1 / (ANSWERS - 1))
    shares[np.arange(len(heights)), answers] = 0.9
    return View(np.log(shares), tops)


def test_the_building_is_found_that_all_photos_show(ground) -> None:
    heights = ground(HILL)
    views = [view_of(heights, camera) for camera in CAMERAS]
    found = best_heights(views)
    assert found.tolist() == heights.tolist()
    assert (chances(views, found).argmax(axis=1) == heights).all()


def test_a_photo_that_misreads_a_square_is_overruled_by_two_others(ground) -> None:
    heights = ground(HILL)
    square = GROUND_SIDE * 3 + 4
    views = [view_of(heights, camera) for camera in CAMERAS]
    views.append(view_of(heights, np.array([9.0, 9.0, 12.0]), {square: 7}))
    assert best_heights(views)[square] == heights[square]


def test_of_a_square_that_a_tower_hides_nothing_is_told(ground) -> None:
    heights = ground({(3, 3): 9, (3, 4): 1})
    views = [view_of(heights, np.array([-0.5, -12.0, 8.0]))]
    behind = GROUND_SIDE * 4 + 3
    likely = chances(views, best_heights(views))
    assert likely[behind].max() < 0.5
    assert likely[GROUND_SIDE * 3 + 3].max() > 0.9


@pytest.mark.parametrize("wrong", [0, 5])
def test_what_a_photo_contradicts_is_less_likely_than_what_it_shows(ground, wrong: int) -> None:
    heights = ground(HILL)
    view, other = view_of(heights, CAMERAS[0]), heights.copy()
    other[GROUND_SIDE * 3 + 4] = wrong
    assert view.score(heights) > view.score(other)
