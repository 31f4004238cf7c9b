"""What is printed: mats, boards for lenses, cards. Called by `mat` and `card`."""
