"""Reads boards of 012x012 from photos: where cubes lie on the printed board, and of which colour."""
