"""Progress is shown to people at a terminal, and to nobody else."""

import io

import pytest
from rich.console import Console

from referee import progress


@pytest.fixture(params=[True, False], ids=["terminal", "file"])
def console(request, monkeypatch):
    """Where progress goes to: what looks like a terminal, or a file."""
    monkeypatch.setenv("TERM", "xterm")
    console = Console(file=io.StringIO(), force_terminal=request.param, force_interactive=request.param)
    monkeypatch.setattr(progress, "Console", lambda stderr: console)
    return console


def test_a_wheel_turns_while_people_wait(console):
    with progress.waiting("reading the tower"):
        pass
    assert ("reading the tower" in console.file.getvalue()) == console.is_terminal


def test_a_bar_grows_as_items_are_taken(console):
    assert list(progress.shown([3, 1, 2], "counting")) == [3, 1, 2]
    assert ("counting" in console.file.getvalue()) == console.is_terminal
