"""What stands around the picture of a live game: verdict, turn, tower, hands and keys. Called by `view`."""

from collections.abc import Sequence

from calibration.arrays import UInt8Array
from referee.drawings.flat import LIGHT_RGB, Polygon, Rgb, ink_on, paint, text_width_px, wrapped, write
from referee.drawings.tower_drawing import PAINTS_RGB, WIDTH, draw_tower, drawing_height
from referee.phrases import Phrasebook, marked
from rules.games.babel import LEVELS

from .controls import Controls, Key, choice_texts
from .state import LiveState, Phase
from .telling import view_sentence

SIZE_WH = (1280, 720)
_PANEL_WIDTH = 400
PICTURE_WH = (SIZE_WH[0] - _PANEL_WIDTH, 560)
_PAD = 16

GROUND_RGB: Rgb = (34, 36, 40)
_PANEL_RGB: Rgb = (236, 234, 228)
_INK_RGB: Rgb = (30, 30, 30)
_FAINT_RGB: Rgb = (96, 96, 94)
_TONES_RGB: dict[str, Rgb] = {
    "plain": (70, 74, 82),
    "good": (34, 120, 58),
    "bad": (190, 32, 32),
    "unsure": (143, 94, 0),
}
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
    y = 0
    for trouble in sorted(state.troubles, key=lambda trouble: trouble.value):
        for line in wrapped(view_sentence(trouble, phrases), 20, PICTURE_WH[0] - 2 * _PAD):
            _fill(canvas, (0, y), (PICTURE_WH[0], y + 32), _TONES_RGB["unsure"])
            write(canvas, line, (_PAD, y + 23), 20, LIGHT_RGB)
            y += 32


def draw_verdict(canvas: UInt8Array, state: LiveState, controls: Controls, phrases: Phrasebook) -> None:
    """The strip under the picture: the verdict, then what is asked, typed or proposed."""
    top, width = PICTURE_WH[1], PICTURE_WH[0]
    _fill(canvas, (0, top), (width, SIZE_WH[1]), _TONES_RGB[controls.tone])
    room = width - 2 * _PAD
    verdict = controls.verdict or _what_it_does(state, phrases)
    below = _lines_below(state, controls, phrases)
    y = float(top + 12)
    for line in _fitted(wrapped(verdict, 24, room), 2 if below else 4):
        y += 29
        write(canvas, line, (_PAD, y), 24, LIGHT_RGB, 600)
    y += 6
    for line in _fitted([part for text in below for part in wrapped(text, 18, room)], 4):
        y += 22
        write(canvas, line, (_PAD, y), 18, LIGHT_RGB)


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
    _fill(canvas, (left, 0), SIZE_WH, _PANEL_RGB)
    game = state.game
    turn = phrases.say("Player {player} to move", player=game.to_move)
    write(canvas, phrases.say(_PHASES[Phase.OVER]) if game.is_over else turn, (left + _PAD, 38), 26, _INK_RGB, 700)
    write(canvas, _what_it_does(state, phrases), (left + _PAD, 64), 16, _FAINT_RGB)
    scale = _PANEL_WIDTH / WIDTH
    paint(canvas, draw_tower(game.tower, LEVELS, controls.faulty), (left, 44), scale)
    y = 44 + scale * drawing_height(LEVELS) + 16
    for player in (1, 2):
        _draw_hand(canvas, state, player, (left + _PAD, y), phrases)
        y += 52
    _draw_keys(canvas, (left + _PAD, y + 4), phrases)


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
        _fill(canvas, (x - _PAD, y - 2), (x - _PAD + 6, y + 40), _TONES_RGB["good"])
    write(canvas, phrases.say("Player {player}", player=player), (x, y + 26), 18, _INK_RGB)
    hands = state.game.hands
    if hands is None:
        write(canvas, phrases.say("not known"), (x + 150, y + 26), 16, _FAINT_RGB)
        return
    for type, count in enumerate(hands[player - 1]):
        left = x + 130 + 48 * type
        paint_rgb = PAINTS_RGB[type] if count else _PANEL_RGB
        border = _INK_RGB if count else _FAINT_RGB
        corners = ((left, y), (left + 38, y), (left + 38, y + 38), (left, y + 38))
        paint(canvas, [Polygon(corners, paint_rgb, border, 1.5)])
        ink = ink_on(paint_rgb) if count else border
        write(canvas, str(count), (left + 19 - text_width_px(str(count), 22, 600) / 2, y + 27), 22, ink, 600)


def _draw_keys(canvas: UInt8Array, at_xy: tuple[float, float], phrases: Phrasebook) -> None:
    x, y = at_xy
    for key, meaning in _KEYS.items():
        name = phrases.say("space bar") if key is Key.MOVE_DONE else key
        words = f"{name}: {phrases.say(meaning)}"
        width = text_width_px(words, 15)
        if x + width > SIZE_WH[0] - 6:
            x, y = at_xy[0], y + 20
        write(canvas, words, (x, y + 12), 15, _FAINT_RGB)
        x += width + 18


def _fitted(lines: Sequence[str], most: int) -> list[str]:
    """So many lines at most, the last one marked where more are left out."""
    kept = [line for line in lines if line]
    return kept if len(kept) <= most else [*kept[: most - 1], f"{kept[most - 1]} …"]


def _fill(canvas: UInt8Array, start: tuple[float, float], end: tuple[float, float], colour_rgb: Rgb) -> None:
    left, top, right, bottom = (round(value) for value in (*start, *end))
    canvas[max(top, 0) : bottom, max(left, 0) : right] = colour_rgb[::-1]
