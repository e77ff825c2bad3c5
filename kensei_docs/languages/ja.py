"""Japanese. No document and no catalogue is in it; the glossary has its terms, in Latin script."""

from __future__ import annotations

from kensei_docs.languages import Language

LANGUAGE = Language(name="Japanese", own_name="日本語", example="例")
