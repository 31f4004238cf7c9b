"""What the program says to players, in their language. Used by the live window, speech and exported games.

English sentences in the code are the keys; the translations are the gettext catalogues `languages/*.po`, read as they
are. How to add a language stands in docs/languages.md.
"""

import gettext
from functools import cache
from io import BytesIO
from pathlib import Path

from .errors import InputError

_FOLDER = Path(__file__).parent / "languages"
ENGLISH = "en"
LANGUAGES: tuple[str, ...] = (ENGLISH, *sorted(path.stem for path in _FOLDER.glob("*.po")))
"""The languages there are, by their ISO 639-1 codes."""


def marked(text: str) -> str:
    """The same text: marks a sentence in a table as one to translate, for the tools that collect them."""
    return text


def require_english(language: str) -> None:
    """Refuse other languages where a game on a board is told.

    Raises
    ------
    InputError
        The language is another one.
    """
    if language != ENGLISH:
        raise InputError("boards speak English only; leave --language out")


class Phrasebook:
    """Says things in one language.

    Parameters
    ----------
    language : str
        One of `LANGUAGES`.

    Raises
    ------
    InputError
        There is no such language; the message lists those there are.

    Examples
    --------
    >>> Phrasebook("de").say("Player {player}", player=2)
    'Spieler 2'
    """

    def __init__(self, language: str = ENGLISH) -> None:
        self.language = language
        self._translations = _translations(language)

    def say(self, text: str, **values: object) -> str:
        """The translation of an English text, with its values put in."""
        return self._translations.gettext(text).format(**values)

    def say_many(self, one: str, many: str, count: int, **values: object) -> str:
        """The translation of a text that depends on a number, with `count` and its values put in."""
        return self._translations.ngettext(one, many, count).format(count=count, **values)


@cache
def _translations(language: str) -> gettext.NullTranslations:
    if language == ENGLISH:
        return gettext.NullTranslations()
    if language not in LANGUAGES:
        raise InputError(f"there is no language {language!r}; there are {', '.join(LANGUAGES)}")
    # Importing takes a moment, which English need not wait for.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with (_FOLDER / f"{language}.po").open("rb") as file:
        catalogue = read_po(file, locale=language, abort_invalid=True)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
