"""The tower network learns from faces as the reader cuts them, varied without a change to what is true of them."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.colours import opponent
from calibration.paints import PAINT_SPREAD, UNKNOWN_PAINTS
from referee.bench.truth import load_truth
from rules.games.babel import TYPES, Face
from samples.training.photos import TrainingPhoto
from samples.training.tower_examples import (
    USUAL_REFLECTANCES,
    Example,
    example_of,
    mark_weights,
    told_paints,
    varied,
)
from vision.faces import FACE_PLACES

DEVELOP = Path(__file__).parents[2] / "samples" / "photos" / "develop"


@pytest.fixture(scope="module")
def example(photo: TrainingPhoto) -> Example:
    cut = example_of(photo)
    assert cut is not None
    return cut


def test_an_example_holds_what_the_truth_file_says(example: Example, photo: TrainingPhoto) -> None:
    truth = load_truth(DEVELOP / "develop_09.json")
    assert sorted(example.types) == sorted(cube.type for cube in truth.visible_cubes)
    assert example.reflectances == pytest.approx(opponent(photo.paints_rgb))
    assert len(example.bulges) == len(example.picture.cubes) == len(example.behind)


def test_of_marks_on_the_sides_of_legal_towers_nothing_is_learned(photo: TrainingPhoto) -> None:
    legal, free = (example_of(replace(photo, is_legal=True, is_free=is_free)) for is_free in (False, True))
    assert legal is not None
    assert free is not None
    is_upper = legal.picture.sides == FACE_PLACES[Face.U]
    assert (np.isnan(legal.bulges) == ~is_upper).all()
    assert not np.isnan(free.bulges).any()


def test_an_example_is_varied_alike_for_the_same_seed(example: Example) -> None:
    one, again, other = (varied(example, np.random.default_rng(seed)) for seed in (3, 3, 4))
    assert (one.picture.axes == again.picture.axes).all()
    assert one.picture.axes.shape != other.picture.axes.shape or (one.picture.axes != other.picture.axes).any()


def test_what_is_kept_of_an_example_stays_together(example: Example) -> None:
    for seed in range(20):
        one = varied(example, np.random.default_rng(seed))
        faces = len(one.picture.axes)
        by_face = (one.picture.patches, one.picture.facing, one.picture.cubes, one.bulges, one.behind)
        assert {len(values) for values in by_face} == {faces}
        assert sorted(set(one.picture.cubes)) == list(range(len(one.types)))
        assert len(mark_weights(one)) == faces


def test_other_paints_are_seen_in_the_faces(example: Example) -> None:
    """What a paint reflects more than before is what its faces send more, in the mean over many variations."""
    steps = []
    for seed in range(300):
        one = varied(example, np.random.default_rng(seed))
        types = one.types[one.picture.cubes]
        seen = one.picture.rims - one.reflectances[types]
        steps += [seen[types == number, 0].mean() for number in (1, 3) if (types == number).any()]
    as_photographed = example.picture.rims - example.reflectances[example.types[example.picture.cubes]]
    assert np.mean(steps) == pytest.approx(as_photographed[:, 0].mean(), abs=0.4)


def test_of_paints_that_no_truth_file_tells_nothing_is_known(photo: TrainingPhoto) -> None:
    example = example_of(replace(photo, paints_rgb=np.full((len(TYPES), 3), np.nan)))
    assert example is not None
    assert all(told_paints(example, np.random.default_rng(seed)) is UNKNOWN_PAINTS for seed in range(20))


def test_paints_are_told_as_well_as_is_said(example: Example) -> None:
    generator = np.random.default_rng(0)
    told = [told_paints(example, generator) for _ in range(4000)]
    known = [paints for paints in told if paints is not UNKNOWN_PAINTS]
    assert len(known) == pytest.approx(2000, abs=150)
    share = np.array([paints.information for paints in known])[..., None]
    found = np.array([paints.deviations for paints in known])
    true = example.reflectances - USUAL_REFLECTANCES
    is_told = share[..., 0] > 0.05
    errors = (found - share * true)[is_told]
    expected = (PAINT_SPREAD * np.sqrt(share * (1 - share)))[is_told]
    assert (errors / expected).std(axis=0) == pytest.approx(np.ones(3), abs=0.05)
    assert not found[share[..., 0] == 0].any()
    assert share.shape[1] == len(TYPES)
