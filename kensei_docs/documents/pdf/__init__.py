"""Parts of a PDF, made from the packs: form XObjects, glyph subsets, structure tree, links and outline, the file."""
