"""Tells the types of cubes and the marks on their faces. Used by the babel reader."""
