"""What was found, as JSON documents, words in a terminal and a page to look at."""
