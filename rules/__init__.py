"""What is legal, who wins and what to play: the rules of every game, with the standard library only.

No pictures, files, clocks or printing here; every other room may import this one, and it imports none of them.
"""

from .errors import IllegalMove, ImpossiblePosition, IncompletePosition, NotationError

__all__ = ["IllegalMove", "ImpossiblePosition", "IncompletePosition", "NotationError"]
