"""Reads the columns of Les Tours de Babel from photos."""
