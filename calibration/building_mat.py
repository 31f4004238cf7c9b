"""The printed ground of Baubylon, on which a building of blocks stands, with markers round it.

The unit is the side of one square, which is a block's short side; origin in the middle, x East, y North, as for every
mat. Used to print it, and by the reader of buildings.
"""

from .mat import Mat, markers_round

#: Columns and rows of the ground.
GROUND_SIDE = 8
#: How high a storey is, in squares: blocks are a little smaller than the squares that are printed for them.
STOREY = 0.98
#: Other markers than those of any other mat.
BUILDING_MAT = Mat(
    side=11.2,
    marker_side=1.1,
    marker_centres=markers_round(32, 4.85),
    footprint_side=float(GROUND_SIDE),
    fewest_markers=2,
)
#: What is printed in the middle of each square, as `calibration.board_mat.sign_ink` has it: a cross, which no block
#: bears, so that an empty square is seen to be empty.
SQUARE_SIGN = 2
