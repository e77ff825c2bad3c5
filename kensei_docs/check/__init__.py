"""Checks for faults and contradictions; ``run`` runs them.

``data`` checks the database, ``messages`` the words of a game and their translations, ``printed_files`` what a project
prints with, ``project_files`` its other files, ``document`` a document. A check is a function with the decorator
``problems.check``, named after the promise that it keeps; its docstring is its page in the manual. It yields findings,
to which ``rulings`` adds the id of the ruling that settles each.
"""
