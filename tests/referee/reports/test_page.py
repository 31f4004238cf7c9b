"""The report is one page with everything in it: well formed, nothing fetched, all parts there."""

import base64
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import referee.verdicts.checking
from calibration.camera import CameraPose
from referee.drawings.face_lines import RED
from referee.reports.page_drawing import plans, sides
from rules.games.babel import Face, parse_tower
from vision.games.babel.evidence import Reading

LEGAL = "1E,0,1S,2WS/4ENUD,-,-,-"
FINISHED = "3ENU,1N,2EU,0/2EN,1D,1U,4WSUD/4ENUD,1D,0,3WSU/1U,3WND,4ESUD,1U/0,4WNUD,3ESU,0/3END,0,0,3WSD"
_VOID = {"meta", "img", "br", "link", "input", "hr"}


class Page(HTMLParser):
    """Collects tags, attributes and texts, and checks that tags close in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.headings: list[str] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in _VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._open and self._open[-1] == "h2":
            self.headings.append(data)


@pytest.fixture
def page_of(
    run: Any,
    monkeypatch: pytest.MonkeyPatch,
    read_like: Callable[..., Reading],
    sight_of: Any,
    blank_photo: Path,
    tmp_path: Path,
) -> Callable[..., Page]:
    """The report on a tower that the reader finds in the blank photo."""

    def page_of(notation: str, *words: str, **settings: Any) -> Page:
        monkeypatch.setattr(
            referee.verdicts.checking, "see", lambda frame_bgr, **_: sight_of(read_like(notation, **settings))
        )
        target = tmp_path / "report.html"
        result = run("check", str(blank_photo), "--report", str(target), *words)
        assert f"report:{target}" in "".join(result.stdout.split())
        return Page(target.read_text(encoding="utf-8"))

    return page_of


def test_nothing_is_fetched_and_every_picture_is_in_the_page(page_of: Any) -> None:
    page = page_of("1S,-,-,-")
    assert not {"script", "link", "iframe", "object"} & {tag for tag, _ in page.tags}
    sources = [attributes["src"] for tag, attributes in page.tags if tag == "img"]
    assert len(sources) == 2  # the photo, and the place of the fault
    for source in sources:
        kind, _, data = source.partition(",")
        assert kind == "data:image/jpeg;base64"
        picture = cv2.imdecode(np.frombuffer(base64.b64decode(data), np.uint8), cv2.IMREAD_COLOR)
        assert picture is not None
    assert not any("http" in (value or "") for tag, attributes in page.tags for value in attributes.values())


def test_an_unfinished_tower_has_sides_counts_joints_and_the_best_placements(page_of: Any) -> None:
    page = page_of(LEGAL)
    assert page.headings == [
        "Photos", "What this rests on", "The tower", "Cubes by level", "Hidden joints", "What can still be placed",
    ]  # fmt: skip
    drawings = [attributes["aria-label"] for tag, attributes in page.tags if tag == "svg"]
    assert drawings == [
        f"the tower from {side}" for side in ("the South", "the East", "the North", "the West", "above")
    ] + [
        "joints of level 1",
        "joints of level 2",
    ]
    # The blue cube shows on all four sides, on two of them in the row behind.
    assert [attributes.get("opacity") for tag, attributes in page.tags if tag == "g"].count(".6") == 2
    assert "1 legal arrangement agrees with what is known." in page.text
    assert "Player 2, to move" in page.text
    assert "Photograph it from the North-West" in page.text


def test_both_players_get_placements_once_the_hands_are_known(page_of: Any) -> None:
    page = page_of("1E,0,-,-", "--hands", "32132:23132")
    assert "Player 1, to move" in page.text
    assert "Player 2, once the first of these is placed" in page.text
    assert "player 1 holds" in page.text
    assert page.text.count("win in ") + page.text.count("loss in ") >= 2
    # The first fills a2.
    first, then = page.text.split("Player 2, once the first of these is placed")
    assert "3 beigea2 on level 1E S Uwin in 13leaves player 2 with 2 replies" in first
    assert "1 whiteb2 on level 1S" in then
    assert "a2 on level 1" not in then
    grey = page_of("1E,-,-,-", "--hands", "32132:33132")
    assert "0 greyb1 on level 1none" in grey.text
    # Of eight the best five.
    assert grey.text.count("leaves player 1") == 5


def test_a_cube_of_unknown_type_may_be_any_of_those_left(page_of: Any) -> None:
    page = page_of("1E,-,-,-", confidence=0.55)
    assert "0 grey5 to 6" in page.text.replace("\n", "")
    assert "0 grey6" in page_of("1E,-,-,-").text.replace("\n", "")
    # Who placed a grey cube has two left, the other all three.
    held = page_of("1E,-,-,-", "--hands", "23132:33132", confidence=0.55).text.replace("\n", "")
    assert "0 grey5" in held and "0 grey5 to" not in held


def test_a_fault_is_shown_with_its_facts_and_its_place(page_of: Any) -> None:
    page = page_of("1S,-,-,-")
    assert page.headings[:2] == ["Photos", "Faults"]
    assert "The cube in a1 on level 1 shows a bulge on the outside, at face S." in page.text
    assert "It rests on: the cube in a1 on level 1 with a bulge at S." in page.text
    assert outlined(page) == 1


def outlined(page: Page) -> int:
    """How many squares of the drawings are outlined in red."""
    return sum(tag == "rect" and attributes.get("stroke") == "#dc1e1e" for tag, attributes in page.tags)


def test_the_place_of_a_fault_is_outlined_in_its_picture(page_of: Any) -> None:
    page = page_of("1S,-,-,-")
    (source,) = (a["src"] for tag, a in page.tags if tag == "img" and a["alt"].startswith("the place of the fault"))
    picture = cv2.imdecode(np.frombuffer(base64.b64decode(source.partition(",")[2]), np.uint8), cv2.IMREAD_COLOR)
    assert (np.abs(picture.astype(int) - RED).max(axis=2) < 80).any()


def test_a_fault_at_the_edge_of_the_photo_has_a_picture_as_far_as_it_shows(page_of: Any, pose: CameraPose) -> None:
    aside = CameraPose(pose.lens, pose.rotation, pose.translation - np.array([3.6, 2.4, 0.0]))
    page = page_of("1S,-,-,-", pose=aside)
    assert "Rule 5" in page.text
    assert any(str(a["alt"]).startswith("the place of the fault") for tag, a in page.tags if tag == "img")


def test_the_rules_by_which_it_was_judged_are_told(page_of: Any) -> None:
    assert "black cubes adjacent, beige cubes T" in page_of("1E,-,-,-", "--type3", "T").text


def test_a_fault_of_no_face_has_a_picture_of_its_cube(page_of: Any) -> None:
    page = page_of("0,-,-,0")
    assert "Rule 7" in page.text
    alts = [str(attributes["alt"]) for tag, attributes in page.tags if tag == "img"]
    assert sum(alt.startswith("the place of the fault") for alt in alts) == 1


def test_of_an_illegal_tower_a_fault_is_told_once_and_no_joints(page_of: Any) -> None:
    page = page_of("1S,0,-,-")
    assert page.text.count("The cube in a1 on level 1 shows a bulge on the outside") == 1
    assert not {"Hidden joints", "What can still be placed"} & {*page.headings}
    assert "Hidden joints" in page_of(LEGAL).headings


def test_how_many_places_are_out_of_view_is_told_where_any_is(page_of: Any) -> None:
    assert "out of view." not in page_of("1E,0,-,-").text
    assert "places out of view; " in page_of(FINISHED).text


def test_on_what_photos_contradict_each_other_is_told_once(run: Any, sides_seen: Any, tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    run("check", *sides_seen(LEGAL, LEGAL.replace("4ENUD", "1D")), "--report", str(target))
    page = Page(target.read_text(encoding="utf-8"))
    assert page.text.count("The photos contradict each other about a1 on level 2") == 1


def test_how_sure_a_fault_is_is_told_as_in_the_terminal(page_of: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "% sure" not in page_of("1S,-,-,-").text
    monkeypatch.setattr(referee.verdicts.checking, "fault_confidence", lambda *_: 0.987)
    assert "Rule 5, 98.7 % sure" in page_of("1S,-,-,-").text


def test_a_fault_of_no_face_outlines_all_of_its_cube(page_of: Any) -> None:
    # From two sides and above, and faded from the two others.
    assert outlined(page_of("0,0,0,-/0,-,-,-")) == 5


def test_what_follows_inside_the_tower_is_counted_where_cubes_touch(page_of: Any) -> None:
    assert "inside the tower" not in page_of("1E,-,-,-").text
    assert "Of 2 faces inside the tower 2 are deduced and 0 not known." in page_of("1E,0,-,-").text


def test_of_a_tower_that_breaks_a_rule_as_it_was_read_nothing_is_said_to_be_placed(page_of: Any) -> None:
    page = page_of("1S,-,-,-", confidence=0.97)
    assert "undetermined" in page.text
    assert "No suggestion: as it was read, the tower breaks a rule" in page.text
    assert "not placed yet" not in page.text


def test_of_a_finished_game_it_is_said_who_won_under_a_heading_of_its_own(
    run: Any, sides_seen: Any, tmp_path: Path
) -> None:
    target = tmp_path / "report.html"
    run("check", *sides_seen(FINISHED), "--report", str(target))
    page = Page(target.read_text(encoding="utf-8"))
    assert page.headings[-1] == "What can still be placed"
    assert "The game is over: player 2 wins." in page.text
    assert "not placed yet" not in page.text


def test_what_was_not_seen_is_dashed_and_every_mark_has_an_edge(page_of: Any) -> None:
    circles = [attributes for tag, attributes in page_of(LEGAL).tags if tag == "circle" and attributes["r"] == ".2"]
    bulges = {a["fill"] for a in circles} - {"none"}
    assert bulges == {"#ff8c00", "#ffd9a0"}
    assert all(("stroke-dasharray" in a) == (a["fill"] == "#ffd9a0") for a in circles if a["fill"] != "none")
    assert all(a["stroke"] in ("#181818", "#f5f5f5") for a in circles)


def test_what_follows_from_a_cubes_type_alone_is_dashed_too(page_of: Any) -> None:
    """All marks of a grey cube are hollows, also on the two sides that this photo does not show."""
    circles = [attributes for tag, attributes in page_of("0,-,-,-").tags if tag == "circle"]
    assert ["stroke-dasharray" in a for a in circles] == [False, False, True, True, False]


def test_a_cube_beside_the_tower_is_named_though_it_is_in_no_drawing(page_of: Any) -> None:
    assert "Beside the footprint: the place East of b1 on level 1: 0" in page_of("0,-,-,- +2,0,0=0").text


def test_a_cube_in_the_row_behind_is_pale_on_a_dark_page_too(page_of: Any) -> None:
    # Faded into the page, a white cube looked like a grey one there.
    tags = page_of(LEGAL).tags
    faded = [place for place, (_, attributes) in enumerate(tags) if attributes.get("opacity") == ".6"]
    for place in faded:
        (_, below), (_, cube) = tags[place - 1], tags[place + 1]
        assert (below["fill"], below["x"], below["y"]) == ("#fff", cube["x"], cube["y"])
    assert len(faded) == 2


def test_on_paper_it_is_dark_on_white_and_a_type_too_often_stays_marked(page_of: Any) -> None:
    style = page_of("2NU,2EU,0,2SU").text
    assert "@media screen and (prefers-color-scheme: dark)" in style
    assert "td.over { print-color-adjust: exact" in style.partition("@media print")[2]


def test_each_column_is_named_where_the_tower_is_seen_from_above() -> None:
    tower = parse_tower(LEGAL)
    above = sides(tower, tower, set())[-1]
    assert {name for name, _, _ in above.names} == {"a1", "b1", "a2", "b2"}


def test_columns_and_levels_are_named_from_each_side_with_the_ground_below() -> None:
    tower = parse_tower(LEGAL)
    south = sides(tower, tower, set())[0]
    assert sorted(south.names, key=lambda name: name[2]) == [
        ("2", -0.3, 0.5),
        ("1", -0.3, 1.5),
        ("a1", 0.5, 2.25),
        ("b1", 1.5, 2.25),
    ]


@pytest.mark.parametrize(
    ("notation", "towards_xy"),
    [("1E,0,-,-", (1, 0)), ("0,1W,-,-", (-1, 0)), ("1N,-,0,-", (0, -1)), ("0,-,1S,-", (0, 1))],
)
def test_an_arrow_across_a_joint_points_from_the_bulge_into_the_hollow(
    notation: str, towards_xy: tuple[int, int]
) -> None:
    tower = parse_tower(notation)
    (joint,) = plans(set(), tower)[0].joints
    corners = np.array([point.split(",") for point in joint.points.split()], float)
    ahead = (corners - (joint.x, joint.y)) @ towards_xy
    # One point of the triangle lies ahead, the side across behind.
    assert (ahead > 0).sum() == 1


def test_joints_and_cubes_of_a_level_lie_as_seen_from_above_with_north_up() -> None:
    (plan,) = plans({((0, 0, 0), Face.E)}, parse_tower("1E,0,2UN,-"))
    assert [(square.type, square.x, square.y, square.up.strip()) for square in plan.squares] == [
        ("1", 0, 1, "↓"),
        ("0", 1, 1, "↓"),
        ("2", 0, 0, "↑"),
    ]
    # Both cubes' faces must have been seen.
    assert [(joint.x, joint.y, joint.seen) for joint in plan.joints] == [(1.0, 1.5, False), (0.5, 1.0, False)]
    assert plans({((0, 0, 0), Face.E), ((1, 0, 0), Face.W)}, parse_tower("1E,0,-,-"))[0].joints[0].seen


def test_faces_with_a_red_outline_are_drawn_last() -> None:
    tower = parse_tower("1S,0,-,-")
    south = sides(set(), tower, {((0, 0, 0), Face.S)})[0]
    assert [(square.x, square.faulty) for square in south.squares] == [(1, False), (0, True)]


def test_a_photos_name_may_look_like_the_end_of_a_sentence(run: Any, sides_seen: Any, tmp_path: Path) -> None:
    photos = [Path(photo) for photo in sides_seen(LEGAL, LEGAL.replace("4ENUD", "1D"))]
    named = [photo.rename(photo.with_name(f"12. Mai. {number}.png")) for number, photo in enumerate(photos)]
    target = tmp_path / "report.html"
    run("check", *map(str, named), "--report", str(target))
    assert "12. Mai. 0.png shows blue, 12. Mai. 1.png shows white." in Page(target.read_text(encoding="utf-8")).text


def test_a_type_of_which_there_are_too_many_is_marked(page_of: Any) -> None:
    page = page_of("2NU,2EU,0,2SU")
    over = [attributes for tag, attributes in page.tags if tag == "td" and attributes.get("class") == "over"]
    assert len(over) == 1


def test_names_of_photos_cannot_break_the_page(
    run: Any, monkeypatch: pytest.MonkeyPatch, read_like: Any, sight_of: Any, blank_photo: Path, tmp_path: Path
) -> None:
    monkeypatch.setattr(referee.verdicts.checking, "see", lambda frame_bgr, **_: sight_of(read_like(LEGAL)))
    photo = tmp_path / "<b onload=x>&.png"
    photo.write_bytes(blank_photo.read_bytes())
    target = tmp_path / "report.html"
    run("check", str(photo), "--report", str(target))
    page = Page(target.read_text(encoding="utf-8"))
    assert "b" not in {tag for tag, _ in page.tags}
    assert "<b onload=x>&.png" in page.text


def test_a_page_has_the_ending_of_one(run: Any, refused: Any, blank_photo: Path, tmp_path: Path) -> None:
    refused(run("check", str(blank_photo), "--report", str(tmp_path / "out.pdf")), "must be one of .html, .htm")
    refused(run("check", str(blank_photo), "--report", str(tmp_path / "none" / "out.html")), "does not exist")
