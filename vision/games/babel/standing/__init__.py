"""Tells which cells hold a cube, by one view. Used by the babel reader."""
