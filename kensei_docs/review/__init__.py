"""The review of a drafted project: a person accepts or corrects each record beside its place in the document.

``readings`` finds the entries of a reading profile that read a record, and changes them. ``record_edits`` changes a
record with its readings, ``record_text`` its text, ``catalogue_edits`` its translations, ``kinds_of_record`` has the
kinds that it can get; ``split_record`` divides it, ``unused_figures`` removes figures that nothing prints.
``actions`` writes a change if data and document still agree after it, ``history`` undoes it, and
``sources.accepted_records`` stores which records were accepted. ``exceptions`` has those for actions that can't be
done. ``page`` and ``server`` are the browser's side, ``places`` the pictures and lines that it shows.
"""
