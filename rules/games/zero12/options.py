"""What can be chosen before a game: players, card, colours, and each decision that the rule sheet leaves open."""

from dataclasses import dataclass
from typing import Literal

from rules.errors import NotationError
from rules.options import require_choices

from .card import DEFAULT_CARD, FAIR_COUNT, card_notation, parse_card

PLAYERS = (1, 2, 3, 4, 6, 8)
"""How many can play."""

Mode = Literal["game", "puzzle", "sliding"]
FirstSquare = Literal["laid_first", "either_end"]
SingleDirection = Literal["void", "said"]
FreeFaces = Literal["when_laid", "whole_card"]
Replay = Literal["after_correction", "correction_only"]


@dataclass(frozen=True, slots=True)
class Options:
    """The rule set of a game.

    Attributes
    ----------
    players : int
        1, 2, 3, 4, 6 or 8.
    mode : {"game", "puzzle", "sliding"}
        The game by rules 1 to 7; alone (rule 8), the card filled cube by cube in any order, or slid into place.
    card : str
        The codes in twelve rows, North first, joined by `/`.
    colour0, colour1, colour2 : str
        The colours that the codes mean, one word each; exchanged if the players agree to.
    first_square : {"laid_first", "either_end"}
        Rule 4: which square of a run is c0: the one laid first, or the end that allows more.
    single_direction : {"void", "said"}
        Rule 4: a run of one has no direction, and both its free neighbours must have its code; or the player says a
        direction, and only the neighbour there must.
    free_faces : {"when_laid", "whole_card"}
        Rule 4: the neighbours that must have the code of a single cube are those at its faces without contact when it
        is laid, or all that the board has.
    replay : {"after_correction", "correction_only"}
        Rule 5: after a wrong run the player plays the corrected turn and then one more, or only the corrected one.
    guesser : int
        Rule 7: the player who may pass once, having guessed the last picture first; 0 for nobody.
    shuffle : int
        Rule 8, sliding: how many slides mix the board, 1 to 5000.
    seed : int
        Rule 8, sliding: which mixture.

    Raises
    ------
    ValueError
        For any other value; `NotationError`, which is one, if the card cannot be read.
    """

    players: int = 2
    mode: Mode = "game"
    card: str = card_notation(DEFAULT_CARD)
    colour0: str = "white"
    colour1: str = "black"
    colour2: str = "red"
    first_square: FirstSquare = "laid_first"
    single_direction: SingleDirection = "void"
    free_faces: FreeFaces = "when_laid"
    replay: Replay = "after_correction"
    guesser: int = 0
    shuffle: int = 60
    seed: int = 0

    def __post_init__(self) -> None:
        require_choices(self)
        numbers = (("players", self.players, PLAYERS), ("guesser", self.guesser, range(self.players + 1)))
        for name, value, allowed in numbers:
            if value not in allowed:
                raise ValueError(f"option {name} is {value!r}; it can be {', '.join(map(str, allowed))}")
        if self.mode != "game" and self.players != 1:
            raise ValueError(
                f"option mode is {self.mode!r}, which one player plays, but players is {self.players}; give players=1"
            )
        if not 1 <= self.shuffle <= 5000:
            raise ValueError(f"option shuffle is {self.shuffle}; it can be 1 to 5000")
        if len(set(self.colours)) != 3 or not all(name.replace("_", "").isalnum() for name in self.colours):
            raise ValueError(
                f"options colour0 to colour2 are {', '.join(self.colours)}; expected three different words"
            )
        try:
            parse_card(self.card)
        except NotationError as error:
            raise NotationError(f"option card: {error}") from None

    @property
    def colours(self) -> tuple[str, str, str]:
        """The colours of codes 0, 1 and 2."""
        return self.colour0, self.colour1, self.colour2

    @property
    def share(self) -> int:
        """Cubes of each colour that a player starts with."""
        return FAIR_COUNT // self.players


DEFAULT_OPTIONS = Options()
"""Two players and the rule sheet as it is mostly read."""
