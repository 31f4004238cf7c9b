"""Which game and position the words of a command line mean. Called by the commands that take a position."""

from dataclasses import dataclass
from typing import Any

from rules import games
from rules.errors import faults_sentence
from rules.game import Game
from rules.options import require_agreement, with_options

from .errors import InputError

USUAL_GAME = "babel"
"""What a position without a game's name is of."""


@dataclass(frozen=True, slots=True)
class Request:
    """A game, its rule set, and a line of notation that begins with the game's name.

    Attributes
    ----------
    game : Game
    options : object
        The rule set, of the game's own type.
    notation : str
    asked : tuple of str
        The options that were asked for, each `name=value`.
    """

    game: Game[Any, Any, Any]
    options: Any
    notation: str
    asked: tuple[str, ...] = ()

    def position(self) -> Any:
        """The position of the notation.

        Raises
        ------
        NotationError
            It cannot be read, or is of another game than an option asks for, such as one for more players.
        """
        position = self.game.parse_position(self.notation, self.options)
        require_agreement(self.game.options(position), self.asked)
        return position


def read_request(notation: str, name: str | None, option_texts: tuple[str, ...]) -> Request:
    """The game that a notation names, or `name` does, or the usual one.

    Raises
    ------
    InputError
        Notation and name are of two games, or the notation begins with a word that is no game's name.
    NotationError
        The game has no such option.
    """
    named = games.of_notation(notation)
    first, *others = notation.split() or [""]
    if named is None and name is None and others and first.isalpha():
        raise InputError(f"no game is called {first!r}; there are: {', '.join(games.names())}")
    game = named or games.load(name or USUAL_GAME)
    if name is not None and game.name != name:
        raise InputError(f"the notation is of {game.name}, but --game says {name}; leave one of them out")
    return Request(game, with_options(game.default_options, option_texts), with_name(notation, game), option_texts)


def first_position(game: Game[Any, Any, Any], options: Any) -> Any:
    """Where a game begins under a rule set.

    Raises
    ------
    InputError
        No game can be played like this, such as on a building that nobody can climb.
    """
    start = game.start(options)
    if faults := game.faults(start):
        raise InputError(f"no game can be played like this: {faults_sentence(faults)}")
    return start


def with_name(notation: str, game: Game[Any, Any, Any]) -> str:
    """A notation that begins with the game's own name, whichever name it began with.

    Raises
    ------
    InputError
        It begins with the name of another game.
    """
    named, rest = games.without_name(notation)
    if named not in (None, game):
        raise InputError(f"{notation!r} is a position of {named.name}, not of {game.name}")
    return f"{game.name} {rest}"
