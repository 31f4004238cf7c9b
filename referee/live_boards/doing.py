"""What the referee of a board is doing, in words, and what it said last. Called by the view and the windows."""

from calibration.arrays import UInt8Array
from referee.live.layout import draw_strip

from .controls import Controls
from .state import BoardState


def draw_verdict(canvas: UInt8Array, state: BoardState, controls: Controls) -> None:
    """The strip under the picture: the verdict, then what is proposed, or why nothing is."""
    below = [f"{number}. {suggested.text}" for number, suggested in enumerate(controls.suggestions, start=1)]
    draw_strip(canvas, controls.tone, controls.verdict or what_it_does(state), [*below, controls.remark])


def what_it_does(state: BoardState) -> str:
    """What the referee is doing, in words; always the same object for the same words."""
    if state.game.is_over:
        return "The game is over"
    if not state.game.has_begun:
        return "Looking for the board"
    if state.hand_since is not None:
        return "A hand is at the board"
    if state.wanted is not None or state.is_look_open:
        return "Reading the board"
    return "Press the space bar once the turn is over" if state.settings.waits_for_key else "Watching"
