"""Measures the reader on photos whose truth is known. Called by `bench`."""
