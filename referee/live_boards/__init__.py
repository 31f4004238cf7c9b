"""Live games of 012x012: the board is watched from above, turn by turn."""
