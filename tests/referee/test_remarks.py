"""What is said beside a result takes nothing from it."""

import subprocess
import sys
from pathlib import Path

import pytest

from referee.remarks import tell


def test_a_remark_goes_to_standard_error(capsys):
    tell("left out: a.jpg")
    assert capsys.readouterr() == ("", "left out: a.jpg\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device /dev/full")
def test_a_remark_that_cannot_be_written_keeps_no_result_back(tmp_path):
    record = tmp_path / "game.txt"
    record.write_text("game babel\n1. a1.1=1E\n2. b1.")
    words = [sys.executable, "-m", "referee", "export", str(record), "-o", str(tmp_path / "game.json")]
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(words, stdout=subprocess.PIPE, stderr=full, text=True, timeout=60, check=False)
    assert (result.returncode, result.stdout) == (0, f"{tmp_path / 'game.json'}: babel\n")
