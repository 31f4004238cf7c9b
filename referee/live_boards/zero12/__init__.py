"""Live games of 012x012: what they add to how boards are followed."""
