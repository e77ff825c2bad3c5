"""Reading rulebooks: pages, reading order, blocks, repaired text, and figures found in it."""
