"""What tests of training share."""

from pathlib import Path

import pytest

from samples.training.photos import TrainingPhoto, training_photo

DEVELOP = Path(__file__).parents[2] / "samples" / "photos" / "develop"


@pytest.fixture(scope="session")
def photo() -> TrainingPhoto:
    """A committed photo as training sees it, `develop_09`."""
    read = training_photo(DEVELOP / "develop_09.jpg")
    assert read is not None
    return read
