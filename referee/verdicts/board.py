"""From a photo of a 012x012 board to the verdict on it, in named steps. Called by `check`."""

from collections.abc import Iterable
from pathlib import Path

from calibration.refusal import Unreadable
from referee.photos import Photo, load_photo
from referee.playing.judging import explained
from rules.errors import listed
from rules.game import Fault, Verdict
from rules.games.zero12 import (
    CODES,
    GAME,
    SQUARES,
    Laid,
    Options,
    Position,
    bit,
    parse_card,
    position_faults,
    square_name,
    unreachable,
)
from vision.games.zero12.evidence import EMPTY, SURE, BoardReading, Doubt
from vision.games.zero12.reader import read

from .photo_check import PhotoCheck, may_be

#: A fault is spoken out only when it holds whatever lies on the squares of which the camera is less sure.
ACCUSE = 0.999
# So sure a printed sign is read; with fewer of them in view they do not tell of which card the sheet is, and with a
# greater share of other ones than the card's it is another one.
_SIGN_SURE, _FEWEST_SIGNS, _MOST_OTHERS = 0.99, 6, 0.1
# The rule about colours, and the one about how many cubes there are.
_COLOURS, _CUBES = "2", "1"
_NO_CUBES: Laid = (0, 0, 0)
# Why nobody is accused by a photo.
_UNFIT = {
    Doubt.COLOURLESS: "The photo shows hardly any colour; take one without a filter.",
    Doubt.NO_COLOURED_CUBE: "The photo shows no cube in the colour of the set; take one without a filter.",
    Doubt.HAZY: "The photo shows black as grey; wipe the lens, and keep lamps and windows out of its view.",
    Doubt.BURNT_OUT: "The photo is burnt out, and white cubes look like the paper; shorten the exposure.",
}

BoardCheck = PhotoCheck[BoardReading, Position]
"""A board as its photo shows it, and the verdict on it."""


def check_board(
    path: Path, options: Options, is_card_told: bool, before: Position | None = None
) -> BoardCheck | Unreadable:
    """Load a photo of a board, read it and judge it.

    Parameters
    ----------
    path : Path
    options : Options
        The rule set, with the card and what the colours are called.
    is_card_told : bool
        Whether somebody said that this is the card, or the signs on the sheet have to show it.
    before : Position, optional
        What lay there a moment ago: then the turns in between are judged.

    Returns
    -------
    BoardCheck or Unreadable

    Raises
    ------
    PhotoError
        If the file cannot be used as a photo.
    """
    photo = load_photo(path)
    reading = read(photo.frame_bgr, options.colours, photo.claimed_focal)
    return reading if isinstance(reading, Unreadable) else judge_board(photo, reading, options, is_card_told, before)


def judge_board(
    photo: Photo, reading: BoardReading, options: Options, is_card_told: bool, before: Position | None = None
) -> BoardCheck:
    """The verdict on what a photo shows of a board; see `check_board`."""
    position = seen_position(reading, options)
    other_card = card_doubt(reading, options, is_card_told)
    change, incomplete = None, ""
    if before is None:
        likely, proven = (faults_from(reading, options, sure_from) for sure_from in (SURE, ACCUSE))
    else:
        change, incomplete = explained(GAME, before, _board(options, seen_laid(reading, before.laid)))
        likely = change.faults
        proven = likely if not reading.unsure and _is_change_sure(reading, before, position) else ()
    likely, faults = (
        tuple(fault for fault in some if other_card is None or fault.rule != _COLOURS) for some in (likely, proven)
    )
    unfit = _unfit(reading, bool(likely))
    if unfit:
        faults = ()
    reasons = tuple(filter(None, (_unsure_in_words(reading), _sentence(other_card), unfit, incomplete)))
    if not faults:
        reasons += may_be(likely)
    verdict: Verdict = "illegal" if faults else "undetermined" if reasons else "legal"
    return PhotoCheck(photo, reading, position, verdict, faults, reasons, change)


def seen_laid(reading: BoardReading, before: Laid, sure_from: float = SURE) -> Laid:
    """The squares with a cube of each code: those of which a photo is so sure, and as before on those that are not.

    Parameters
    ----------
    reading : BoardReading
    before : Laid
    sure_from : float, 0..1
    """
    kinds = {square: reading.kind(square, sure_from) for square in SQUARES}
    unsure = sum(bit(square) for square, kind in kinds.items() if kind is None)
    seen = [sum(bit(square) for square, kind in kinds.items() if kind == code) for code in CODES]
    first, second, third = (now | (earlier & unsure) for now, earlier in zip(seen, before, strict=True))
    return first, second, third


def seen_position(reading: BoardReading, options: Options, sure_from: float = SURE) -> Position:
    """The cubes of which a photo is so sure."""
    return _board(options, seen_laid(reading, _NO_CUBES, sure_from))


def _board(options: Options, laid: Iterable[int]) -> Position:
    """The position with cubes of codes 0, 1 and 2 on these sets of squares; what is left no photo tells."""
    first, second, third = laid
    return Position(options, (first, second, third), ())


def faults_from(reading: BoardReading, options: Options, sure_from: float) -> tuple[Fault, ...]:
    """The faults of a board that there are whatever lies on squares of which a photo is not so sure.

    Too many cubes are proven by those that are sure. A further cube takes no contact away, so the others are by a board
    with cubes as the card asks for them on all other squares where some may have been laid.
    """
    sure = seen_position(reading, options, sure_from)
    may_be = sure.filled | sum(bit(square) for square in SQUARES if reading.kind(square, sure_from) is None)
    further = may_be & ~unreachable(may_be) & ~sure.filled
    of_code = sure.ground.sets.of_code
    fullest = _board(options, (sure.laid[code] | (further & of_code[code]) for code in CODES))
    too_many = (fault for fault in position_faults(sure) if fault.rule == _CUBES)
    return (*too_many, *(fault for fault in position_faults(fullest) if fault.rule != _CUBES))


def _is_change_sure(reading: BoardReading, before: Position, after: Position) -> bool:
    """Whether the camera is sure of every square on which something else lies than before."""
    changed = (square for square in SQUARES if before.cube(square) != after.cube(square))
    return all(reading.kind(square, ACCUSE) is not None for square in changed)


def _unfit(reading: BoardReading, is_at_fault: bool) -> str:
    """Why nobody is accused by a photo; empty if somebody may be."""
    if reading.doubt is Doubt.NO_COLOURED_CUBE and not is_at_fault:
        # So it is in the beginning of many a game.
        return ""
    return _UNFIT[reading.doubt] if reading.doubt else ""


def _unsure_in_words(reading: BoardReading) -> str:
    names = [square_name(square) for square in reading.unsure]
    return f"It is not sure what lies on {listed(names)}." if names else ""


def _sentence(refusal: Unreadable | None) -> str:
    if refusal is None:
        return ""
    text = str(refusal)
    return f"{text[0].upper()}{text[1:]}."


def card_doubt(reading: BoardReading, options: Options, is_card_told: bool) -> Unreadable | None:
    """Why the colours may not be judged by the card of the rule set; None if they may.

    Parameters
    ----------
    reading : BoardReading
    options : Options
    is_card_told : bool
        Whether somebody said that this is the card, or the signs on the sheet have to show it.
    """
    card = parse_card(options.card)
    signs = {
        square: int(reading.sign_chances[square].argmax())
        for square in SQUARES
        if reading.kind(square) == EMPTY and reading.sign_chances[square].max() >= _SIGN_SURE
    }
    others = sum(1 for square, code in signs.items() if code != card.code(square))
    if len(signs) >= _FEWEST_SIGNS and others > _MOST_OTHERS * len(signs):
        return Unreadable("the sheet shows the signs of another card", "name it with --card")
    if len(signs) < _FEWEST_SIGNS and not is_card_told:
        return Unreadable("hardly any sign in view tells of which card the sheet is", "name it with --card")
    return None
