"""All that laying faces out takes, ready for use once this is imported."""

from __future__ import annotations

import gc
import os
from contextlib import suppress
from pathlib import Path

# Nothing of what follows is garbage: to look for some takes a seventh of it.
gc.disable()

from kensei_docs.documents.layout.renderer import renderer  # noqa: E402
from kensei_docs.problems import Unusable  # noqa: E402

# Where libraries are missing, that is told when something has to be laid out. The folder is that
# of whoever called: see ``no_fonts_but_ours``.
with suppress(Unusable, KeyError):
    renderer(Path(os.environ["FONTCONFIG_FILE"]).parents[1]).warm_up()

# Nor do copies look for any among it.
gc.freeze()
gc.enable()
