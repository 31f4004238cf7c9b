"""Live games of Les Tours de Babel: what they add to how boards are followed."""
