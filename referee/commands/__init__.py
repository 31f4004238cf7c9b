"""One module per command, each exporting `command`; found by walking. Heavy libraries are imported in functions."""
