import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from calibration.mat import BABEL_MAT
from referee.sheets.mat import mat_sheet


@pytest.mark.parametrize("suffix", ["pdf", "svg", "png", "PNG"])
def test_mat_writes_the_sheet_that_was_asked_for(run: Any, tmp_path: Path, suffix: str) -> None:
    target = tmp_path / f"mat.{suffix}"
    result = run("mat", "--edge", "20", "--paper", "letter", "-o", str(target))
    assert result.exit_code == 0
    assert "cubes of 20 mm on letter" in result.stdout
    assert target.read_bytes() == mat_sheet(BABEL_MAT, 20, "letter", suffix.lower())


@pytest.mark.parametrize("edge", ["25,4", "25.4 mm", "25,4MM"])
def test_an_edge_may_have_a_decimal_comma_and_its_unit(run: Any, tmp_path: Path, edge: str) -> None:
    assert "cubes of 25.4 mm" in run("mat", "--edge", edge, "-o", str(tmp_path / "mat.pdf")).stdout


@pytest.mark.parametrize("suffix", ["pdf", "svg", "png"])
def test_the_users_own_settings_of_matplotlib_change_nothing(tmp_path: Path, suffix: str) -> None:
    settings, target = tmp_path / "matplotlibrc", tmp_path / f"mat.{suffix}"
    settings.write_text("savefig.bbox: tight\nsavefig.facecolor: red\npath.sketch: 5, 100, 2\ntext.usetex: True\n")
    own = {"MATPLOTLIBRC": str(settings), "MPLBACKEND": "module://not.installed"}
    words = [sys.executable, "-m", "referee", "mat", "-o", str(target)]
    subprocess.run(words, env={**os.environ, **own}, check=True, timeout=60)
    assert target.read_bytes() == mat_sheet(BABEL_MAT, 30, "a4", suffix)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--edge", "40"], "does not fit a4 .up to 31.6 mm does.; use --paper a3"),
        (["--edge", "inf"], "is no length"),
        (["--paper", "a5"], "'a5' is not one of 'a4', 'a3', 'letter'"),
    ],
)
def test_a_mat_that_cannot_be_is_refused(
    run: Any, refused: Any, tmp_path: Path, words: list[str], message: str
) -> None:
    refused(run("mat", *words, "-o", str(tmp_path / "mat.pdf")), message)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("target", "message"), [("mat.gif", "must be one of .pdf, .svg, .png"), ("none/mat.pdf", "make it first")]
)
def test_a_place_that_cannot_be_written_is_refused(
    run: Any, refused: Any, tmp_path: Path, target: str, message: str
) -> None:
    refused(run("mat", "-o", str(tmp_path / target)), message)
