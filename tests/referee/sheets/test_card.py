import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import Result

from calibration.card_mat import CARD_MAT, CUBE_COLOURS_SRGB
from calibration.markers import marker_detector
from calibration.mat import MARKER_DICTIONARY
from referee.boards.zero12 import board
from referee.errors import InputError
from referee.sheets.card_files import read_card
from referee.sheets.card_pictures import card_of_picture, preview
from referee.sheets.cards import card_sheet
from referee.sheets.mat import PNG_DPI
from referee.sheets.papers import PAPERS_MM
from rules.games.zero12 import DEFAULT_CARD, SIDE, SQUARES, Card, card_file, parse_move, play, start
from rules.games.zero12.card import parse_card

Run = Callable[..., Result]


def painted(card: Card, paints: list[tuple[int, int, int]], square_px: int = 20) -> np.ndarray:
    """A picture of a card in these colours, BGR."""
    rows = np.array(card.codes).reshape(SIDE, SIDE)[::-1]
    return np.kron(np.array(paints, np.uint8)[rows], np.ones((square_px, square_px, 1), np.uint8))


def test_a_picture_of_a_card_becomes_that_card_by_tone_and_by_colour() -> None:
    greys = [(250, 250, 250), (10, 10, 10), (120, 120, 120)]
    assert card_of_picture(painted(DEFAULT_CARD, greys), "red", 256).codes == DEFAULT_CARD.codes
    paints = [CUBE_COLOURS_SRGB[name][::-1] for name in ("white", "black", "blue")]
    assert card_of_picture(painted(DEFAULT_CARD, paints), "blue", None).codes == DEFAULT_CARD.codes


def test_a_pale_picture_with_shading_becomes_the_card_too() -> None:
    picture = painted(DEFAULT_CARD, [(240, 240, 240), (180, 180, 180), (205, 205, 205)]).astype(int)
    shaded = (picture - np.linspace(0, 8, picture.shape[1]).astype(int)[None, :, None]).astype(np.uint8)
    assert card_of_picture(shaded, "red", 256).codes == DEFAULT_CARD.codes


@pytest.mark.parametrize("tones", [2, 3, 256, None])
@pytest.mark.parametrize("size_wh", [(12, 12), (640, 480), (37, 300)])
def test_every_picture_gives_a_fair_card(tones: int | None, size_wh: tuple[int, int]) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (size_wh[1], size_wh[0], 3)).astype(np.uint8)
    assert card_of_picture(noise, "green", tones).is_fair
    assert card_of_picture(np.full_like(noise, 255), "green", tones).is_fair


def test_no_exchange_of_two_squares_comes_nearer_to_the_picture() -> None:
    grey = np.random.default_rng(2).integers(0, 256, (12, 12)).astype(np.uint8)
    card = card_of_picture(np.repeat(grey[..., None], 3, axis=2), "red", 256)
    means = np.array([grey[SIDE - 1 - row, column] for column, row in SQUARES], int)
    # With one colour axis the darkest 48 squares are black, the lightest white.
    black, white = (means[np.array(card.codes) == code] for code in (1, 0))
    others = means[np.array(card.codes) == 2]
    assert black.max() <= others.min() <= others.max() <= white.min()


def test_the_preview_shows_the_picture_and_the_card_with_north_on_top() -> None:
    paints = [CUBE_COLOURS_SRGB[name][::-1] for name in ("white", "black", "red")]
    shown = preview(painted(DEFAULT_CARD, paints), DEFAULT_CARD, "red")
    assert shown.shape == (480, 980, 3)
    north_west = DEFAULT_CARD.code((0, SIDE - 1))
    assert tuple(shown[20, 520]) == tuple(shown[20, 20]) == paints[north_west]


@pytest.mark.parametrize(("square_mm", "paper"), [(11, "a4"), (17, "a3")])
def test_a_printed_card_has_its_markers_and_squares_at_their_place_in_millimetres(square_mm: float, paper: str) -> None:
    data = card_sheet(DEFAULT_CARD, "red", square_mm, paper, "png")
    sheet = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    detector = marker_detector(cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY))
    corners, ids, _ = detector.detectMarkers(cv2.cvtColor(sheet, cv2.COLOR_BGR2GRAY))
    assert sorted(np.ravel(ids)) == list(range(8, 16))
    width_mm, height_mm = PAPERS_MM[paper]
    px_per_mm = PNG_DPI / 25.4
    for marker_id, corners_xy in zip(np.ravel(ids), np.reshape(corners, (-1, 4, 2)), strict=True):
        expected_mm = CARD_MAT.marker_corners(int(marker_id))[:, :2] * square_mm
        expected_xy = (expected_mm * [1, -1] + [width_mm / 2, height_mm / 2]) * px_per_mm
        assert np.abs(corners_xy - expected_xy).max() < 2
    for square in ((0, 0), (3, 7), (11, 11)):
        east_mm, north_mm = ((number - SIDE / 2 + 0.5) * square_mm for number in square)
        pixel = sheet[int((height_mm / 2 - north_mm) * px_per_mm), int((width_mm / 2 + east_mm) * px_per_mm)]
        name = ("white", "black", "red")[DEFAULT_CARD.code(square)]
        paint = (255, 255, 255) if name == "white" else CUBE_COLOURS_SRGB[name][::-1]
        assert np.abs(pixel.astype(int) - paint).max() <= 1


def test_numbers_and_lines_show_on_grey_squares_too() -> None:
    data = card_sheet(DEFAULT_CARD, "grey", 11, "a4", "png")
    sheet = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    square = next(square for square in SQUARES if DEFAULT_CARD.code(square) == 2)
    px_per_mm = PNG_DPI / 25.4
    west, south = (round(length / 2 * px_per_mm) for length in PAPERS_MM["a4"])
    west, south = (
        west + round((square[0] - SIDE / 2) * 11 * px_per_mm),
        south - round((square[1] - SIDE / 2) * 11 * px_per_mm),
    )
    side = round(11 * px_per_mm)
    drawn = sheet[south - side + 4 : south - 4, west + 4 : west + side - 4]
    assert drawn.min() < 100
    assert sheet[south - side // 2, west - 3 : west + 4].max() > 170


def test_the_markers_are_none_of_the_tower_mat() -> None:
    assert MARKER_DICTIONARY == cv2.aruco.DICT_4X4_50
    assert min(number for number, _, _ in CARD_MAT.marker_centres) == 8


def test_make_check_and_print_follow_each_other(run: Run, tmp_path: Path) -> None:
    picture, card, shown = tmp_path / "photo.png", tmp_path / "card.csv", tmp_path / "shown.png"
    cv2.imwrite(str(picture), np.random.default_rng(3).integers(0, 256, (50, 80, 3)).astype(np.uint8))
    assert run("card", "make", str(picture), "-o", str(card), "--preview", str(shown)).exit_code == 0
    assert cv2.imread(str(shown)) is not None
    told = run("card", "check", str(card)).stdout
    assert "fair, 48 squares of each code" in told
    # What it prints is what the game takes.
    option = told.split("--option ")[1].strip()
    assert run("play", "--game", "012x012", "--option", option, stdin="quit\n").exit_code == 0
    for ending in ("pdf", "svg", "png"):
        target = tmp_path / f"card.{ending}"
        assert run("card", "print", str(card), "-o", str(target)).exit_code == 0
        assert target.stat().st_size > 1000


def test_colours_may_be_written_in_capitals_and_as_americans_do(run: Run, tmp_path: Path) -> None:
    photo, cards = tmp_path / "photo.png", [tmp_path / "british.csv", tmp_path / "american.csv"]
    picture = np.random.default_rng(3).integers(0, 256, (60, 60, 3)).astype(np.uint8)
    assert cv2.imwrite(str(photo), picture)
    for card, colour, tones in zip(cards, ("grey", "Gray"), ("colours", "Colors"), strict=True):
        words = ("card", "make", str(photo), "-o", str(card), "--colour", colour, "--tones", tones)
        assert run(*words).exit_code == 0
    assert cards[0].read_text() == cards[1].read_text()


def test_a_card_written_by_hand_with_semicolons_and_remarks_is_read(tmp_path: Path) -> None:
    path = tmp_path / "hand.csv"
    path.write_text("# mine\n" + card_file(DEFAULT_CARD).replace(",", "; ") + "\n", encoding="utf-8-sig")
    assert read_card(path) == DEFAULT_CARD


def test_an_unfair_card_is_told_with_its_counts(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "unfair.csv"
    path.write_text(card_file(Card((0,) * 47 + (1,) * 49 + (2,) * 48)), encoding="utf-8")
    result = run("card", "check", str(path))
    assert result.exit_code == 1
    assert "code 0 stands on 47 squares, code 1 on 49 and code 2 on 48, instead of 48 each" in result.stdout


@pytest.mark.parametrize(("counts", "status"), [((48, 48, 48), 0), ((47, 49, 48), 1)])
def test_a_checked_card_is_told_as_json(run: Run, tmp_path: Path, counts: tuple[int, ...], status: int) -> None:
    card = Card(tuple(code for code, count in enumerate(counts) for _ in range(count)))
    path = tmp_path / "card.csv"
    path.write_text(card_file(card), encoding="utf-8")
    result = run("card", "check", str(path), "--json")
    assert result.exit_code == status
    document = json.loads(result.stdout)
    assert (document["fair"], document["squares_of_code"]) == (status == 0, list(counts))
    assert parse_card(document["card"]) == card


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "0 lines of codes; expected 12"),
        (b"0,1,2\n" * 12, "line 1 has 3 codes; expected 12"),
        (b"012012012012\n" * 11 + b"012012x12012\n", "square g1: 'x' is no code"),
        (b"\xff\xfe\x00", "is not UTF-8 text"),
        (b"0" * 30_000, "too many"),
    ],
)
def test_a_bad_card_file_is_one_line(
    run: Run, refused: Callable[..., None], tmp_path: Path, content: bytes, message: str
) -> None:
    path = tmp_path / "bad.csv"
    path.write_bytes(content)
    refused(run("card", "check", str(path)), message)
    target = tmp_path / "bad.pdf"
    refused(run("card", "print", str(path), "-o", str(target)), message)
    assert not target.exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("check", "{tmp}/none.csv"), "there is no such file"),
        (("make", "{tmp}/none.png", "-o", "{tmp}/card.csv"), "no such file"),
        (("make", "{photo}", "-o", "{tmp}/card.txt"), "must be .csv"),
        (("make", "{photo}", "-o", "{tmp}/card.csv", "--tones", "1"), "2 to 256"),
        (("make", "{photo}", "-o", "{tmp}/card.csv", "--preview", "{tmp}/shown.gif"), "ending must be one of"),
        (("print", "{card}", "-o", "{tmp}/card.doc"), "ending must be one of"),
        (("print", "{card}", "-o", "{tmp}/card.pdf", "--square", "30"), "does not fit"),
        (("print", "{card}", "-o", "{tmp}/none/card.pdf"), "does not exist"),
    ],
)
def test_a_bad_request_is_one_line_and_leaves_nothing(
    run: Run, refused: Callable[..., None], tmp_path: Path, blank_photo: Path, words: tuple[str, ...], message: str
) -> None:
    card = tmp_path / "given.csv"
    card.write_text(card_file(DEFAULT_CARD), encoding="utf-8")
    refused(run("card", *(word.format(tmp=tmp_path, photo=blank_photo, card=card) for word in words)), message)
    assert [path.name for path in tmp_path.iterdir()] == ["given.csv"]


def test_a_card_is_not_drawn_over_itself(run: Run, refused: Callable[..., None], tmp_path: Path) -> None:
    card = tmp_path / "card.svg"
    card.write_text(card_file(DEFAULT_CARD), encoding="utf-8")
    refused(run("card", "print", str(card), "-o", str(card)), "is the file that is read")
    assert read_card(card) == DEFAULT_CARD


def test_a_file_longer_than_any_card_is_no_card(tmp_path: Path) -> None:
    long = tmp_path / "long.csv"
    long.write_bytes(card_file(DEFAULT_CARD).encode() + b"\n" * 100_000)
    with pytest.raises(InputError, match="larger than 100,000 bytes, so it is not a card"):
        read_card(long)


def test_a_folder_is_no_card(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a folder"):
        read_card(tmp_path)


def test_the_board_shows_cubes_in_brackets_and_what_empty_squares_ask_for() -> None:
    from rich.console import Console

    console = Console(width=80, record=True, file=None, force_terminal=False)
    with console.capture() as captured:
        console.print(board(play(start(), parse_move("a1N2"))))
    lines = captured.get().splitlines()
    assert lines[10].startswith("  2 [1] 1  2")
    assert lines[11].startswith("  1 [0] 0  1")
    assert "player 1 has 23 white, 23 black, 24 red" in captured.get()


def test_a_card_that_was_made_is_replaced_but_none_that_somebody_changed(
    run: Run, refused: Callable[..., None], tmp_path: Path, blank_photo: Path
) -> None:
    target = tmp_path / "card.csv"
    words = ("card", "make", str(blank_photo), "-o", str(target))
    assert run(*words).exit_code == run(*words).exit_code == 0
    made = target.read_text()
    for changed in (f"{made}# drawn by hand\n", "1".join(made.rsplit("0", 1))):
        target.write_text(changed)
        refused(run(*words), "or changed since")
        assert target.read_text() == changed
