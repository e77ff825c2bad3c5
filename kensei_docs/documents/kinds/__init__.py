"""The input of a print: what is printed, and how a user wants it.

``kind`` reads the kinds of document, ``rows_and_copies`` decides which records get a face and how many; ``options`` are
those of a command, ``paper_and_face_sizes`` has sizes, ``printers`` the margins and offsets of a printer, ``themes``
the colours.
"""
