"""What happened in a live game as a sentence for players, in their language. Used by window, speech and exports.

Sentences are made from what an event is about, rule by rule, never from another sentence.
"""

from collections.abc import Iterable, Sequence

from referee.phrases import Phrasebook, marked
from rules.games.babel import COLUMNS, LEVELS, Cell, Face, cube_notation, in_footprint

from .events import Event
from .game_events import EventKind, ViewChange

#: What the cubes are called, by type.
CUBE_NAMES = (marked("grey"), marked("white"), marked("black"), marked("beige"), marked("blue"))
FACE_NAMES = {
    Face.E: marked("East side"),
    Face.W: marked("West side"),
    Face.N: marked("North side"),
    Face.S: marked("South side"),
    Face.U: marked("top"),
    Face.D: marked("underside"),
}
_VIEWS = {
    ViewChange.MOVED: marked("The camera or the mat was moved; the mat was found again."),
    ViewChange.HIDDEN: marked("The mat cannot be seen: clear the view, and let the camera see its markers."),
    ViewChange.UNREADABLE: marked("The tower cannot be read: let the camera see all of it, in colour."),
    ViewChange.DARK: marked("It is too dark: put more light on the table."),
    ViewChange.BRIGHT: marked("It is too bright: take light away, or shorten the exposure."),
    ViewChange.BLURRED: marked("The picture is blurred: hold the camera still, and let it focus."),
    ViewChange.FROZEN: marked("The camera sends the same picture again and again: check it."),
    ViewChange.RESTLESS: marked(
        "The picture is never still: take hands away, steady the camera, put on more light, mind flickering lamps."
    ),
    ViewChange.MIRRORED: marked("The picture is mirrored: switch mirroring off in the camera's settings."),
    ViewChange.LOST: marked("The camera is lost: plug it in again. The game is kept."),
    ViewChange.BACK: marked("The camera is back."),
    ViewChange.PROFILE: marked("The profile does not fit this camera or these cubes: calibrate anew."),
    ViewChange.CLEAR: marked("The picture is good again."),
}
_PLAIN = {
    EventKind.START: marked("The game begins."),
    EventKind.JOINED: marked("A game in progress was joined."),
    EventKind.TOPPLED: marked("The tower fell or was taken down: build it up again, or begin anew."),
    EventKind.TAKEN_DOWN: marked(
        "The game is over and its tower is taken down: the next one begins once the mat is empty."
    ),
    EventKind.OUT_OF_STEP: marked("The tower has changed in a way that could not be followed: leave it in view."),
    EventKind.ASK: marked("Not sure: which is it?"),
}
#: What is worth interrupting a game for by saying it aloud.
_SPOKEN = (
    EventKind.FAULT,
    EventKind.CORRECTED,
    EventKind.TOPPLED,
    EventKind.TAKEN_DOWN,
    EventKind.OUT_OF_STEP,
    EventKind.RESYNC,
    EventKind.ASK,
    EventKind.UNDO,
    EventKind.TURNED,
    EventKind.GAME_OVER,
)
_BEGUN = (EventKind.START, EventKind.JOINED, EventKind.RESYNC)


def sentence(event: Event, phrases: Phrasebook) -> str:
    """What an event is, in one or two sentences."""
    say = phrases.say
    place = "" if event.cell is None else place_name(event.cell, phrases)
    cube = cube_name(event.type, phrases)
    guess = say("Who placed which cube is a guess.")
    if event.kind in _PLAIN:
        return say(_PLAIN[event.kind])
    match event.kind:
        case EventKind.PLACEMENT:
            told = say("Player {player}: {cube}, {place}.", player=event.player, cube=cube, place=place)
            return told if event.is_order_known else f"{told} {guess}"
        case EventKind.FAULT:
            return fault_sentence(event, phrases)
        case EventKind.CORRECTED if event.tower is not None and event.cell not in event.tower:
            return say("Corrected: {cube}, {place}.", cube=say("nothing was placed"), place=place)
        case EventKind.CORRECTED:
            told = say("Corrected: {cube}, {place}.", cube=cube, place=place)
            withdrawn = [say("Rule {rule} was not broken after all.", rule=rule) for rule in event.rules_withdrawn]
            return " ".join([told, *([say("It broke no rule after all.")] if event.is_withdrawn else withdrawn)])
        case EventKind.UNDO:
            return say("Player {player} takes back the cube: {place}.", player=event.player, place=place)
        case EventKind.TURNED:
            return say("The cube was turned: {place}.", place=place)
        case EventKind.RESYNC:
            return say("A cube stands there again: {place}.", place=place) if place else say("In step again.")
        case EventKind.HAND:
            return say("A hand is at the tower.") if event.is_there else say("The hand has left.")
        case EventKind.VIEW:
            return view_sentence(event.view, phrases) if event.view else event.message
        case EventKind.GAME_OVER if event.player:
            return say("The game is over: player {player} wins.", player=event.player)
        case EventKind.GAME_OVER:
            return say("The tower is finished: a draw.")
    return event.message


def spoken(events: Sequence[Event], phrases: Phrasebook) -> tuple[str, ...]:
    """What to say aloud of some events; of a placement only that nothing speaks against it."""
    texts = [sentence(event, phrases) for event in events if event.kind in _SPOKEN]
    has_placement = any(event.kind is EventKind.PLACEMENT for event in events)
    if has_placement and not texts:
        return (phrases.say("Nothing speaks against it."),)
    return tuple(texts)


def written(event: Event, phrases: Phrasebook) -> str:
    """The sentence, with what is more easily read than heard: the number and the marks of a placement, and who is to
    move where a game is begun or gone on with."""
    told = sentence(event, phrases)
    if event.kind is EventKind.PLACEMENT:
        return f"{event.ply}. {told} ({cube_notation(event.cube)})"
    if event.kind in _BEGUN and event.cell is None and event.to_move:
        return f"{told} ({phrases.say('Player {player} to move', player=event.to_move)})"
    return told


def view_sentence(view: ViewChange, phrases: Phrasebook) -> str:
    """What is wrong with the picture and what to do about it, or that all is well again."""
    return phrases.say(_VIEWS[view])


def fault_sentence(event: Event, phrases: Phrasebook) -> str:
    """Which rule was broken and how, with the place and its faces."""
    told = phrases.say("Against rule {rule}: {fault}", rule=event.rule, fault=_fault(event, phrases))
    why = phrases.say("This was not seen, but it follows.")
    return f"{told} {why}" if event.by == "deduced" else told


def _fault(event: Event, phrases: Phrasebook) -> str:
    say = phrases.say
    place = "" if event.cell is None else place_name(event.cell, phrases)
    faces = face_names(event.faces, phrases)
    is_inside = event.cell is not None and in_footprint(event.cell)
    match event.rule:
        case 1 if event.by == "deduced":
            return say("one box does not hold enough cubes for this: {place}.", place=place)
        case 1 if event.faces:
            return say("no cube in the box has marks like this one: {place}.", place=place)
        case 1 if event.player:
            cube = cube_name(event.type, phrases)
            return say("player {player} has no cube of this colour left: {cube}.", player=event.player, cube=cube)
        case 1:
            return say("there are no more cubes of this colour: {cube}.", cube=cube_name(event.type, phrases))
        case 2:
            return say("the first cube may not be a blue one.")
        case 3 if not is_inside:
            return say("the cube stands beside the tower's four columns.")
        case 3 if event.cell is not None and event.cell[2] >= LEVELS:
            return say("the tower has six levels and no more.")
        case 3:
            return say("a placed cube stays as it is: {place}.", place=place)
        case 4:
            return say("a level was begun before the one below was complete: {place}.", place=place)
        case 5 if event.by == "deduced":
            return say("however the cube is turned, a bulge shows on the outside: {place}.", place=place)
        case 5:
            return say("a bulge shows on the outside: {place}, {faces}.", place=place, faces=faces)
        case 6 if event.by == "deduced":
            return say("two equal marks meet: {place}.", place=place)
        case 6 if event.faces and set(event.faces) <= set(event.bulges):
            return say("two bulges meet: {place}, {faces}.", place=place, faces=faces)
        case 6 if event.faces and not set(event.faces) & {*event.bulges, *event.unknown}:
            return say("two hollows meet: {place}, {faces}.", place=place, faces=faces)
        case 6:
            return say("two equal marks meet: {place}.", place=place)
        case 7:
            return say("on the ground every cube stands side by side with another: {place}.", place=place)
    return event.message


def place_name(cell: Cell, phrases: Phrasebook) -> str:
    """What players call a cell."""
    x, y, z = cell
    if (x, y) not in COLUMNS:
        return phrases.say("beside the tower")
    return phrases.say("{column} on level {level}", column=COLUMNS[x, y], level=z + 1)


def cube_name(type: int | None, phrases: Phrasebook) -> str:
    """The colour of a type."""
    return phrases.say("a cube") if type is None else phrases.say(CUBE_NAMES[type])


def face_names(faces: Iterable[Face], phrases: Phrasebook) -> str:
    """Faces, joined by the commas of the language."""
    return phrases.say(", ").join(phrases.say(FACE_NAMES[face]) for face in faces)
