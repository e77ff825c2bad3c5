"""WeasyPrint: markup laid out to pages, text fitted, overflow read off, over worker processes."""
