"""What light, lens and set do to a picture: camera, mat, colours. Used by vision and the program."""
