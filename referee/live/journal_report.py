"""A journal as one JSON document and as a record of the game. Called by `export` and `replay`."""

from itertools import takewhile
from typing import Any

from rules.errors import IllegalMove, ImpossiblePosition, IncompletePosition
from rules.games import load
from rules.games.babel import Cell, Cube, Placement, Position, Tower, cell_name, cell_notation, cube_notation, judge
from rules.record import Record, record_notation

from .event_fields import event_fields
from .saving import TowerReading
from .state import GameState


def journal_document(reading: TowerReading) -> dict[str, Any]:
    """What `export` writes of a journal as JSON, and `replay --json` prints."""
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
        "events": [event_fields(event) for event in reading.events],
        "remarks": list(reading.remarks),
    }


def journal_text(game: GameState) -> str:
    """A refereed game as a record that `replay` reads: what broke a rule, and all after it, as remarks.

    Faces that no look has shown are filled in as one legal way to have them, and a remark says where. If what stood
    there from the start breaks a rule, as it is known now, all is told as remarks.
    """
    followed = _legal_part(game)
    witness = judge(followed, game.options).witness
    record = _empty_record(game) if witness is None else _record(game, witness)
    remarks = []
    if game.start_hands is None:
        remarks.append(f"the game was joined, so the hands are not known: {game.notation}")
    if witness is None:
        remarks.append(f"no placement is known to have broken a rule, but the tower does: {game.notation}")
    else:
        filled_in = [_cube_text(cell, cube) for cell, cube in witness.items() if cube != followed[cell]]
        remarks += [f"filled in where the camera saw too little: {cube}" for cube in filled_in]
    for ply in game.plies[len(record.moves) :]:
        broken = "".join(f"  {fault.message}" for fault in ply.faults)
        remarks.append(f"{ply.number}. player {ply.player}: {_cube_text(ply.cell, ply.cube)}{broken}")
    remarks += [f"taken away, though others came after it: {cell_name(cell)}" for cell in game.taken_away]
    return record_notation(record) + "".join(f"# {remark}\n" for remark in remarks)


def _legal_part(game: GameState) -> Tower:
    """The tower as it was seen, without the first placement that broke a rule and all after it."""
    legal = list(takewhile(lambda ply: not ply.faults, game.plies))
    later = {ply.cell for ply in game.plies[len(legal) :]}
    return Tower.from_cubes({cell: cube for cell, cube in game.tower.items() if cell not in later})


def _empty_record(game: GameState) -> "Record[Any, Any]":
    """The start of a game of which no move can be replayed."""
    babel = load("babel")
    return Record.of(babel, babel.start(game.options))


def _record(game: GameState, witness: Tower) -> "Record[Any, Any]":
    """The game up to the first placement that broke a rule or is not wholly known."""
    if game.start_hands is None:
        return _empty_record(game)
    placed = [ply.cell for ply in game.plies]
    start = Tower.from_cubes({cell: cube for cell, cube in witness.items() if cell not in placed})
    record: Record[Any, Any] = Record.of(
        load("babel"), Position(start, game.start_hands, game.start_player, game.options)
    )
    for ply in game.plies:
        after = _played(record, ply.cell, witness.get(ply.cell, ply.cube))
        if after is None:
            break
        record = after
    return record


def _cube_text(cell: Cell, cube: Cube) -> str:
    """A cube and its cell as in a placement, also where it is not wholly known."""
    return f"{cell_notation(cell)}={cube_notation(cube)}"


def _played(record: "Record[Any, Any]", cell: Cell, cube: Cube) -> "Record[Any, Any] | None":
    if cube.type is None or not cube.is_known:
        return None
    try:
        return record.play(Placement(cell, cube.type, cube.bulges))
    except (IllegalMove, IncompletePosition, ImpossiblePosition):
        return None
