"""A roll passes by one comparison, wherever the rules say when it does.

``statements.yaml`` notes what each place says: ``at-least``, ``above``, ``at-most`` or ``below`` the number. All
places are compared with the first:

    brewing-succeeds:
      compare: comparator
      about: when a brew succeeds
      says: {rules: at-most, summary: below}

Wrong: "equal or lower" in the rules and "less than" in the summary. Right: "no more than 4" here and "4 or less"
there.
"""

from __future__ import annotations

from collections.abc import Iterator

from kensei_docs.check.declarations import statements
from kensei_docs.check.finding import Finding, listed
from kensei_docs.database import Database
from kensei_docs.problems import closest

SEVERITY = "error"
_WORDS = {
    "at-least": "the number or more",
    "above": "more than the number",
    "at-most": "the number or less",
    "below": "less than the number",
}


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every place whose comparison is another."""
    for statement in statements(database, "comparator"):
        first: str | None = None
        says = {key: str(said) for key, said in statement.says.items()}
        for key, comparator in says.items():
            if comparator not in _WORDS:
                hint = closest(comparator, _WORDS)
                yield statement.differs(key, f"'{comparator}' is no comparison{hint}; known are {listed(_WORDS)}")
            elif first is None:
                first = key
            elif comparator != says[first]:
                message = (
                    f"{_WORDS[comparator]} by {statement.at(key)}, but {_WORDS[says[first]]} by {statement.at(first)}; "
                    "settle which holds"
                )
                yield statement.differs(key, message, first)
