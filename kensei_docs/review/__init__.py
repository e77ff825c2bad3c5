"""The review of a drafted project: a person accepts or corrects each record beside its place in the document.

``readings`` finds the entries of a reading profile that read a record. ``record_edits`` changes records together with
their readings, ``record_text`` their texts, ``catalogue_edits`` their translations; ``split_record`` divides a record.
``actions`` writes a change if data and document still agree after it, ``history`` undoes it, and
``sources.accepted_records`` stores which records were accepted. ``exceptions`` has those for actions that can't be
done. ``page`` and ``server`` are the browser's side, ``places`` the pictures and lines that it shows.
"""
