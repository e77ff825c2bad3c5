"""Drafts a project from a document that has no reading profile: records, and a profile that reads their figures.

``detected_settings`` has what can be told of a document as a whole: its language, its units, its running heads, and
its worked examples, whose figures are no rules. ``outline`` finds its headings and tables (``table_rows``, ``tables``);
``named_figures`` gives each figure of a passage, or of the entries of a list, a name. ``proposed_records`` decides
which headings and tables become records (``result_tables``), and ``passage_marks`` how their passages are found again.
The result is a ``draft`` of records, each of a kind, which ``project_files`` writes as a project.
"""
