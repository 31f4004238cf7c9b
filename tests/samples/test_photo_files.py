"""A picture that cannot be read is a user's mistake: one line, whoever reads it."""

from pathlib import Path

import click
import cv2
import pytest
from click.testing import CliRunner

from samples.casts import casts
from samples.covers import covers
from samples.edits import edits
from samples.photo_files import read_picture
from samples.training.edge_examples import examples_of
from samples.training.photos import training_photo

DEVELOP = Path(__file__).parents[2] / "samples" / "photos" / "develop"


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A photo that is none, with a truth file."""
    photo = tmp_path / "photos" / "broken.jpg"
    photo.parent.mkdir()
    photo.write_text("no picture")
    photo.with_suffix(".json").write_bytes((DEVELOP / "develop_00.json").read_bytes())
    return photo


def test_a_picture_is_read_in_colour_unless_told_otherwise() -> None:
    assert read_picture(DEVELOP / "develop_00.jpg").ndim == 3
    assert read_picture(DEVELOP / "develop_00.jpg", cv2.IMREAD_GRAYSCALE).ndim == 2


every_command = pytest.mark.parametrize("command", [casts, covers, edits], ids=["casts", "covers", "edits"])


@every_command
def test_a_command_names_the_photo_that_it_cannot_read(command: click.Command, broken: Path, tmp_path: Path) -> None:
    result = CliRunner().invoke(command, [str(broken.parent), str(tmp_path / "out")])
    assert result.exit_code == 1
    assert result.output == f"Error: {broken}: cannot be read as a picture\n"


@every_command
def test_a_command_names_the_photo_of_which_nothing_is_known(
    command: click.Command, broken: Path, tmp_path: Path
) -> None:
    broken.with_suffix(".json").unlink()
    result = CliRunner().invoke(command, [str(broken.parent), str(tmp_path / "out")])
    assert result.exit_code == 1
    assert result.output == f"Error: {broken}: has no truth file beside it\n"


def test_training_names_the_photo_that_it_cannot_read(broken: Path) -> None:
    for read in (training_photo, lambda path: examples_of(path, 1, 1)):
        with pytest.raises(click.ClickException, match=r"broken\.jpg: cannot be read as a picture"):
            read(broken)
