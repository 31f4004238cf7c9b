"""The documents show the pictures that are drawn for them, and none is drawn that they do not show."""

import re
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner

from samples.reader_pictures import HEIGHT_PX, main

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    folder = tmp_path_factory.mktemp("images")
    result = CliRunner().invoke(main, [str(folder)])
    assert result.exit_code == 0, result.output
    return {path.name: cv2.imread(str(path)) for path in folder.iterdir()}


def test_all_pictures_of_the_reader_in_the_documents_are_drawn_and_no_others(drawn):
    shown = {
        name for path in DOCS.glob("*.md") for name in re.findall(r"images/(reader-[\w-]+\.jpg)", path.read_text())
    }
    assert drawn.keys() == shown


def test_those_that_are_committed_are_those_drawn(drawn):
    for name, picture in drawn.items():
        assert picture.shape[0] == HEIGHT_PX
        committed = cv2.imread(str(DOCS / "images" / name))
        assert committed.shape == picture.shape
        # In the last digits machines differ.
        assert cv2.absdiff(committed, picture).mean() < 2.0
