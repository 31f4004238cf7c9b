"""The catalogues of all languages: nothing lacks, nothing is left over, and what is put in stays."""

from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import referee
from referee.errors import InputError
from referee.phrases import LANGUAGES, Phrasebook

FOLDER = Path(referee.__file__).parent
KEYWORDS = {"say": None, "say_many": (1, 2), "marked": None}
TRANSLATED = [language for language in LANGUAGES if language != "en"]


@pytest.fixture(scope="module")
def in_code() -> set[str | tuple[str, ...]]:
    found = extract_from_dir(FOLDER, [("**.py", "python")], keywords=KEYWORDS)
    return {message for _, _, message, _, _ in found}


def catalogue(language: str) -> Catalog:
    with (FOLDER / "languages" / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def messages(language: str) -> list[Message]:
    return [message for message in catalogue(language) if message.id]


def fields(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def test_the_six_languages_are_there() -> None:
    assert sorted(LANGUAGES) == ["de", "en", "fr", "it", "ja", "nl"]


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_of_the_code_is_translated_and_no_other(language: str, in_code: set[str]) -> None:
    assert len(in_code) > 50
    assert {message.id for message in messages(language)} == in_code
    for message in messages(language):
        texts = (message.string,) if isinstance(message.string, str) else message.string
        assert all(texts), message.id
        assert not message.fuzzy
        assert len(texts) == (1 if isinstance(message.id, str) else catalogue(language).num_plurals)


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_put_in_is_the_same_in_every_language(language: str) -> None:
    for message in messages(language):
        if isinstance(message.id, str):
            assert fields(message.string) == fields(message.id), message.id
        else:
            assert fields(message.string[-1]) == fields(message.id[-1]), message.id


def test_numbers_choose_their_form() -> None:
    forms = ("wins with this placement", "wins in {count} placements")
    assert Phrasebook("en").say_many(*forms, 1) == "wins with this placement"
    assert Phrasebook("de").say_many(*forms, 3) == "gewinnt in 3 Zügen"
    assert Phrasebook("ja").say_many(*forms, 1) == "1手で勝ち"


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(InputError, match="no language 'xx'; there are en, de, fr, it, ja, nl"):
        Phrasebook("xx")
