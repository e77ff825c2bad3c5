"""Templates filled in with records: the markup of each face, with words, drawings, icons and typefaces."""
