"""Reads the photos of many towers, one after the other into a file. Called by `check --batch`."""
