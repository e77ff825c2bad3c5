"""A drafted project → one that a person has looked through: each record beside its place in the document.

``readings`` finds where a profile reads a record, ``edits`` changes records together with their readings, ``session``
writes a change where data and document still agree after it, and undoes it; ``looked`` keeps what was accepted, and
``refusals`` are what can't be done.
``page`` and ``server`` are what the browser shows.
"""
