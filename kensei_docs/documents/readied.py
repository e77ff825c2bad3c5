"""All that laying faces out takes, ready for use once this is imported."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import kensei_docs.documents.content
import kensei_docs.documents.packs  # noqa: F401
from kensei_docs.documents.render import renderer
from kensei_docs.problems import Unusable

# Where libraries are missing, that is told when something has to be laid out. The folder is that
# of whoever called: see ``no_fonts_but_ours``.
with suppress(Unusable, KeyError):
    renderer(Path(os.environ["FONTCONFIG_FILE"]).parents[1]).warm_up()
