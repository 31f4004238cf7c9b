"""The codes of keys as a window tells them. Used by the controls of every live game."""

ENTER, ESCAPE, BACKSPACE = 13, 27, 8
#: Other codes that the same keys have on some systems.
_SAME_KEYS = {10: ENTER, 127: BACKSPACE}


def plain_key(key: int) -> int:
    """A key's code, the same on every system; Enter, Escape and Backspace as in ASCII."""
    return _SAME_KEYS.get(key, key)


def letter_of(key: int) -> str:
    """The character of a key, small; empty if it has none.

    Examples
    --------
    >>> letter_of(ord("S")), letter_of(ESCAPE), letter_of(-1)
    ('s', '', '')
    """
    return chr(key).lower() if 32 <= key < 127 else ""
