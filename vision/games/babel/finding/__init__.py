"""Finds the tower: its pose in a picture, on the mat or without it. Used by the babel reader."""
