"""All that laying faces out takes, ready for use once this is imported."""

from __future__ import annotations

from contextlib import suppress

import kensei_docs.documents.content
import kensei_docs.documents.packs  # noqa: F401
from kensei_docs.documents.render import load_weasyprint

# Where libraries are missing, that is told when something has to be laid out.
with suppress(OSError):
    load_weasyprint()
