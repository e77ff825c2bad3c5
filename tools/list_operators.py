"""Generate docs/expressions.md: every operator with its operands, from the functions' docstrings.

python tools/list_operators.py            # writes the page; a test holds the page against this
"""

from __future__ import annotations

import re
from inspect import getdoc
from pathlib import Path
from textwrap import dedent

from kensei_docs.discover import modules_of
from kensei_docs.engine import expressions
from kensei_docs.engine.expressions.schema import Operator, operators

PAGE = Path(__file__).parent.parent / "docs" / "expressions.md"
HEAD = """\
# Expressions: what data may compute

`play.computes`, `play.takes` and `play.odds` of an edition and `asks` of a worked example hold expressions. They run no
code: an expression is a name, a list of expressions, or **one operator with its operands**.

```yaml
computes:
  order-result: {add: [given.die, {value: order.roll}]}
  orders: {outcome: {roll: order, result: order-result, take: orders}}
```

| a name | stands for |
| --- | --- |
| `given.die`, `given.ours.miniatures` | what is given; `given.x?` is false where it isn't |
| `roll/combat:base` | a fact of a record |
| `order-result` | another expression under `computes` |
| `'mounted'` (in quotes) | the word itself |
| `none` | nothing: 0 |

Figures of rules never stand in an expression: they are facts, and named. What is wrong with an expression (an unknown
operator, too many operands, a name that nothing computes) is a problem with its file, line and column as soon as the
edition is opened; `kensei-docs check` reports it too.

An operator is a public function of a module in `kensei_docs/engine/expressions/` whose first parameter is
`run: Evaluation`. Its other parameters are its operands, and their annotations the schema; its docstring is its entry
below. A new operator is one more function, and `python tools/list_operators.py` writes this page again.
"""


def page() -> str:
    """Return the page."""
    parts = [HEAD]
    for module in modules_of(expressions):
        own = [one for one in operators().values() if one.function.__module__ == module.__name__]
        if not own:
            continue
        parts.append(f"\n## {_title(module.__doc__ or '')}\n")
        parts += map(_entry, sorted(own, key=lambda one: one.function.__code__.co_firstlineno))
    return "".join(parts)


def _title(doc: str) -> str:
    return doc.strip().partition("\n")[0].rstrip(".")


def _entry(operator: Operator) -> str:
    doc = dedent(getdoc(operator.function) or "").replace("``", "`")
    doc = re.sub(r": (`[^`]*`)\.", r": \1", doc)
    operands = "; ".join(
        f"`{operand.name}` {operand.description}{'' if operand.required else ', may be absent'}"
        for operand in operator.operands
    )
    form = "a list of operands" if operator.as_list else "a mapping" if operator.operands[0].by_name else "one operand"
    if operator.as_mapping and not operator.operands[0].by_name:
        form = "one operand or a mapping"
    more = "; the last as often as you like" if operator.repeated else ""
    return f"\n### `{operator.name}`\n\n{doc}\n\nTakes {form}{more}: {operands}.\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
