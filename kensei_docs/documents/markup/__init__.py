"""Templates filled in: the markup of each face, with its words, drawings, icons and typefaces."""
