"""Following a game live: sources of pictures, the pure step, the journal and the session that joins them."""
