"""One folder for each game that the reader can see."""
