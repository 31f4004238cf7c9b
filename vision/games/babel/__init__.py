"""Reads towers of babel and babel pico: `reader` joins the steps, each of which has a folder of its own."""
