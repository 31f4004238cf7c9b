"""What a terminal shows of a tower says how sure it is where that is not all but certain."""

from io import StringIO

from rich.console import Console

from referee.reports.text import print_judgement
from rules.games.babel import judge, parse_tower, tower_notation


def test_how_sure_a_fault_is_stands_beside_it_where_it_is_not_all_but_certain() -> None:
    tower = parse_tower("1S,1S,-,-")
    judgement = judge(tower)
    console = Console(width=200, file=StringIO(), record=True)
    print_judgement(console, tower, judgement, tower_notation(tower), fault_confidences=(0.9996, 0.961, 0.9949))
    told = [line.strip().partition(":")[0] for line in console.export_text().splitlines() if "rule" in line]
    assert told == ["rule 5", "rule 5, 96.1 % sure", "rule 6, 99.5 % sure"]
