"""Learns paints, a lens or how bulges lie from photos, and judges the light. Called by `calibrate`."""
