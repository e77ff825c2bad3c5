"""Drafts a project from a document that has no reading profile: records, and a profile that reads their figures.

A ``Document`` goes in, and the texts of the files of a project come out. ``detected_settings`` detects what holds for
the document as a whole: its language, its units, its running heads, and its worked examples, whose figures are no
rules. ``outline`` finds its headings and tables (``table_rows``, ``tables``); ``named_figures`` gives a name to each
figure of a passage, or of the entries of a list. ``proposed_records`` decides which headings and tables become records
(``result_tables``), and ``passage_marks`` finds the phrases that mark their passages. The result is a ``draft`` of
records, each of a kind, which ``project_files`` turns into files.
"""
