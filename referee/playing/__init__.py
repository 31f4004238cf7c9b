"""Judging positions, playing, recorded games, and how well the computer plays: any game, without a camera."""
