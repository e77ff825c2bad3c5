"""The input of a print: what is printed, and how a user wants it.

``kind`` reads the kinds of document, ``rows_and_copies`` decides which records get a face and how many;
``options_and_printers`` has the options of a command and the margins and offsets of a printer,
``paper_and_face_sizes`` the sizes, ``themes`` the colours.
"""
