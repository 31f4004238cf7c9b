import pytest
from rich.color import ColorSystem
from rich.console import Console
from rich.style import Style

from referee.tower_text import PLAIN, ROUND, TYPE_STYLES, UNKNOWN_STYLE, draw_tower
from rules.games.babel import cell_name, judge, parse_tower


def drawn(notation: str, width: int = 100) -> list[str]:
    console = Console(width=width, color_system=None)
    tower = parse_tower(notation)
    judgement = judge(tower)
    with console.capture() as capture:
        console.print(draw_tower(tower, judgement.certain, PLAIN))
    return capture.get().splitlines()


def test_each_side_is_drawn_as_seen_from_there() -> None:
    lines = drawn("1E,0,1S,2WS/4ENUD,-,-,-")
    assert [lines[0].index(name) for name in ("South", "East", "North", "West")] == sorted(
        lines[0].index(name) for name in ("South", "East", "North", "West")
    )
    rows = [[panel.strip() for panel in line.split("│")[1::2]] for line in lines[1:4]]
    south, east, north, west = ["\n".join(panels) for panels in zip(*rows, strict=True)][:4]
    assert south == "2  4H\n1  1H  0H\na1  b1"
    # In brackets what stands in the row behind.
    assert east == "2 (4B)\n1  0H  2H\nb1  b2"
    assert north == "2     (4B)\n1  2H  1H\nb2  a2"
    assert west == "2      4H\n1  1H  1H\na2  a1"


def test_from_above_the_highest_cube_of_each_column_shows() -> None:
    text = "\n".join(drawn("1E,0,1S,2WS/4ENUD,-,-,-"))
    assert " 1H  2H " in text
    assert " 4B  0H " in text


@pytest.mark.parametrize(
    ("notation", "symbol"), [("1?,0,-,-", " 1h "), ("2?,-,-,-", " 2? "), ("?,-,-,-", " ?? "), ("1U,-,-,-", " 1B ")]
)
def test_seen_followed_and_unknown_marks_differ(notation: str, symbol: str) -> None:
    assert symbol in "\n".join(drawn(notation))


def test_cubes_beside_the_footprint_are_listed() -> None:
    assert f"Beside the footprint: {cell_name((2, 0, 0))}: 0" in drawn("0,-,-,- +2,0,0=0")


def test_columns_stand_below_each_other_on_ten_levels_and_more() -> None:
    lines = drawn("/".join(["0,0,0,0"] * 10))
    heads, rows = lines[11], lines[1:11]
    assert {row.index("0H") for row in rows} == {heads.index("a1")}
    assert [row[2:4].strip() for row in rows] == [str(level) for level in range(10, 0, -1)]


def test_a_cube_high_beside_the_footprint_makes_no_level() -> None:
    lines = drawn("0,-,-,- +4,0,30=0")
    assert len(lines) < 12


def test_the_symbols_of_one_alphabet_are_all_different() -> None:
    for symbols in (ROUND, PLAIN):
        marks = [symbols.bulge, symbols.hollow, symbols.bulge_follows, symbols.hollow_follows, "?"]
        assert len(set(marks)) == len(marks)


def test_a_tower_too_wide_for_the_terminal_is_wrapped_not_cut() -> None:
    lines = drawn("0,0,0,0", width=40)
    assert max(map(len, lines)) <= 40
    assert "West" in "\n".join(lines)


def test_cubes_of_each_type_have_a_ground_of_their_own_on_a_terminal_of_16_colours() -> None:
    styles = [Style.parse(style) for style in (*TYPE_STYLES, UNKNOWN_STYLE)]
    grounds = {style.bgcolor.downgrade(ColorSystem.STANDARD).number for style in styles if style.bgcolor}
    assert len(grounds) == len(styles)
