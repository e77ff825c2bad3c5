"""What can be printed: kinds of document, the faces that records give, options, papers, themes."""
