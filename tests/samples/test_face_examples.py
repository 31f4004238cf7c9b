"""The face networks learn from faces that are there and places where none is, drawn without a bias."""

import numpy as np
import pytest

from rules.games.babel import Face
from samples.training.face_examples import LESSONS, Draws, Examples, Lesson, examples_of, nearly_right, varied
from samples.training.photos import TrainingPhoto
from vision.face_network import FACE_PLANES
from vision.games.babel.standing.candidates import next_cells
from vision.patches import view_vectors


@pytest.fixture(scope="module", params=["first", "close"])
def lesson(request: pytest.FixtureRequest) -> Lesson:
    return LESSONS[request.param]


@pytest.fixture(scope="module")
def examples(photo: TrainingPhoto, lesson: Lesson) -> Examples:
    return examples_of(photo, lesson, np.random.default_rng(1))


def test_all_faces_in_view_are_among_the_examples_with_their_marks(photo: TrainingPhoto, examples: Examples) -> None:
    faces = [(cube, face) for cube in photo.cubes.values() for face in cube["visible_faces"]]
    assert (examples.shares >= 0.35).sum() >= len(faces)
    marked = [cube["bulges"] for cube in photo.cubes.values()]
    assert 0 < np.nansum(examples.bulges) <= sum(map(len, marked))


def test_there_are_places_where_no_face_is_and_what_would_stand_next_is_among_them(
    photo: TrainingPhoto, examples: Examples
) -> None:
    assert (examples.shares == 0).sum() > len(next_cells(photo.cubes))
    assert np.isnan(examples.bulges[examples.shares == 0]).all()


def test_the_close_look_meets_faces_where_the_refined_pose_puts_them(photo: TrainingPhoto) -> None:
    examples = examples_of(photo, LESSONS["close"], np.random.default_rng(1))
    sites = [site for site in photo.lines.sites if site.face is Face.U]
    refined = view_vectors(sites, photo.tower_pose)
    nearest = np.linalg.norm(examples.views[:, None] - refined, axis=-1).min(axis=1)
    assert (nearest < 1e-6).any()


def test_a_network_is_told_of_the_tower_or_of_one_cube_less_or_more(photo: TrainingPhoto) -> None:
    generator = np.random.default_rng(2)
    counts = [len(nearly_right(photo.cubes, generator)) - len(photo.cubes) for _ in range(400)]
    shares = [counts.count(difference) / 400 for difference in (-1, 0, 1)]
    assert shares == pytest.approx([0.35, 0.5, 0.15], abs=0.08)


def test_varied_faces_are_a_networks_input_the_same_for_the_same_seed(examples: Examples, lesson: Lesson) -> None:
    chosen = np.arange(6)
    once, again = (
        varied(examples, chosen, examples.is_open[chosen], lesson.look, np.random.default_rng(3)) for _ in range(2)
    )
    assert once[0].shape == (6, FACE_PLANES, lesson.look.side_px, lesson.look.side_px)
    np.testing.assert_array_equal(once[0], again[0])
    # A mirrored face is seen from the other side.
    np.testing.assert_allclose(abs(once[1]), abs(examples.views[chosen]))


def test_what_surprised_is_drawn_more_often_and_counts_as_much_less() -> None:
    draws, values = Draws(100, np.random.default_rng(4)), np.arange(100.0)
    surprises = np.where(values < 20, 1.9, 0.0).astype(np.float32)
    for _ in range(Draws.RENEWED):
        chosen, _ = draws.draw(100)
        draws.note(chosen, surprises[chosen])
    drawn = [draws.draw(100) for _ in range(Draws.RENEWED)]
    chosen, counts = (np.concatenate(parts) for parts in zip(*drawn, strict=True))
    assert (chosen < 20).mean() == pytest.approx(40 / 48, abs=0.02)
    assert np.mean(counts * values[chosen]) == pytest.approx(values.mean(), rel=0.03)
