"""PDF: laid-out pages taken apart and placed; fonts, structure elements, links, metadata."""
