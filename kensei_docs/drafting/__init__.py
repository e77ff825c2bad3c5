"""Drafts a project from a document that has no reading profile: records, and a profile that reads their figures.

``detection`` finds the language and the units of the document, ``outline`` its headings and tables (``run_ins``,
``rows``, ``tables``), ``cues`` the names of the figures of a passage and the words around them. ``proposals`` makes a
draft of them (``model``), with ``kind_names``, ``prices`` and ``marks``; ``project_files`` writes it as a project.
"""
