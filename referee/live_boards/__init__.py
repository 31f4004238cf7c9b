"""Live games on printed boards, which are watched from above: how all are followed, and a folder for each game."""
