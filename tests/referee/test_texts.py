import pytest

from referee.texts import plain


@pytest.mark.parametrize("letter", ["\x1b", "\n", "\u202e", "\u2028", "\u2029"])
def test_what_would_steer_a_terminal_is_spelled_out(letter: str) -> None:
    assert plain(f"a{letter}b") == f"a{letter.encode('unicode_escape').decode()}b"
