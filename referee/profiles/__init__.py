"""Named profiles: kept as files, shown, and used to read photos."""
