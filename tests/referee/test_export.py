"""A game turned into a film, JSON and text."""

import json
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path

import matplotlib
import pytest
from PIL import Image, ImageFont

from referee.drawings.tower_drawing import draw_tower
from referee.live.event_fields import event_line
from referee.live.events import Event
from referee.live.game_events import EventKind
from referee.live.journal import Journal
from referee.live.journal_report import journal_text
from referee.live.saving import TOWER_CODEC
from referee.live.state import GameState, Ply
from referee.phrases import Phrasebook
from referee.playing.exporting import read_game, stills_of
from rules.games.babel import EMPTY_TOWER, Face, Fault, parse_cube, parse_tower
from rules.record_reading import parse_record
from vision.games.babel.memory import CubeMemory

SVG = "{http://www.w3.org/2000/svg}"
RECORD = "game babel\nplayer 1 Ida\nplayer 2 computer\n1. a1.1=1E\n2. b1.1=0\n3. a2.1=1S\n\nresult not over\n"
HAND = Event(EventKind.HAND, 1.0, "A hand is at the tower.", is_there=True)
PLACED = Event(
    EventKind.PLACEMENT, 2.0, "", ply=1, player=1, cell=(0, 0, 0), type=1, bulges=(Face.S,), position="1S,-,-,- 2"
)
FAULT = Event(EventKind.FAULT, 2.0, "", ply=1, player=1, cell=(0, 0, 0), type=1, rule=5, faces=(Face.S,), by="seen")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(RECORD)
    return path


def refereed(*cubes: tuple[tuple[int, int, int], str], faults: tuple[Fault, ...] = ()) -> GameState:
    """A game in which these cubes were placed in turn; the last one with these faults."""
    game = GameState(has_begun=True)
    for number, (cell, notation) in enumerate(cubes, start=1):
        cube = parse_cube(notation)
        found = faults if number == len(cubes) else ()
        ply = Ply(number, 2 - number % 2, cell, cube, 1.0, found, 1.0)
        memory = CubeMemory().corrected(cube)
        game = GameState(cubes={**game.cubes, cell: memory}, plies=(*game.plies, ply), has_begun=True)
    return game


def test_a_film_has_a_picture_for_the_start_and_each_placement(run, record: Path, tmp_path: Path) -> None:
    for ending in ("svg", "gif"):
        result = run("export", str(record), "-o", str(tmp_path / f"game.{ending}"))
        assert (result.exit_code, result.stdout) == (0, f"{tmp_path}/game.{ending}: Ida – computer\n")
    drawing = ElementTree.parse(tmp_path / "game.svg").getroot()
    assert drawing.findtext(f"{SVG}title") == "Ida – computer: Player 1: white, a2 on level 1."
    groups = drawing.findall(f"{SVG}g")
    assert len(groups) == 4
    assert [group.get("visibility") for group in groups] == ["hidden"] * 3 + ["visible"]
    texts = [text.text for text in groups[1].iter(f"{SVG}text")]
    assert "Ida – computer" in texts
    assert "Player 1: white, a1 on level 1." in texts
    with Image.open(tmp_path / "game.gif") as picture:
        assert picture.n_frames == 4
        assert picture.info["loop"] == 0


def test_no_words_leave_the_picture_in_a_browser_with_wide_letters(run, tmp_path: Path) -> None:
    path, names = tmp_path / "game.txt", ("Maximilian-Alexander von Hohenberg", "Anna-Katharina Müller")
    path.write_text("game babel\nplayer 1 {}\nplayer 2 {}\n1. a1.1=1W\n".format(*names))
    assert run("export", str(path), "-o", str(tmp_path / "game.svg"), "--language", "de_AT.UTF-8").exit_code == 0
    drawing = ElementTree.parse(tmp_path / "game.svg").getroot()
    letters = ImageFont.truetype(str(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"), 100)
    lines = [text for text in drawing.iter(f"{SVG}text") if text.get("text-anchor") is None]
    assert any(" – " in text.text for text in lines)
    assert any("Noppe zeigt" in text.text for text in lines)
    for text in lines:
        end = float(text.get("x")) + float(text.get("font-size")) * letters.getlength(text.text) / 100
        assert end < float(drawing.get("viewBox").split()[2]), text.text


def test_each_picture_is_shown_from_where_the_last_one_ends(run, record: Path, tmp_path: Path) -> None:
    run("export", str(record), "-o", str(tmp_path / "game.svg"))
    animations = list(ElementTree.parse(tmp_path / "game.svg").getroot().iter(f"{SVG}animate"))
    times = [[float(time) for time in animation.get("keyTimes", "").split(";")] for animation in animations]
    shown = [animation.get("values", "").split(";").index("visible") for animation in animations]
    starts = [time[index] for time, index in zip(times, shown, strict=True)]
    ends = [time[index + 1] if index + 1 < len(time) else 1.0 for time, index in zip(times, shown, strict=True)]
    assert starts == [0.0, *ends[:-1]]
    assert ends[-1] == 1.0


def test_the_record_itself_is_never_written_over(run, refused, record: Path) -> None:
    text = record.with_suffix(".txt")
    text.write_bytes(record.read_bytes())
    refused(run("export", str(text), "-o", str(text)), "is the file that is read")
    assert text.read_bytes() == record.read_bytes()


def test_json_and_text_tell_the_record_again(run, record: Path, tmp_path: Path) -> None:
    run("export", str(record), "-o", str(tmp_path / "out.json"))
    assert [move["move"] for move in json.loads((tmp_path / "out.json").read_text())["moves"]] == [
        "a1.1=1E",
        "b1.1=0",
        "a2.1=1S",
    ]
    run("export", str(record), "-o", str(tmp_path / "out.txt"))
    assert parse_record((tmp_path / "out.txt").read_text()).record == parse_record(RECORD).record


def test_a_document_is_replaced_only_by_one_of_the_same_program(run, refused, record: Path, tmp_path: Path) -> None:
    out, other = tmp_path / "out.json", tmp_path / "other.json"
    other.write_text('{"game": "babel", "remarks": []}')
    refused(run("export", str(record), "-o", str(other)), "other.json: is there already, and not made by this program")
    assert other.read_text() == '{"game": "babel", "remarks": []}'
    run("export", str(record), "-o", str(out))
    first = out.read_bytes()
    assert run("export", str(record), "-o", str(out)).exit_code == 0
    assert out.read_bytes() == first


def test_each_placement_is_shown_with_its_cube(record: Path) -> None:
    towers = [EMPTY_TOWER, *map(parse_tower, ("1E,-,-,-", "1E,0,-,-", "1E,0,1S,-"))]
    film = read_game(record, Phrasebook()).film()
    assert [still.marks for still in film.stills] == [tuple(draw_tower(tower, 2)) for tower in towers]


def test_a_draw_is_told_in_the_last_picture(record: Path) -> None:
    finished = "3ENU,1N,2EU,0/2EN,1D,1U,4WSUD/4ENUD,1D,0,3WSU/1U,3WND,4ESUD,1U/0,4WNUD,3ESU,0/3END,0,0,3WSD"
    record.write_text(f"game babel\noption finished=draw\nstart {finished} 00000:00000 1\n")
    assert read_game(record, Phrasebook()).film().stills[-1].caption == "The tower is finished: a draw."


def test_of_a_position_that_is_not_known_well_enough_it_is_told_in_which_file_it_stands(
    run, refused, record: Path, tmp_path: Path
) -> None:
    record.write_text("game tours\nstart tours 5b?,-,-/-,-,-/-,-,-\n")
    refused(run("export", str(record), "-o", str(tmp_path / "game.json")), "game.txt: the top tile of a1 is not known")


def test_comments_of_a_record_are_kept(run, record: Path, tmp_path: Path) -> None:
    record.write_text("# Saturday, at home\n" + record.read_text())
    run("export", str(record), "-o", str(tmp_path / "again.txt"))
    assert (tmp_path / "again.txt").read_text().splitlines()[0] == "# Saturday, at home"


def test_what_a_record_lacks_is_told(run, record: Path, tmp_path: Path) -> None:
    record.write_text("game babel\n1. a1.1=1E\n2. b1.1=0")
    result = run("export", str(record), "-o", str(tmp_path / "out.txt"))
    assert result.exit_code == 0
    assert "cut off in line 3" in result.stderr and "end it with a line break" in result.stderr


def test_a_wrong_move_is_shown_with_its_rule(run, record: Path, tmp_path: Path) -> None:
    record.write_text(RECORD.replace("a2.1=1S", "a2.1=1N").replace("\nresult not over\n", ""))
    run("export", str(record), "-o", str(tmp_path / "game.svg"), "--language", "de")
    text = (tmp_path / "game.svg").read_text()
    words = " ".join(part.text or "" for part in ElementTree.fromstring(text).iter(f"{SVG}text"))
    assert "Gegen Regel 5" in words
    assert "#dc1e1e" in text
    exported = run("export", str(record), "-o", str(tmp_path / "out.txt"))
    assert "# 3. a2.1=1N  The cube in a2 on level 1 shows a bulge" in (tmp_path / "out.txt").read_text()
    assert "3. a2.1=1N is not legal. Rule 5" in exported.stderr
    assert exported.stderr.strip().endswith("What follows is left out.")


def test_a_first_position_that_breaks_a_rule_is_shown_with_it(run, record: Path, tmp_path: Path) -> None:
    record.write_text("game babel\nstart 1S,-,-,- 32132:33132 2\n")
    exported = run("export", str(record), "-o", str(tmp_path / "game.svg"))
    text = (tmp_path / "game.svg").read_text()
    words = " ".join(part.text or "" for part in ElementTree.fromstring(text).iter(f"{SVG}text"))
    assert "Against rule 5" in words
    assert "#dc1e1e" in text
    assert "is not legal. Rule 5" in exported.stderr


def test_a_journal_becomes_a_film_and_a_document(run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    journal = Journal.create(path, "table.mp4", GameState(), TOWER_CODEC)
    game = refereed(((0, 0, 0), "1S"), faults=(Fault(5, (0, 0, 0), (Face.S,), "seen", "It shows a bulge."),))
    journal.write([HAND, PLACED, FAULT], game)
    journal.close()
    assert run("export", str(path), "-o", str(tmp_path / "game.gif")).exit_code == 0
    assert run("export", str(path), "-o", str(tmp_path / "game.json")).exit_code == 0
    document = json.loads((tmp_path / "game.json").read_text())
    assert document["source"] == "table.mp4"
    assert document["placements"][0]["cube"] == "1S"
    assert document["placements"][0]["faults"][0]["rule"] == 5
    assert document["events"] == [json.loads(event_line(event)) for event in (HAND, PLACED, FAULT)]


def test_a_journal_is_shown_with_the_tower_after_each_event_of_the_game(run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with Journal.create(path, "table.mp4", GameState(), TOWER_CODEC) as journal:
        journal.write([HAND, PLACED], refereed(((0, 0, 0), "1S")))
    shown = run("replay", str(path)).stdout
    assert HAND.message not in shown
    assert "above" in shown.partition("0:02")[2]
    assert "player 1 holds  3 grey  2 white" in shown


def test_faults_of_one_tower_are_outlined_together() -> None:
    other = replace(FAULT, rule=6, faces=(Face.E,))
    (still,) = stills_of([PLACED, FAULT, other], Phrasebook())
    assert still.faulty == {((0, 0, 0), Face.S), ((0, 0, 0), Face.E)}


def test_a_tower_that_fell_whole_is_shown_empty() -> None:
    fell = Event(EventKind.TOPPLED, 3.0, "The tower fell.", position="-,-,-,-")
    assert [still.tower for still in stills_of([PLACED, fell], Phrasebook())] == [parse_tower("1S,-,-,-"), EMPTY_TOWER]


def test_a_fault_is_shown_with_its_placement_and_hands_are_not() -> None:
    (still,) = stills_of([HAND, PLACED, FAULT], Phrasebook())
    assert still.tower == parse_tower("1S,-,-,-")
    assert still.is_fault
    assert still.faulty == {((0, 0, 0), Face.S)}
    assert still.caption.startswith("Player 1: white, a1 on level 1. Against rule 5")


def test_a_refereed_game_becomes_a_record_with_the_rest_as_remarks() -> None:
    fault = Fault(5, (0, 1, 0), (Face.N,), "seen", "It shows a bulge.")
    text = journal_text(refereed(((0, 0, 0), "1E"), ((1, 0, 0), "0"), ((0, 1, 0), "1N"), faults=(fault,)))
    reading = parse_record(text)
    assert [str(move) for move in reading.record.moves] == ["a1.1=1E", "b1.1=0"]
    assert "# 3. player 1: a2.1=1N  It shows a bulge." in text


def test_faces_that_were_never_seen_are_filled_in_and_said_so() -> None:
    text = journal_text(refereed(((0, 0, 0), "1ws?"), ((1, 0, 0), "0")))
    moves = [str(move) for move in parse_record(text).record.moves]
    assert moves == ["a1.1=1E", "b1.1=0"]
    assert "# filled in where the camera saw too little: a1.1=1E" in text


def test_before_a_fault_too_faces_are_filled_in() -> None:
    fault = Fault(5, (0, 1, 0), (Face.N,), "seen", "It shows a bulge.")
    text = journal_text(refereed(((0, 0, 0), "1ws?"), ((1, 0, 0), "0"), ((0, 1, 0), "1N"), faults=(fault,)))
    assert [str(move) for move in parse_record(text).record.moves] == ["a1.1=1E", "b1.1=0"]


def test_a_cube_that_was_taken_away_is_told_in_a_remark() -> None:
    game = refereed(((0, 0, 0), "1E"), ((1, 0, 0), "0"), ((0, 1, 0), "1E"))
    text = journal_text(replace(game, cubes={cell: game.cubes[cell] for cell in ((0, 0, 0), (0, 1, 0))}))
    assert "# taken away, though others came after it: b1 on level 1" in text


def test_a_game_that_was_joined_goes_into_remarks_for_its_hands_are_not_known() -> None:
    game = replace(refereed(((0, 0, 0), "1E"), ((1, 0, 0), "0")), start_hands=None)
    text = journal_text(game)
    assert parse_record(text).record.moves == ()
    assert "# the game was joined, so the hands are not known: 1E,0,-,- 1" in text
    assert "# 2. player 2: b1.1=0" in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("game.txt", "-o", "game.mp4"), r"game.mp4: the ending must be one of .svg, .gif, .json, .txt"),
        (("game.txt", "-o", "game.svg", "--language", "tlh"), r"'tlh' is not one of 'en', 'de', 'fr'"),
        (("none.txt", "-o", "game.svg"), r"none.txt: there is no such file"),
        (("baubylon.txt", "-o", "game.svg"), r"a game of baubylon; only babel, 012x012 and tours can be drawn"),
        (("tours.txt", "-o", "game.svg", "--language", "de"), r"boards speak English only; leave --language out"),
        (("torn.jsonl", "-o", "game.svg"), r"torn.jsonl: line 2 is damaged"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    run, refused, record: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(record.parent)
    Path("tours.txt").write_text("game tours\n")
    Path("baubylon.txt").write_text("game baubylon\n")
    header = '{"journal":"tower-referee","version":1,"source":""}\n'
    Path("torn.jsonl").write_text(header + '{"events":[{"event":"placement","position":"nonsense"}]}\n')
    refused(run("export", *words), message)
    assert not Path("game.svg").exists()


def test_a_fault_that_changed_the_tower_has_a_picture_of_its_own() -> None:
    moved = replace(FAULT, rule=3, faces=(), position="1E,-,-,- 2")
    stills = stills_of((PLACED, FAULT, moved), Phrasebook())
    assert [still.tower for still in stills] == [parse_tower("1S,-,-,-"), parse_tower("1E,-,-,-")]
    assert "rule 3" not in stills[0].caption
    assert stills[1].is_fault
    assert [still.tower for still in stills_of((moved,), Phrasebook())] == [parse_tower("1E,-,-,-")]


def test_a_game_whose_start_turned_out_to_break_a_rule_is_told_in_remarks() -> None:
    # Corrected to a cube that no bulge fits beside the one that stood there from the start.
    memory = {cell: CubeMemory().corrected(cube) for cell, cube in parse_tower("1E,3?,-,-").items()}
    text = journal_text(GameState(cubes=memory, has_begun=True))
    assert "# no placement is known to have broken a rule, but the tower does: 1E,3?,-,-" in text
    assert not parse_record(text).record.moves
