"""The sheet of a 012x012 card as a mat, and the colours of that game's cubes. Used to print cards.

The unit is the edge of one square; origin in the middle, x East, y North, as for every mat.
"""

from .mat import Mat, markers_round

#: A card of 12x12 squares; markers of one and a half squares round it, one cell of white between them and the card.
CARD_MAT = Mat(
    side=16.0,
    marker_side=1.5,
    marker_centres=markers_round(8, 7.0),
    footprint_side=12.0,
)

#: Colours of painted wood as sRGB; chosen by eye: a wrong one makes cards of colour pictures less like them.
CUBE_COLOURS_SRGB: dict[str, tuple[int, int, int]] = {
    "white": (245, 243, 236),
    "black": (38, 36, 36),
    "red": (190, 45, 40),
    "orange": (225, 125, 40),
    "yellow": (235, 195, 60),
    "green": (60, 130, 70),
    "blue": (45, 95, 165),
    "violet": (115, 70, 140),
    "brown": (130, 90, 60),
    "grey": (150, 150, 150),
}
