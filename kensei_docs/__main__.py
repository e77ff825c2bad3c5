"""``python -m kensei_docs`` is the command ``kensei-docs``."""

from kensei_docs.cli import main

main()
