"""Names with signs that mean something in a message, in a template or in YAML are names in a draft, and print."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as some

from kensei_docs.catalogues.number_words import filled_in
from kensei_docs.database import Record, load_shared
from kensei_docs.database.placeholders import forms_of
from kensei_docs.database.records import message_problems
from kensei_docs.database.yaml_files import parse
from kensei_docs.drafting.named_figures import message_of, printable
from kensei_docs.drafting.project_files import draft_document, draft_files
from kensei_docs.project import Project
from tests.drafting.page import page

PROJECT = Project.open()
VOCABULARY = load_shared(PROJECT)[0].vocabulary

# A game whose heading, kind, labels and heads of tables all have the name.
NAMED = """\
# {0}

Every boat of {0} goes 6" a turn.

# {0} boats

{0} boats  Hull   Crew   {0} cargo
Heron      2      3      {0}
{0} gull   4      5      Tea

# {0} tolls

*{0}                  Change*
Fog on {0}            -4
Cargo of {0}          +5
"""
SIGNS = some.text("%(){}|$#\"'`:&<>!~@_-=[]\\/.,;?+xsdb A", min_size=1, max_size=9)
NAMES = some.one_of(
    SIGNS,
    some.sampled_from(["%(x)s", "%(boats|words)s", "{one|two}", "{x}", "$boats", "%%", "50% off", "侍の道", "🐉"]),
).map(lambda signs: f"Ao {' '.join(signs.split())} zi")


def printed_of(record: Record, message: str) -> str:
    """The message as print has it, for one thing and for several."""
    forms = forms_of(message)
    return " ".join(filled_in(form, lambda name, _: str(record.get(f"figures.{name}"))) for form in forms[:2])


@settings(deadline=None, max_examples=60)
@given(NAMES)
def test_whatever_a_name_is_written_like_its_draft_has_no_fault_and_prints_no_sign_of_a_figure(name: str) -> None:
    document = page(NAMED.format(name))
    draft, found = draft_document(document, VOCABULARY)
    assert not found.problems and draft.records
    files = draft_files(PROJECT, draft, document.source, "Tide", (), {})
    printed = []
    for file, text in files.items():
        if not file.endswith(".yaml") or file.startswith("sources/"):
            continue
        tree, problems = parse(Path(file), text.encode())
        assert not problems
        if file.startswith("templates/"):
            printed.append(tree.value["title"])
        elif file == "data/glossary.yaml":
            printed += [term["en"] for term in tree.value.values()]
        elif file.startswith("data/editions/tide/") and not file.endswith("/edition.yaml"):
            for slug, data in tree.value.items():
                record = Record("rule", slug, "tide", data, tree)
                assert not list(message_problems(record))
                printed += [printed_of(record, message) for _, message in record.messages]
    assert printed and not [words for words in printed if re.search(r"[{}]|%\(|\$[a-z]", words)]


@given(some.text(max_size=20))
def test_the_message_of_words_prints_these_words(words: str) -> None:
    assert filled_in(message_of(words), lambda name, way: f"<{name}{way}>") == " ".join(printable(words).split())
