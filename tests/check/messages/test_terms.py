"""What is said of the glossary's terms in messages: other capitals, or an article before a term that is put in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.check.run import check_words
from kensei_docs.database import load
from kensei_docs.project import Project


def test_the_check_names_the_message_and_the_spelling(reeds: Path) -> None:
    glossary = reeds / "data" / "glossary.yaml"
    glossary.write_text("order-roll: {en: Order roll, es: Tirada de órdenes, part: roll}\n", encoding="utf-8")
    project = Project((reeds,), reeds / "build")
    found = [problem.message for problem in check_words(project, load(project)[0], ["terms-are-spelled-alike"])]
    assert found == [
        "'reeds-1e/ability/ferryman.text' in en writes 'Order Roll'; the glossary has 'Order roll'",
        "'reeds-1e/ability/ferryman.text' in es writes 'Tirada de Órdenes'; the glossary has 'Tirada de órdenes'",
    ]


VOCABULARY = """atoms:
  self.tool: {values: tool, phrase: {is: with the tool %(values)s}}
"""
CATALOGUE = """msgid ""
msgstr ""
"Language: es\\n"

msgctxt "vocabulary/when.self.tool.is"
msgid "with the tool %(values)s"
msgstr "WORDS"
"""


@pytest.mark.parametrize(
    ("words", "article"),
    [("con la herramienta %(values)s", ""), ("con el %(values)s", "el"), ("del %(values)s", "del")],
)
def test_nothing_has_to_agree_with_a_term_that_is_put_in(
    project_of: Callable[[dict[str, str]], Path], words: str, article: str
) -> None:
    folder = project_of(
        {"data/vocabulary.yaml": VOCABULARY, "data/locale/es/vocabulary.po": CATALOGUE.replace("WORDS", words)}
    )
    project = Project.open(folder)
    found = check_words(project, load(project)[0], ["inserted-terms-need-no-agreement"])
    assert [problem.message.partition(" has ")[2].partition(",")[0] for problem in found] == (
        [f"'{article}' before %(values)s"] if article else []
    )
