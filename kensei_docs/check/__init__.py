"""Checks for faults and contradictions; ``run`` runs them.

``data`` checks the database, ``words`` messages and translations, ``project_files`` the other files of a project,
``document`` a document. A check is a function with the decorator ``problems.check``, named after the promise that it
keeps; its docstring is its page in the manual. It takes what it checks, such as a ``Database`` or a ``Manuscript``, and
yields findings. ``rulings`` adds to each finding the id of the ruling that settles it, if there is one.
"""
