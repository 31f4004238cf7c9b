"""Letters as word processors, telephones and keyboards of other scripts write them, made into those of the notations.

Called by whatever reads a notation, an option or a game's name.
"""

import unicodedata

_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u30fc"
_FULL_WIDTH = {plain + 0xFEE0: chr(plain) for plain in range(ord("!"), ord("~") + 1)}
_PLAIN: dict[int, str] = {
    **_FULL_WIDTH,
    **dict.fromkeys(map(ord, _DASHES), "-"),
    0x3000: " ",
    0x3001: ",",
    0x00D7: "x",
}


def plain_letters(text: str) -> str:
    """A text with plain dashes, digits, letters and signs in the place of those that mean the same here.

    What only steers how a text is shown, such as the direction marks that messengers put around it, is left out.

    Examples
    --------
    >>> plain_letters("1E,0,\\u2013,\\u2212"), plain_letters("\\uff11\\uff25\\uff0c\\uff10"), plain_letters("3\\u00d73")
    ('1E,0,-,-', '1E,0', '3x3')
    >>> plain_letters("\\u202a1E,\\u00ad0,\\u200b-,-\\u202c")
    '1E,0,-,-'
    """
    if text.isascii():
        return text
    return "".join(letter for letter in text.translate(_PLAIN) if unicodedata.category(letter) != "Cf")
