"""A game at the terminal: people type moves, the computer and chance answer, and every move is saved.

Called by `play`.
"""

import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from string import ascii_letters
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from referee.errors import InputError, OutputError, RefereeError
from referee.files import is_device, named_path, read_limited
from referee.games import folder_of
from referee.players import COMPUTER, PERSON, Players
from referee.progress import waiting
from referee.reports.game_text import print_board, print_faults, print_game_advice
from referee.writing import require_writable
from rules import IllegalMove, ImpossiblePosition, IncompletePosition, NotationError
from rules.errors import counted
from rules.game import CHANCE, Game
from rules.letters import plain_letters
from rules.record import Record, mover, record_notation

from .records import MOST_BYTES, write_record

HELP = """\
a move    in the game's notation{example}, or its number in the list
          ({page} says how all moves are written)
?         list the legal moves
suggest   rank the moves
undo      take back to your last turn
save FILE save the game there, from now on after every move
quit, q   leave; a saved game is resumed with --resume
help      this list"""

# What else people type for a word of this list.
_MEANT = {
    **dict.fromkeys(("q", "exit"), "quit"),
    **dict.fromkeys(("u", "back"), "undo"),
    **dict.fromkeys(("h",), "help"),
    **dict.fromkeys(("moves", "list"), "?"),
    **dict.fromkeys(("hint", "advise"), "suggest"),
}
_WHAT_TO_TYPE = "Type a move; ? lists the legal ones, help what else can be typed."


class _Left(Exception):
    """The person leaves the game."""


@dataclass(slots=True)
class TerminalGame:
    """A game that is being played.

    Attributes
    ----------
    console : Console
    record : Record
        The game so far.
    kinds : tuple of str
        Who plays, in order: `PERSON` or a kind of `players`.
    players : Players
        Those who play without being asked.
    path : Path or None
        Where every move is saved.
    own_dice : bool
        Whether people type in what chance brings.
    comments : tuple of str
        Lines that people wrote into the file beside the game; they are saved with it.
    unsaved : RefereeError or None
        Why the game could not be saved where that was asked for.
    known : bytes
        What the file held when it was last read or written.
    """

    console: Console
    record: Record[Any, Any]
    kinds: tuple[str, ...]
    players: Players
    path: Path | None
    own_dice: bool
    comments: tuple[str, ...] = ()
    unsaved: RefereeError | None = field(default=None, init=False)
    known: bytes = field(default=b"", init=False)

    def run(self) -> None:
        """Play until the game is over or the person leaves.

        Raises
        ------
        RefereeError
            At the end of a game that could not be saved where that was asked for, or when it is left; its record is
            printed.
        """
        # A game that goes on is in its file already.
        if self.path is not None and self.path.is_file():
            self.known = _held_by(self.path)
        else:
            self._save()
        if self._is_watched:
            _edit_lines()
            self.console.print(_WHAT_TO_TYPE, style="dim")
        try:
            self._play_to_the_end()
            while self._is_watched and self._goes_on_after_all():
                self._play_to_the_end()
        except _Left:
            self._say_goodbye()
            if self.unsaved is not None:
                raise self.unsaved from None
            return
        except KeyboardInterrupt:
            self.console.print()
            self._say_goodbye()
            raise
        if not self.game.is_over(self.record.position):
            why = "the computer finds no way on" if self._goes_in_circles else "no game lasts longer"
            self.console.print(f"The game is stopped after {counted(len(self.record.moves), 'move')}; {why}.")
        if self.unsaved is not None:
            self._say_goodbye()
            raise self.unsaved

    @property
    def game(self) -> Game[Any, Any, Any]:
        """What is played."""
        return self.record.game

    @property
    def _is_watched(self) -> bool:
        """Whether a person takes part."""
        return PERSON in self.kinds or self.own_dice

    @property
    def _is_stopped(self) -> bool:
        """Whether players who are never asked go on for longer than any game lasts, or in circles."""
        is_too_long = len(self.record.moves) >= self.game.longest_game_plies
        return not self._is_watched and (is_too_long or self._goes_in_circles)

    @property
    def _goes_in_circles(self) -> bool:
        """Whether the computer, alone and without chance, is back where it was before."""
        *before, now = self.record.positions
        return self.kinds == (COMPUTER,) and now in before and CHANCE not in map(self.game.to_move, before)

    def _play_to_the_end(self) -> None:
        while not self.game.is_over(self.record.position) and not self._is_stopped:
            self._turn()
        print_board(self.console, self.game, self.record.position)

    def _goes_on_after_all(self) -> bool:
        """Ask once more at the end: the last move may be a slip, and a tower may still fall."""
        moves = len(self.record.moves)
        try:
            while len(self.record.moves) == moves and self._answer(None):
                pass
        except _Left:
            return False
        return True

    def _turn(self) -> None:
        position, ply = self.record.position, len(self.record.moves)
        turn = self.game.to_move(position)
        if self._is_asked(turn):
            print_board(self.console, self.game, position)
            while len(self.record.moves) == ply and self._answer(turn):
                pass
        elif turn == CHANCE:
            self._play(self.players.draw(position, ply))
        else:
            with waiting("thinking"):
                choice = self.players.choose(self.kinds[turn - 1], position, ply)
            self._play(choice.move, choice.reason)

    def _is_asked(self, turn: int) -> bool:
        """Whether a person decides what this turn brings."""
        return self.own_dice if turn == CHANCE else self.kinds[turn - 1] == PERSON

    def _play(self, move: Any, reason: str = "") -> None:
        turn = self.game.to_move(self.record.position)
        kind = "" if turn == CHANCE else f" ({self.kinds[turn - 1]})"
        self.record = self.record.play(move)
        why = f"   {reason}" if reason else ""
        line = f"{len(self.record.moves)}. {mover(turn)}{kind}: {self.game.move_notation(move)}{why}"
        self.console.print(Text(line))
        self._save()

    def _answer(self, turn: int | None) -> bool:
        """Ask once and do what is typed; False once the turn begins anew. At the end it is nobody's turn (None)."""
        asked = "Enter ends, undo takes back> " if turn is None else f"{mover(turn)}> "
        try:
            # The line editor draws the prompt anew, so it has to know it.
            words = input(asked).split(maxsplit=1)
        except EOFError:
            self.console.print()
            raise _Left from None
        except UnicodeDecodeError:
            self.console.print("That is not text; help lists what can be typed.")
            return True
        if not words and turn is None:
            raise _Left
        word, rest = (words[0], words[1] if len(words) > 1 else "") if words else ("help", "")
        order = plain_letters(word).lower()
        match _MEANT.get(order, order):
            case "quit":
                raise _Left
            case "undo":
                return not self._undo()
            case "help":
                self.console.print(self._help(), markup=False)
            case "?":
                self._list_moves()
            case "suggest":
                self._suggest(turn)
            case "save":
                self._save_to(rest)
            case _:
                self._try(" ".join(words), turn)
        return True

    def _help(self) -> str:
        """What can be typed, with a move that can be played now."""
        moves = self.game.legal_moves(self.record.position)
        example = f", such as {self.game.move_notation(moves[0])}" if moves else ""
        return HELP.format(example=example, page=f"rules/games/{folder_of(self.game)}/README.md")

    def _try(self, text: str, turn: int | None) -> None:
        """Play a move as typed, or say what is wrong with it."""
        try:
            move = self._brought(text) if turn == CHANCE else self._move(text)
            faults = self.game.move_faults(self.record.position, move)
            if not faults:
                self._play(move)
                return
        except (NotationError, IllegalMove, ImpossiblePosition, IncompletePosition) as error:
            self.console.print(Text(f"{error} (? lists the legal moves, help what else can be typed)", "yellow"))
            return
        self.console.print(Text(f"{self.game.move_notation(move)} is not legal here:", "red"))
        print_faults(self.console, faults)

    def _move(self, text: str) -> Any:
        """The move that is meant; a number counts in the list of legal moves unless it is itself a legal move."""
        moves = self.game.legal_moves(self.record.position)
        if not text.isdecimal() or text in map(self.game.move_notation, moves):
            return self.game.parse_move(text)
        if len(text) > 6 or not 1 <= int(text) <= len(moves):
            raise NotationError(f"{text} is not on the list of legal moves, which has {len(moves)}")
        return moves[int(text) - 1]

    def _brought(self, text: str) -> Any:
        """What chance brought, by the tile or the number on it or on the die; a number in the list might be another."""
        moves = self.game.legal_moves(self.record.position)
        values = [self.game.move_notation(move).rpartition("=")[2] for move in moves]
        meant = text.lower()
        found = [
            move for move, value in zip(moves, values, strict=True) if meant in (value, value.rstrip(ascii_letters))
        ]
        if len(found) == 1:
            return found[0]
        if not text.isdecimal():
            return self.game.parse_move(text)
        told = ", ".join(map(self.game.move_notation, found)) or "nothing that can come"
        raise NotationError(f"{text} may be {told}; type it in full")

    def _list_moves(self) -> None:
        moves = map(self.game.move_notation, self.game.legal_moves(self.record.position))
        self.console.print(Columns([Text(f"{number:3} {move}") for number, move in enumerate(moves, start=1)]))

    def _suggest(self, turn: int | None) -> None:
        if turn is None or turn == CHANCE:
            why = "The game is over" if turn is None else "Chance moves"
            self.console.print(f"{why}; there is nothing to choose.")
            return
        with waiting("thinking"):
            advice = self.game.suggest(self.record.position, self.players.budget(), self.players.seed)
        print_game_advice(self.console, self.game, advice, "?")

    def _undo(self) -> bool:
        """Take back to the last turn that a person decided; False if there is none."""
        record = self.record
        while record.moves:
            record = record.undo()
            if self._is_asked(self.game.to_move(record.position)):
                self.record = record
                self._save()
                return True
        self.console.print("There is no move of yours to take back.")
        return False

    def _save_to(self, name: str) -> None:
        try:
            if not name:
                raise InputError("name a file, such as: save game.txt")
            # No shell has taken the quotes away.
            path = named_path(name.strip("\"'"))
            require_new(path, self.path)
        except RefereeError as error:
            self.console.print(Text(str(error), "yellow"))
            return
        before, self.path = self.path, path
        self._save()
        if self.path is not None:
            self.console.print(f"Saved in {path}.", markup=False)
        elif before is not None:
            self.path, self.unsaved = before, None
            self.console.print(f"It goes on being saved in {before}.", markup=False)

    def _save(self) -> None:
        """Save the game where that was asked for; a file that cannot be written does not end the game."""
        if self.path is None:
            return
        try:
            self._require_unchanged(self.path)
            self.known = write_record(self.path, self.record, self.comments)
            self.unsaved = None
        except RefereeError as error:
            self.console.print(Text(f"{error}; the game is not saved there, try: save FILE", "yellow"))
            self.path, self.unsaved = None, error

    def _require_unchanged(self, path: Path) -> None:
        """Refuse to write over what another run, or a person in an editor, has put into the game's file."""
        if path.is_file() and _held_by(path) != self.known:
            raise OutputError(f"{path}: was changed meanwhile, by hand or in another window")

    def _say_goodbye(self) -> None:
        if self.path is not None:
            self.console.print(f"The game is saved in {self.path}; --resume {self.path} goes on with it.", markup=False)
        elif self.record.moves:
            self.console.print("The game is not saved in a file. This is its record, for --resume from a file:")
            self.console.print(Text(record_notation(self.record)), soft_wrap=True)


def _edit_lines() -> None:
    """Let arrow keys move in what is typed at a terminal, and call up what was typed before."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError):  # Windows has no such module and does it by itself
            import readline  # noqa: F401  `input` finds it there


def _held_by(path: Path) -> bytes:
    return read_limited(path, MOST_BYTES, "the record of a game")


def require_new(path: Path, known: Path | None = None) -> None:
    """Refuse to save a game over another file.

    Raises
    ------
    OutputError
        Nothing can be written there.
    InputError
        A file is there already, and it is not the game's own.
    """
    require_writable(path)
    if is_device(path):
        raise OutputError(f"{path}: is a pipe or device, which keeps no game; name a file")
    if path.is_file() and not (known is not None and known.exists() and path.samefile(known)):
        raise InputError(f"{path}: is there already; choose another name, or go on with that game by --resume {path}")
