"""A modifier has the shape of what it changes: dice for a pool, a number for a result.

``vocabulary.yaml`` says of each hook what it ``changes``, and which shapes of figure that takes:

    shapes:
      pool: [dice]
      result: [modifier]

Wrong: ``+1`` added to a pool of dice; ``+1D6`` added to each die's result. Right: ``+1D6`` to the pool, ``+1`` to the
result.
"""

from __future__ import annotations

from collections.abc import Iterator

from kensei_docs.check.declarations import names
from kensei_docs.check.finding import Finding, found, where
from kensei_docs.database import Database
from kensei_docs.engine.effects import all_effects, hook_property

SEVERITY = "error"


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every added or set figure of the wrong shape."""
    shapes = database.vocabulary.section("shapes")
    for effect in all_effects(database):
        figure = effect.figure
        changed = hook_property(database, effect.hook, "changes")
        wanted = names(shapes.get(str(changed)))
        if effect.operation not in ("add", "set") or figure is None or not wanted:
            continue
        if figure.kind not in wanted:
            message = (
                f"{figure} ({figure.kind}) changes {effect.hook}, whose {changed} takes "
                f"{' or '.join(wanted)}{where(effect.record, effect.fact)}; mend the figure or the hook"
            )
            yield found(effect.record, effect.place_path, message)
