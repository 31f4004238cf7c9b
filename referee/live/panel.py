"""What stands around the picture of a live game: verdict, turn, tower, hands and keys. Called by `view`."""

from collections.abc import Iterator

from calibration.arrays import UInt8Array
from referee.drawings.flat import paint, write
from referee.drawings.tower_drawing import PAINTS_RGB, WIDTH, draw_tower, drawing_height
from referee.phrases import Phrasebook, marked
from rules.games.babel import LEVELS

from .controls import Controls, Key, choice_texts
from .layout import (
    FAINT_RGB,
    INK_RGB,
    PAD,
    PANEL_WIDTH,
    PICTURE_WH,
    TONES_RGB,
    draw_bars,
    draw_count,
    draw_heading,
    draw_keys,
    draw_strip,
    fill,
)
from .state import LiveState, Phase
from .telling import view_sentence

_PHASES = {
    Phase.LOOKING: marked("Looking for the tower"),
    Phase.WAITING: marked("Watching"),
    Phase.MOVING: marked("Waiting until all is still"),
    Phase.READING: marked("Reading the tower"),
    Phase.ASKING: marked("A question is open"),
    Phase.OUT_OF_STEP: marked("Out of step"),
    Phase.OVER: marked("The game is over"),
}
_KEYS = {
    Key.SUGGEST: marked("suggestion"),
    Key.TAKE_BACK: marked("take back"),
    Key.CORRECT: marked("correct"),
    Key.MOVE_DONE: marked("move done"),
    Key.READ_ANEW: marked("read anew"),
    Key.QUIT: marked("quit"),
}


def draw_troubles(canvas: UInt8Array, state: LiveState, phrases: Phrasebook) -> None:
    """What is wrong with the picture, over it."""
    troubles = sorted(state.troubles, key=lambda trouble: trouble.value)
    draw_bars(canvas, (view_sentence(trouble, phrases) for trouble in troubles))


def draw_verdict(canvas: UInt8Array, state: LiveState, controls: Controls, phrases: Phrasebook) -> None:
    """The strip under the picture: the verdict, then what is asked, typed or proposed."""
    verdict = controls.verdict or _what_it_does(state, phrases)
    draw_strip(canvas, controls.tone, verdict, _lines_below(state, controls, phrases))


def _lines_below(state: LiveState, controls: Controls, phrases: Phrasebook) -> list[str]:
    if controls.entry is not None:
        prompt = phrases.say("What stands where? Type it, such as {example}, then Enter.", example="b1.2=3ENU, b1.2=-")
        return [prompt, f"> {controls.entry}_", controls.remark]
    answers = choice_texts(state, phrases)
    lines = [*answers, *(suggested.text for suggested in controls.suggestions), controls.remark]
    return [line for line in lines if line]


def draw_panel(canvas: UInt8Array, state: LiveState, controls: Controls, phrases: Phrasebook) -> None:
    """The right side: whose turn it is, what the referee does, the tower, both hands and the keys."""
    left = PICTURE_WH[0]
    game = state.game
    turn = phrases.say("Player {player} to move", player=game.to_move)
    over = phrases.say(_PHASES[Phase.OVER])
    draw_heading(canvas, over if game.is_over else turn, _what_it_does(state, phrases))
    scale = PANEL_WIDTH / WIDTH
    paint(canvas, draw_tower(game.tower, LEVELS, controls.faulty), (left, 44), scale)
    y = 44 + scale * drawing_height(LEVELS) + 16
    for player in (1, 2):
        _draw_hand(canvas, state, player, (left + PAD, y), phrases)
        y += 52
    draw_keys(canvas, (left + PAD, y + 4), _key_words(phrases))


def _what_it_does(state: LiveState, phrases: Phrasebook) -> str:
    if state.settings.waits_for_key and state.phase in (Phase.LOOKING, Phase.WAITING, Phase.MOVING):
        return phrases.say("Press the space bar once the cube is placed")
    return phrases.say(_PHASES[state.phase])


def _draw_hand(
    canvas: UInt8Array, state: LiveState, player: int, at_xy: tuple[float, float], phrases: Phrasebook
) -> None:
    """One row: whose hand, and its cubes by type with their numbers."""
    x, y = at_xy
    if player == state.game.to_move and not state.game.is_over:
        fill(canvas, (x - PAD, y - 2), (x - PAD + 6, y + 40), TONES_RGB["good"])
    write(canvas, phrases.say("Player {player}", player=player), (x, y + 26), 18, INK_RGB)
    hands = state.game.hands
    if hands is None:
        write(canvas, phrases.say("not known"), (x + 150, y + 26), 16, FAINT_RGB)
        return
    for type, count in enumerate(hands[player - 1]):
        draw_count(canvas, (x + 130 + 48 * type, y), 38, count, PAINTS_RGB[type])


def _key_words(phrases: Phrasebook) -> Iterator[str]:
    for key, meaning in _KEYS.items():
        name = phrases.say("space bar") if key is Key.MOVE_DONE else key
        yield f"{name}: {phrases.say(meaning)}"
