"""A record has no field that its kind doesn't know, and an effect no key that says nothing.

``vocabulary.yaml`` declares the fields of each kind, and under ``any`` those of all kinds. A kind that isn't declared
may have any field:

    fields:
      any: [name, text, figures, effects, status, from]
      tea: [leaves, price]

Wrong: ``prize: 4``, which no template and no rule reads. Right: ``price: 4``.
"""

from __future__ import annotations

from collections.abc import Iterator

from kensei_docs.check.declarations import below, mappings_in, names
from kensei_docs.check.finding import Finding, found
from kensei_docs.database import Database
from kensei_docs.database.model import MESSAGES, NOT_FACTS
from kensei_docs.engine.effects import OPERATIONS
from kensei_docs.problems import closest

SEVERITY = "error"


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every field that is not known."""
    fields = database.vocabulary.section("fields")
    known = {kind: {*names(fields.get("any")), *names(listed)} for kind, listed in fields.items()}
    of_effects = {*OPERATIONS, *NOT_FACTS, *MESSAGES, *names(fields.get("effect"))}
    for record in database.records:
        for field in record.data if record.kind in known else ():
            if field not in known[record.kind]:
                message = (
                    f"'{field}' is no field of the kind {record.kind}{closest(field, known[record.kind])}; mend the "
                    "name, or declare it under 'fields' in vocabulary.yaml"
                )
                yield found(record, field, message)
        for path, part in mappings_in(record) if "effect" in fields else ():
            is_effect = "hook" in part and any(operation in part for operation in OPERATIONS)
            for key in part if is_effect else ():
                if key not in of_effects:
                    hint = closest(key, of_effects)
                    message = f"'{key}' is nothing that an effect can do or have{hint}; mend the name"
                    yield found(record, below(path, key), message)
