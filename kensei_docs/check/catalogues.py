"""The check of the catalogues as files, before their messages: what gettext and the programs of translators refuse."""

from __future__ import annotations

from collections.abc import Iterator

from kensei_docs.catalogues.messages import languages
from kensei_docs.catalogues.po import faults_of, read_po_file
from kensei_docs.problems import Place, Problem, check
from kensei_docs.project import CATALOGUES, Project


@check("error")
def catalogues_are_valid(project: Project) -> Iterator[Problem]:
    """Every catalogue is a PO file that any program for translators opens, of the language whose folder it is in.

    ``kensei-docs catalogue update`` writes no other. A message that can't be read stops the command: nothing is known
    of its translation. Obsolete entries count, because gettext reads them too.

    Wrong: ``Language: de`` in a file of ``data/locale/es``; ``charset=klingon``; a plural without ``msgstr[1]``;
    a ``msgstr`` of blanks; an obsolete entry for the message of another. Right: what ``msgfmt -c`` accepts.
    """
    for language in languages(project):
        for domain in project.named_files(*CATALOGUES, language, suffix=".po"):
            for file in filter(project.holds, project.files(*CATALOGUES, language, f"{domain}.po")):
                for fault in faults_of(read_po_file(file, language), language):
                    yield Problem(Place(str(file), fault.line), fault.message, "")
