"""From what a camera saw to the verdict, and what to say about it."""
