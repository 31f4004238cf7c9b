import re
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from referee.cli import INTERNAL, main

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Runs the command as a user would, without leaving the process."""

    def run(*words: str, stdin: str | bytes | None = None) -> Result:
        result = CliRunner().invoke(main, list(words), input=stdin)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert result.exit_code != INTERNAL, result.stderr
        return result

    return run


@pytest.fixture
def refused() -> Callable[..., None]:
    """Checks that a command said what is wrong in one line, with nothing on standard output."""

    def check(result: Result, message: str, status: int = 2) -> None:
        assert result.exit_code == status
        assert result.stdout == ""
        assert result.stderr.startswith("error: ")
        assert result.stderr.count("\n") == 1
        assert re.search(message, result.stderr), result.stderr

    return check


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Profiles of a test lie in a folder of its own, which is not there yet."""
    folder = tmp_path / "settings" / "profiles"
    monkeypatch.setenv("TOWER_REFEREE_PROFILES", str(folder))
    return folder


@pytest.fixture(scope="session")
def blank_photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A light grey picture of 640 x 480 pixels."""
    path = tmp_path_factory.mktemp("photos") / "blank.png"
    assert cv2.imwrite(str(path), np.full((480, 640, 3), 200, np.uint8))
    return path
