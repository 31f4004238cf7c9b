"""What the command that renders random towers refuses before it renders anything."""

import pytest
from click.testing import CliRunner

from samples.generate import generate


@pytest.mark.parametrize("words", [("--cubes", "5", "3"), ("--farther", "2.5", "1.4")])
def test_the_most_cannot_be_less_than_the_least(tmp_path, words):
    result = CliRunner().invoke(generate, [str(tmp_path / "photos"), *words])
    assert result.exit_code == 2
    assert "is more than" in result.output
    assert not (tmp_path / "photos").exists()


@pytest.mark.parametrize("words", [("--views", "0"), ("--count", "0")])
def test_no_photo_at_all_is_refused(tmp_path, words):
    result = CliRunner().invoke(generate, [str(tmp_path / "photos"), *words])
    assert result.exit_code == 2
    assert "x>=1" in result.output


@pytest.mark.parametrize(
    "words",
    [("--seed", "-1"), ("--longest-side", "0"), ("--samples-per-pixel", "0"), ("--print-scale", "0")],
)
def test_what_no_photo_can_be_rendered_by_is_refused(tmp_path, words):
    result = CliRunner().invoke(generate, [str(tmp_path / "photos"), *words])
    assert result.exit_code == 2
    assert "is not in the range" in result.output
    assert not (tmp_path / "photos").exists()
