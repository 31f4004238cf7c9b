"""Reads towers of babel and babel pico."""

from .reader import read

__all__ = ["read"]
