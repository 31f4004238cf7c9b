"""From what a camera saw, or a person typed, to the verdict, and what to say about it."""
