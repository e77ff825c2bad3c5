"""The checks of a document's text, one module each, named after the promise it keeps."""
