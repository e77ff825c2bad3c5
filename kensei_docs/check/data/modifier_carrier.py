"""One effect is stated in one form: off the result, or on the difficulty.

Taking one off every die and raising the difficulty by one come to the same, but a reader who meets both counts both.
Only statements that say that they ``restate`` another record are compared.

Wrong: armour takes one off the enemy's roll, and the table that it restates raises the difficulty. Right: both raise
the difficulty.
"""

from __future__ import annotations

from collections.abc import Iterator

from kensei_docs.check.finding import Finding, found, where
from kensei_docs.database import Database
from kensei_docs.engine.effects import easing, effects_of, hook_property

SEVERITY = "note"


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every effect that its restatement gives another form."""
    for record in database.records:
        for effect in effects_of(record):
            target = record.get(f"{effect.path}.restates")
            other = database.editions[record.edition].records.get(str(target))
            eased = easing(database, effect)
            if other is None or eased is None:
                continue
            form = hook_property(database, effect.hook, "changes")
            others = [stated for stated in effects_of(other) if easing(database, stated) == eased]
            forms = [hook_property(database, stated.hook, "changes") for stated in others]
            if others and form not in forms:
                message = (
                    f"'{effect.place_path}' changes the {form} by {effect.value}{where(record, effect.fact)}, and "
                    f"{other.id} '{others[0].place_path}' the {forms[0]} by "
                    f"{others[0].value}{where(other, others[0].fact)}; state it in one form"
                )
                yield found(record, effect.place_path, message)
