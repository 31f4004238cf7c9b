"""Nothing of somebody's is lost where a name is mistaken, and what the program made it makes again."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from referee.errors import InputError
from referee.replacing import require_as_made, require_own
from rules.games.zero12 import DEFAULT_CARD, card_file

SOMEBODY_S = b"The letter that I have been writing all day."
PHOTO = Path(__file__).parents[2] / "samples/photos/develop/develop_17.jpg"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with something to read of each kind, which is the working directory."""
    monkeypatch.chdir(tmp_path)
    Path("game.txt").write_text("game babel\n1. a1.1=1E\n2. b1.1=0\nresult not over\n")
    Path("hill.txt").write_text("2 2 3 2\n3 4 4 1\n2 3 2 2\n2 2 2 2\n")
    Path("card.csv").write_text(card_file(DEFAULT_CARD))
    shutil.copy(PHOTO, "photo.jpg")
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        "check photo.jpg --report out.html",
        "check photo.jpg --annotate out.jpg",
        "mat -o out.pdf",
        "mat -o out.svg",
        "mat --charuco -o out.png",
        "card make photo.jpg -o out.csv",
        "card make photo.jpg -o new.csv --preview out.png",
        "card print card.csv -o out.pdf",
        "building make --size 4x4 --blocks 18 --seed 1 -o out.txt",
        "building check hill.txt --picture out.svg",
        "building check hill.txt --heat-map out.png",
        "building check hill.txt --heat-map out.pdf",
        "export game.txt -o out.svg",
        "export game.txt -o out.gif",
        "export game.txt -o out.json",
    ],
)
def test_what_the_program_made_is_replaced_and_nothing_else(run: Any, refused: Any, words: str) -> None:
    (target,) = (Path(word) for word in words.split() if word.startswith("out."))
    target.write_bytes(SOMEBODY_S)
    told = "is there already, and not made by this program(, or changed since)?; name another file"
    refused(run(*words.split()), f"{target}: {told}")
    assert target.read_bytes() == SOMEBODY_S
    target.unlink()
    for _ in range(2):
        assert run(*words.split()).exit_code == 0


def test_a_game_that_may_have_been_played_on_is_never_replaced(run: Any, refused: Any) -> None:
    words = ("export", "game.txt", "-o", "out.txt")
    assert run(*words).exit_code == 0
    before = Path("out.txt").read_bytes()
    refused(run(*words), "out.txt: is there already; name another file")
    assert Path("out.txt").read_bytes() == before


def test_an_empty_file_is_replaced(run: Any) -> None:
    Path("out.svg").touch()
    assert run("mat", "-o", "out.svg").exit_code == 0


def test_a_file_is_the_programs_own_by_its_mark_wherever_that_stands(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for data in (b"", b"made by me", b"it was made by me"):
        path.write_bytes(data)
        require_own(path, "made by me")
    path.write_bytes(b"made by you")
    with pytest.raises(InputError, match="not made by this program"):
        require_own(path, "made by me")


def test_a_text_is_the_programs_own_letter_by_letter(tmp_path: Path) -> None:
    path = tmp_path / "file"

    def none(path: Path) -> str:
        raise InputError("is none")

    require_as_made(path, none)
    path.write_text("")
    require_as_made(path, none)
    path.write_text("as made")
    require_as_made(path, lambda _: "as made")
    for made_again in (lambda _: "As made", none):
        with pytest.raises(InputError, match="or changed since"):
            require_as_made(path, made_again)
