"""Progress is shown to people at a terminal, and to nobody else."""

import io
from contextlib import redirect_stderr

import pytest

from referee import progress


class Screen(io.StringIO):
    """What looks like a terminal, or like a file."""

    def __init__(self, is_terminal):
        super().__init__()
        self.is_terminal = is_terminal

    def isatty(self):
        return self.is_terminal


@pytest.fixture(params=[True, False], ids=["terminal", "file"])
def screen(request, monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    return Screen(request.param)


def test_a_wheel_turns_while_people_wait(screen):
    with redirect_stderr(screen), progress.waiting("reading the tower"):
        pass
    assert ("reading the tower" in screen.getvalue()) == screen.is_terminal


def test_a_bar_grows_as_items_are_taken(screen):
    with redirect_stderr(screen):
        assert list(progress.shown([3, 1, 2], "counting")) == [3, 1, 2]
    assert ("counting" in screen.getvalue()) == screen.is_terminal
