"""An army as data, and as the end of a web address (its fragment), which no server gets to see.

The data are those of a list in YAML, with ids in place of names: they read the same in every language. A fragment is a
digit for the format, then their values as JSON, compressed by zlib, whose checksum tells damage, in the letters of
base64 for addresses. Browsers can read it without Python (``DecompressionStream("deflate")``).
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

from kensei_docs.army.troops import Army, Troop, declared_musters
from kensei_docs.database.errata import version_of
from kensei_docs.database.spreadsheets import Columns
from kensei_docs.engine.play_schema import as_list
from kensei_docs.problems import Said, Unusable, say, unusable

CHECK = "address"
# The format, which is the first letter of a fragment. A reader of one format refuses all others.
_FORMAT = "1"
_LETTERS = re.compile(r"[A-Za-z0-9_-]*")
# The longest fragment that is read, in letters, and the most bytes that one unpacks to: a hundred troops take 8,000.
_MOST_LETTERS = 20_000
_MOST_BYTES = 200_000


def army_as_data(army: Army) -> dict[str, Any]:
    """Return an army as its list in YAML has it, by the names of columns, with the slugs of records as values.

    ``_version`` is that of its edition, which reading it leaves aside. The points of a troop whose profile has a price
    are not said: they follow.
    """
    declared = declared_musters(army.edition)
    columns = Columns(army.database, "troop")
    at = {column.at: name for name, column in columns.by_name.items()}
    chosen: dict[str, list[str]] = {}
    of_army = Columns(army.database, "army").by_name
    for record in army.chosen:
        field = next(name for name in declared.chosen if record.kind in of_army[name].of)
        chosen.setdefault(field, []).append(record.slug)
    data = {
        "name": army.name,
        "edition": army.edition.id,
        "_version": version_of(army.edition),
        declared.faction: army.faction.slug if army.faction else "",
        declared.level: army.level.slug if army.level else "",
        "size": f"{army.size:g}",
        **chosen,
        "rows": [_row_as_data(troop, at) for troop in army.troops],
    }
    return {key: value for key, value in data.items() if key and value}


def _row_as_data(troop: Troop, at: dict[str, str]) -> dict[str, Any]:
    """Return a row; ``at`` has the names of columns by the paths of their values."""
    profile = troop.profile
    has_price = profile is not None and profile.figure("points") is not None
    named = {
        "name": troop.name if profile is None or troop.name != profile.name else "",
        "profile": profile.slug if profile else "",
        "miniatures": str(troop.miniatures),
        "points": f"{troop.points:g}" if troop.points is not None and not has_price else "",
    }
    stated = {at[path]: _as_text(value) for path, value in troop.stated.items()}
    return {key: value for key, value in (named | stated).items() if value}


def _as_text(value: Any) -> str | list[str]:
    if isinstance(value, list):
        return [str(part) for part in value]
    return str(value).lower() if isinstance(value, bool) else str(value)


def army_as_fragment(army: Army) -> str:
    """Return the fragment of an address that has a whole army: letters, digits, hyphens and underscores."""
    return fragment_of(army_as_data(army))


def fragment_of(data: dict[str, Any]) -> str:
    """Return the fragment of an army's data."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    return _FORMAT + urlsafe_b64encode(zlib.compress(text, 9)).decode().rstrip("=")


def army_from_fragment(fragment: str) -> dict[str, Any]:
    """Return the data of the army in a fragment, or in a whole address; raises Unusable, with why, for a damaged one.

    They are of the form of a list, and say nothing of whether the edition knows its names: ``read_army`` does.
    """
    letters = fragment.strip().rpartition("#")[2].rpartition("/")[2].rstrip("=")
    if not letters or not _LETTERS.fullmatch(letters):
        raise _damaged(say("has no list in it; copy the whole link"))
    if letters[0] != _FORMAT:
        raise _damaged(say("was made by another version of the tool, or is damaged; ask for a new link"))
    if len(letters) > _MOST_LETTERS:
        raise _damaged(say("is longer than that of any list; ask for a new link"))
    unpacking = zlib.decompressobj()
    try:
        text = unpacking.decompress(urlsafe_b64decode(letters[1:] + "=" * (-(len(letters) - 1) % 4)), _MOST_BYTES)
    except (zlib.error, ValueError):
        raise _damaged(say("is damaged: a letter is wrong; ask for a new link")) from None
    if unpacking.unconsumed_tail:
        raise _damaged(say("is longer than that of any list; ask for a new link"))
    if not unpacking.eof:
        raise _damaged(say("is cut short; copy the whole link"))
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if not _is_list(data):
        raise _damaged(say("has no list in it; copy the whole link"))
    return dict(data)


def _is_list(data: Any) -> bool:
    """Return whether data have the form of an army's: texts, lists of texts, and rows of them."""
    if not isinstance(data, dict) or not isinstance(data.get("rows"), list):
        return False
    parts = [{key: value for key, value in data.items() if key != "rows"}, *data["rows"]]
    values = [value for part in parts if isinstance(part, dict) for value in part.values()]
    return all(isinstance(part, dict) for part in parts) and all(
        isinstance(one, str) for value in values for one in as_list(value)
    )


def _damaged(message: Said) -> Unusable:
    return unusable("link", message, CHECK)


# Texts that YAML or the readers of lists could take for something else stand in quotes.
_PLAIN = re.compile(r"[^\W_][\w ./°'’()+%-]*")
_WORDS_OF_YAML = {"null", "true", "false", "yes", "no", "on", "off", "y", "n"}


def as_yaml(data: dict[str, Any]) -> str:
    """Return the data of an army as the text of a list in YAML, with a line for each row."""
    lines = [f"{key}: {_in_yaml(value)}" for key, value in data.items() if key != "rows"]
    rows = [", ".join(f"{key}: {_in_yaml(value)}" for key, value in row.items()) for row in data["rows"]]
    return "\n".join([*lines, "rows:", *(f"  - {{{row}}}" for row in rows)]) + "\n"


def _in_yaml(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_in_yaml, value))}]"
    text = str(value)
    plain = _PLAIN.fullmatch(text) and text == text.strip() and text.lower() not in _WORDS_OF_YAML
    return text if plain else json.dumps(text, ensure_ascii=False)
