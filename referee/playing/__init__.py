"""Playing, recorded games, and how well the computer plays."""
