"""Names and words from outside, as they can be written and shown. Used by whatever tells or keeps them."""

import unicodedata

# Control, format, line and paragraph characters, by their Unicode categories.
_STEERING = ("Cc", "Cf", "Zl", "Zp")


def printable(text: str) -> str:
    r"""Text that can be written as UTF-8: bytes of file names that are none are told as `\udc..`.

    Examples
    --------
    >>> printable("T\udcfcrm.jpg")
    'T\\udcfcrm.jpg'
    """
    return text.encode("utf-8", "backslashreplace").decode()


def is_text(text: str) -> bool:
    """Whether a name or words from outside are text in UTF-8: what is not, most libraries and files do not take."""
    return text == printable(text)


def plain(text: str) -> str:
    r"""Text that moves no cursor, ends no line and turns no direction where it is shown: what would is told as `\x..`.

    Examples
    --------
    >>> plain("a\x1b[2Jb\n")
    'a\\x1b[2Jb\\n'
    """
    return "".join(
        letter.encode("unicode_escape").decode() if unicodedata.category(letter) in _STEERING else letter
        for letter in text
    )
