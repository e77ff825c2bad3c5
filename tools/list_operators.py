"""Write the tables of docs/expressions.md: every sign and function, from the functions' docstrings.

python tools/list_operators.py            # writes the tables; a test holds the page against this
"""

from __future__ import annotations

import re
from inspect import getdoc
from pathlib import Path

from kensei_docs.engine.expressions.schema import Operand, Operator, operators
from kensei_docs.engine.expressions.syntax import LIST

PAGE = Path(__file__).parent.parent / "docs" / "expressions.md"
# A table stands between two comments; the first names the module of its functions.
_TABLE = re.compile(r"(?s)(<!-- (signs|\w+_operators) -->\n).*?(?=<!-- end -->)")
# The signs, the loosest first.
_SIGNS = (
    "where", "otherwise", "if", "or", "and", "not", "is", "is not", "in", "not in", ">=", "<=", ">", "<", "+", "-", "*",
    "/", "mod", LIST,
)  # fmt: skip


def page() -> str:
    """Return the page with its tables."""
    return _TABLE.sub(lambda found: found[1] + _table(found[2]), PAGE.read_text(encoding="utf-8"))


def _table(module: str) -> str:
    rows = [(sign, operators()[sign]) for sign in _SIGNS] if module == "signs" else list(_functions(module))
    lines = [f"| {'sign' if module == 'signs' else 'function'} | what it gives |", "| --- | --- |"]
    for form, operator in rows:
        doc = " ".join((getdoc(operator.function) or "").split()).replace("``", "`")
        lines.append(f"| `{form}` | {doc} |")
    return "\n".join(lines) + "\n"


def _functions(module: str) -> list[tuple[str, Operator]]:
    """Return the functions of a module as they are called, in its order."""
    own = [one for one in operators().values() if one.is_function and one.function.__module__.endswith(f".{module}")]
    ordered = sorted(own, key=lambda one: one.function.__code__.co_firstlineno)
    return [(f"{one.name}({', '.join(map(_of_operand, one.operands))})", one) for one in ordered]


def _of_operand(operand: Operand) -> str:
    if operand.repeated:
        return "name=…, …" if operand.by_name else "…"
    written = f"{operand.name}=…" if operand.by_name else operand.name
    return written if operand.required else f"[{written}]"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
