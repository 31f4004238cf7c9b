"""The lines of a text that people wrote. Called by everything that reads such a file."""

import re


def text_lines(text: str) -> list[str]:
    """The lines without their ends: LF, CR or both; other letters that Unicode also breaks at stand within a line.

    Word processors put such letters into remarks.

    Examples
    --------
    >>> text_lines("# one" + chr(0x2028) + "remark\\r\\n1. a1.1=0\\n")
    ['# one\\u2028remark', '1. a1.1=0']
    """
    lines = re.split(r"\r\n|\r|\n", text)
    return lines if lines[-1] else lines[:-1]
