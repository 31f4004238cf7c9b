"""The best moves of any game in the time that is given. Called by `suggest`."""

from referee.errors import InputError
from referee.progress import waiting
from referee.requests import Request
from rules import ImpossiblePosition
from rules.errors import faults_sentence
from rules.game import CHANCE

from .clock import seconds as for_seconds


def suggest(request: Request, seconds: float, seed: int, as_json: bool) -> int:
    """Print the legal moves, best first; the exit status.

    Raises
    ------
    ImpossiblePosition
        Something is wrong with the position.
    InputError
        Chance moves next.
    """
    game = request.game
    position = request.position()
    if faults := tuple(game.faults(position)):
        raise ImpossiblePosition(f"no suggestion: {faults_sentence(faults)}")
    if not game.is_over(position) and game.to_move(position) == CHANCE:
        moves = game.legal_moves(position)
        some = ", ".join(map(game.move_notation, moves[:3])) + ", ..." * (len(moves) > 3)
        raise InputError(f"chance moves next in {request.notation!r}; give the position after its move, one of {some}")
    with waiting("thinking"):
        advice = game.suggest(position, for_seconds(seconds), seed)
    if as_json:
        from referee.json_output import print_json
        from referee.reports.game_documents import advice_document

        print_json(advice_document(request, position, advice))
    else:
        from referee.console import OutputConsole
        from referee.reports.game_text import print_board, print_game_advice

        console = OutputConsole()
        print_board(console, game, position)
        if advice.moves:
            print_game_advice(console, game, advice, "--json")
    return 0
