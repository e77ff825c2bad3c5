"""The roster of an army as one page of markup, for a browser to print: its troops with their figures and circles for
their wounds, and its limits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from kensei_docs.army.pack import declared_pack
from kensei_docs.army.troops import PROFILE, Army
from kensei_docs.army.write_list import head_of
from kensei_docs.catalogues import Translator
from kensei_docs.database.spreadsheets import Columns

# A troop of more wounds has them counted in another way.
_MOST_CIRCLES = 60


def as_markup(army: Army, values: Mapping[str, Any], translator: Translator) -> str:
    """Return the page of a roster, of whose values it is made (see ``roster``), in the translator's language.

    Figures that another edition gives have an asterisk.
    """
    said = values["army"]
    kind = army.faction.kind if army.faction else ""
    above = " · ".join(escape(text) for text in (said.get(kind), said["level"]) if text)
    shown = list(dict.fromkeys(name for row in values["rows"] for name in row["attributes"]))
    heads = [_term("troop", translator), *(_attribute(army, name, translator) for name in shown)]
    head = "".join(f"<th>{escape(text)}</th>" for text in (*heads, _term("points", translator)))
    rows = "".join(_row(row, shown) for row in values["rows"])
    limits = "".join(_limits(values, translator))
    return (
        f"<header><div><h1>{escape(said['name'])}</h1><p>{above}</p></div><b>{said['points']} / {said['size']}</b>"
        f"</header><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table><ul>{limits}</ul>"
    )


def _row(row: Mapping[str, Any], shown: list[str]) -> str:
    wounds, each = row.get("wounds", 1), row.get("wounds", 1) // int(row["miniatures"]) or 1
    circles = "".join(
        '<i class="last"></i>' if not at % each else "<i></i>" for at in range(1, min(_MOST_CIRCLES, wounds) + 1)
    )
    cells = (f"{escape(row['attributes'].get(name) or '')}{'*' if name in row['lent'] else ''}" for name in shown)
    return (
        f"<tr><td><b>{row['miniatures']} {escape(row['name'])}</b> {escape(row['equipment'])}"
        f'<div class="wounds">{circles}</div></td>'
        + "".join(f"<td>{cell}</td>" for cell in cells)
        + f"<td>{row['points'] or '____'}</td></tr>"
    )


def _limits(values: Mapping[str, Any], translator: Translator) -> Iterator[str]:
    for one in values["limits"]:
        status = one["status"]
        state = "" if status == "met" else f"{translator.term(f'limit-{status}')}: "
        least, most = one["least"], one["most"]
        ends = f"{least}–{most}" if least and most else most or (least and f"{least}+")
        bounds = f" / {ends}" if ends else ""
        yield f"<li><span>{escape(one['name'])}</span><b>{escape(state)}{one['have']}{bounds}</b></li>"


def _attribute(army: Army, name: str, translator: Translator) -> str:
    columns = {column.at: column for column in Columns(army.database, "troop").by_name.values()}
    column = columns.get(f"{PROFILE}.{name}")
    record = army.edition.records.get(f"{declared_pack(army.edition).roster.attributes}/{name}")
    words = translator.name(record) if record else head_of(column, translator) if column else name
    # A short form stands in brackets behind it: Movement (MOV).
    return re.sub(r"\s*\(.*?\)$", "", words)


def _term(name: str, translator: Translator) -> str:
    word = translator.term(name)
    return word[:1].upper() + word[1:]
