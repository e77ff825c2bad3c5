"""The pages in the manual of what loading the database reports; the loader checks it, so it has no check here."""

from __future__ import annotations

from collections.abc import Mapping

_PROMISES = {
    "yaml": "A file of data/ is UTF-8 text and YAML, and no key stands twice.",
    "data": "A file of data/ has the shape of its kind.\n\nIds are small letters, digits and "
    "hyphens, every record has a name, and every ruling a decision.",
    "spreadsheet": "A cell of a spreadsheet holds what its column takes, and every column is known.",
    "errata": "`from` of an erratum equals the value that is there now.",
    "vocabulary": "What a record names of the vocabulary is there: its hooks, conditions and $figures.",
}
# By the name of the check.
PAGES: Mapping[str, str] = {name: f"{promise}\n\nSeverity: error." for name, promise in _PROMISES.items()}
