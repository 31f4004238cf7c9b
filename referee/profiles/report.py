"""Profiles as a person wants to read them. Called by `profile` and `calibrate`."""

from collections.abc import Iterator

from rich.table import Table

from calibration.profile import ColourFields, LensFields, Profile, RuleFields, TileFields
from referee.texts import plain
from rules.errors import counted, listed
from rules.games.babel import TYPES, Options
from rules.games.tours import FAMILIES


def profile_lines(profile: Profile) -> Iterator[str]:
    """What a profile holds, a line each."""
    yield f"{profile.name}: made {plain(profile.made)}"
    if profile.camera:
        yield f"camera: {plain(profile.camera)}"
    if profile.set:
        yield f"set: {plain(profile.set)}"
    if profile.colours:
        colours = profile.colours
        yield f"colours: from {counted(colours.photos, 'photo')}; {colours.verdict}"
        yield from colour_lines(colours)
    if profile.lens:
        yield from lens_lines(profile.lens)
    if profile.rules:
        yield from _rule_lines(profile.rules)
    if profile.tiles:
        yield from _tile_lines(profile.tiles)
    if profile.is_empty:
        yield "empty"


_LIE = {
    "adjacent": "lie side by side",
    "opposite": "lie opposite each other",
    "corner": "meet in a corner",
    "T": "lie in a T",
    "both": "may lie either way",
}


def lines_of_use(profile: Profile, options: Options) -> Iterator[str]:
    """What to know of a profile that is used: that it holds nothing, or what is gone by of which it has rules."""
    if profile.is_empty:
        yield "it holds nothing: calibrate first"
    if profile.rules:
        type2 = profile.rules.type2 and options.type2
        type3 = profile.rules.type3 and options.type3
        yield from _rule_lines(RuleFields(type2, type3))


def _rule_lines(rules: RuleFields) -> Iterator[str]:
    """What was fixed of how bulges lie."""
    for number, lie in ((2, rules.type2), (3, rules.type3)):
        if lie is not None:
            yield f"rules: bulges of {TYPES[number].colour} cubes {_LIE[lie]}"


def _tile_lines(tiles: TileFields) -> Iterator[str]:
    """What was learned of a set of mah-jong tiles."""
    families = listed([FAMILIES[letter] for letter in tiles.families])
    yield f"tiles: {families}; the faces that look most alike do so by {tiles.alike:.0%}"
    yield f"  {tiles.length:.2f} x {tiles.width:.2f} x {tiles.height:.2f} squares of the mat"


def colour_lines(colours: ColourFields) -> Iterator[str]:
    """What was learned of a set's paints, but for the verdict."""
    red, green, blue = colours.white_rgb
    yield f"  white paper sent red {red:.0%}, green {green:.0%}, blue {blue:.0%} of what the camera can take"
    yield f"  read again, held out: {colours.held_out_right} of {colours.held_out_cubes} types right"
    if colours.unseen:
        yield f"  not in view, so taken to be as usual: {', '.join(colours.unseen)}"
    yield f"  hardest to tell apart: {' and '.join(colours.closest)}, {colours.margin:.1f} standard deviations"
    if colours.mark_radius is not None:
        yield f"  radius of the marks: {colours.mark_radius:.2f} of an edge"


def lens_lines(lens: LensFields) -> Iterator[str]:
    """What was learned of a lens."""
    width, height = lens.size_wh
    yield f"lens: focal length {lens.matrix[0][0]:.1f} px in pictures of {width} x {height}; {plain(lens.model)}"
    yield f"  {lens.error_px:.2f} px off on views kept out of the fit; {lens.views} views in all"


def paint_table(colours: ColourFields) -> Table:
    """Each type's paint beside what is usual."""
    table = Table("type", "faces", "lighter", "redder", "bluer", "known", "spread", "worn", title="paints")
    for paint in colours.paints:
        table.add_row(
            TYPES[paint.type].colour,
            str(paint.faces),
            *(f"{deviation:+.2f}" for deviation in paint.deviation),
            f"{paint.information:.0%}",
            f"{paint.spread[0]:.2f}",
            f"{paint.wear:.0%}",
        )
    return table
