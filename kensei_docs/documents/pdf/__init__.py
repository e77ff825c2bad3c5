"""The parts of a PDF, made from packs: form XObjects, glyph subsets, structure tree, links, outline; and the file."""
