"""What people may order in a live game of Les Tours de Babel alone. Given to `step` by the window."""

from dataclasses import dataclass

from rules.games.tours import Tile


@dataclass(frozen=True, slots=True)
class TellDrawn:
    """The player to move has drawn this tile, so that a square can be suggested for it."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class PutAside:
    """The drawn tile fits nowhere and goes to the reserve of the player to move, where no camera sees it."""
