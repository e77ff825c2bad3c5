"""The input of a print: kinds of document, the rows that get faces, options, papers, printers and themes."""
