"""Reads buildings of Baubylon from photos: how many storeys stand on each square of the printed ground."""
