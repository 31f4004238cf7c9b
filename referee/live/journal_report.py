"""A journal as one JSON document and as a record of the game. Called by `export`."""

from typing import Any

from rules.errors import IllegalMove, ImpossiblePosition, IncompletePosition
from rules.games import load
from rules.games.babel import Cell, Cube, Placement, Position, Tower, cube_notation, judge, tower_notation
from rules.record import Record, record_notation

from .journal import JournalReading
from .state import GameState


def journal_document(reading: JournalReading) -> dict[str, Any]:
    """What `export` writes of a journal as JSON."""
    game = reading.game
    return {
        "game": "babel",
        "source": reading.source,
        "notation": game.notation,
        "is_over": game.is_over,
        "placements": [
            {
                "number": ply.number,
                "player": ply.player,
                "cell": list(ply.cell),
                "cube": cube_notation(ply.cube),
                "faults": [
                    {"rule": fault.rule, "faces": [face.name for face in fault.faces], "message": fault.message}
                    for fault in ply.faults
                ],
            }
            for ply in game.plies
        ],
        "events": list(reading.events),
        "remarks": ["The journal is cut off; what is whole of it is here."] if reading.is_torn else [],
    }


def journal_text(game: GameState) -> str:
    """A refereed game as a record that `replay` reads: what broke a rule, and all after it, as remarks.

    Faces that no look has shown are filled in as one legal way to have them, and a remark says where.
    """
    witness = judge(game.tower, game.options).witness or game.tower
    placed = [ply.cell for ply in game.plies]
    start = Tower.from_cubes({cell: cube for cell, cube in witness.items() if cell not in placed})
    remarks = [
        f"# filled in where the camera saw too little: {Placement(cell, cube.type, cube.bulges)}"
        for cell, cube in witness.items()
        if cube.type is not None and cube.is_known and not _is_known(game.tower, cell)
    ]
    babel = load("babel")
    if game.start_hands is None:
        first = babel.start(game.options)
        remarks.append(f"# the game was joined, so the hands are not known: {game.notation}")
    else:
        first = Position(start, game.start_hands, game.start_player, game.options)
    record: Record[Any, Any] = Record.of(babel, first)
    is_whole = game.start_hands is not None
    for ply in game.plies:
        cube = witness.get(ply.cell, ply.cube)
        after = _played(record, ply.cell, cube) if is_whole else None
        if after is None:
            is_whole = False
            told = "; ".join(fault.message for fault in ply.faults)
            place = tower_notation(Tower.from_cubes({ply.cell: ply.cube}))
            remarks.append(f"# {ply.number}. player {ply.player}: {place}  {told}".rstrip())
        else:
            record = after
    return record_notation(record) + "".join(f"{remark}\n" for remark in remarks)


def _is_known(tower: Tower, cell: Cell) -> bool:
    return cell in tower and tower[cell].is_known


def _played(record: "Record[Any, Any]", cell: Cell, cube: Cube) -> "Record[Any, Any] | None":
    if cube.type is None or not cube.is_known:
        return None
    try:
        return record.play(Placement(cell, cube.type, cube.bulges))
    except (IllegalMove, IncompletePosition, ImpossiblePosition):
        return None
