"""The ways in which a question about a game can be refused, one error for each, all `ValueError`.

Raised by the games, caught by whoever talks to people. Each message names the part at fault.
"""


class NotationError(ValueError):
    """The text cannot be parsed; the message says where, what was expected, and repeats the text."""


class IllegalMove(ValueError):
    """The move can be read but is not legal here; the message names each rule it breaks."""


class ImpossiblePosition(ValueError):
    """The position can be read but could not be real, such as a cube that no box holds."""


class IncompletePosition(ValueError):
    """The position may be real, but something that the answer depends on is not known, such as a hidden face."""
