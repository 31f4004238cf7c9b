"""Joins views of one tower. Used by the program where it has several photos."""
