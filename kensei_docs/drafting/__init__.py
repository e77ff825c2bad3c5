"""Drafts a project from a document that has no reading profile: records, and a profile that reads their figures.

``detected_settings`` has what can be told of a document as a whole: its language, its units, its running heads.
``outline`` finds its headings and tables (``run_ins``, ``table_rows``, ``tables``, ``profiles``); ``named_figures``
gives each figure of a passage a name, and ``figures_in_brackets`` those of a list. ``proposed_records`` decides which
headings and tables become records, and of which kind (``record_kinds``, ``result_tables``), and ``passage_marks`` how
their passages are found again. The result is a ``draft``, which ``project_files`` writes as a project.
``example_spans`` finds worked examples, whose figures are no rules.
"""
