import numpy as np
import pytest

from calibration.building_mat import GROUND_SIDE, STOREY
from vision.games.baubylon.building_network import HEIGHTS
from vision.games.baubylon.sightlines import TopsInView

FROM_SOUTH = np.array([0.5, -14.0, 10.0])


def number(column: int, row: int) -> int:
    return GROUND_SIDE * row + column


def test_of_bare_ground_all_is_in_view(ground) -> None:
    assert (TopsInView.of(FROM_SOUTH).shares(ground({})) == 1).all()


def test_a_column_hides_what_is_lower_behind_it_and_nothing_before_it(ground) -> None:
    shares = TopsInView.of(FROM_SOUTH).shares(ground({(4, 3): 5, (4, 6): 5}))
    assert shares[number(4, 3)] == shares[number(4, 2)] == shares[number(4, 6)] == shares[number(0, 4)] == 1
    assert shares[number(4, 4)] == 0


def test_a_top_does_not_hide_itself_nor_one_beside_that_is_as_high(ground) -> None:
    everywhere = {(column, row): 4 for column in range(GROUND_SIDE) for row in range(GROUND_SIDE)}
    assert (TopsInView.of(FROM_SOUTH).shares(ground(everywhere)) == 1).all()


def test_from_straight_above_columns_hide_but_what_they_lean_over(ground) -> None:
    shares = TopsInView.of(np.array([0.0, 0.0, 1000.0])).shares(ground({(3, 3): 9}))
    assert (shares == 1).all()


@pytest.mark.parametrize("seed", range(4))
def test_what_is_hidden_is_what_a_ray_to_the_camera_meets(seed: int) -> None:
    chance = np.random.default_rng(seed)
    heights = chance.integers(0, HEIGHTS, GROUND_SIDE**2)
    camera = np.array([*chance.uniform(-12, 12, 2), chance.uniform(9, 20)])
    tops = TopsInView.of(camera)
    square = int(chance.integers(GROUND_SIDE**2))
    row, column = divmod(square, GROUND_SIDE)
    steps = (np.arange(4) + 0.5) / 4
    hits = []
    for east in steps:
        for north in steps:
            point = np.array([column + east - 4, row + north - 4, STOREY * heights[square] + 0.01])
            ray = point + np.linspace(0, 1, 4001)[:, None] * (camera - point)
            places = np.floor(ray[:, :2] + 4).astype(int)
            inside = ((places >= 0) & (places < GROUND_SIDE)).all(axis=1)
            numbers = np.where(inside, places[:, 1] * GROUND_SIDE + places[:, 0], square)
            hits.append(bool((inside & (numbers != square) & (ray[:, 2] < STOREY * heights[numbers])).any()))
    # A ray that grazes a corner may go either way.
    assert tops.shares(heights)[square] == pytest.approx(1 - np.mean(hits), abs=0.13)
