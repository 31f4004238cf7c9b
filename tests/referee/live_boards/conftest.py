"""The board of these tests, importable by its file: tests are no package."""

import importlib.util
import sys
from pathlib import Path

import pytest

_spec = importlib.util.spec_from_file_location("fake_board", Path(__file__).with_name("fake_board.py"))
assert _spec is not None and _spec.loader is not None
fake_board = importlib.util.module_from_spec(_spec)
sys.modules["fake_board"] = fake_board
_spec.loader.exec_module(fake_board)


@pytest.fixture
def board():
    """An empty board, and a camera that looks straight down on it."""
    return fake_board.Board()
