"""A draft as the files of a project: records, the reading profile, and cards for each new kind."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

from kensei_docs.database.model import Vocabulary
from kensei_docs.database.yaml_files import flow, parse, scalar
from kensei_docs.drafting.draft import Draft, Proposal
from kensei_docs.drafting.named_figures import message_of, printable
from kensei_docs.drafting.outline import outline_of
from kensei_docs.drafting.proposed_records import Drafter
from kensei_docs.extract.document import Document
from kensei_docs.extract.reading import ReadingResult, read_figures
from kensei_docs.problems import Unusable
from kensei_docs.project import GIT_IGNORE, Project, template_files
from kensei_docs.sources import Source

PRINTED = ["figures", "text"]  # the fields that the cards of a new kind print, besides the name
_MIN_COLUMNS = 3  # the least number of columns of figures on a roster, the price among them
_MAX_LINE = 112  # characters of a line with a whole mapping at most
# Notes in a draft for the person who completes it.
CELLS_TO_DESCRIBE = "write a text that says what stands under {} in the table, in your own words"
TEXT_TO_WRITE = "write a text that says what it does, in your own words, with its figures by name"
_DICE, _BARE_DIE = re.compile(r"[+-]?\d+D\d"), re.compile(r"(?<!\d)1(?=D)")


def draft_document(document: Document, vocabulary: Vocabulary, whole: bool = False) -> tuple[Draft, ReadingResult]:
    """Return the draft of a document, and the result of reading the document with the proposed profile.

    With ``whole``, sections without figures are rules too. A figure that the profile doesn't find again gets a longer
    cue; if that doesn't help, it is removed from the draft.
    A section that can't be read as it was drafted, for a fault of the program, is left out (``sections_failed``).
    """
    sections = outline_of(document)
    with_long_cues: frozenset[tuple[str, str]] = frozenset()
    failing: dict[int, str] = {}
    while True:
        draft = Drafter(document, sections, vocabulary, with_long_cues, failing, whole).run()
        try:
            read = read_figures(document, described(document.source, draft))
        except Unusable:
            raise
        except Exception:
            # A section that can't be read costs that section alone, and the draft names it; any other fault is raised.
            found = _failing(document, draft)
            if not found:
                raise
            failing |= found
            continue
        unread = _unread_figures(draft, read)
        if unread <= with_long_cues:
            break
        with_long_cues |= unread
    for record, fact in unread:
        draft.records[record].remove_figure(fact)
        for entry in (entry for entries in draft.readings.values() for entry in entries):
            for cues in _cues_of(entry, record):
                cues.pop(fact, None)
    return draft, read_figures(document, described(document.source, draft)) if unread else read


def _cues_of(entry: Mapping[str, Any], record: str) -> list[dict[str, str]]:
    """Return the cues of an entry that read figures of a record."""
    read = entry.get("read") or {}
    if "passage" in entry:
        return [read] if entry["passage"] == record else []
    of_key = str(entry.get("fact", "")).partition(":")[0] if "table" in entry else f"{entry.get('entries')}/{{row}}"
    return [cues for key, cues in read.items() if of_key.replace("{row}", key) == record]


def _failing(document: Document, draft: Draft) -> dict[int, str]:
    """Return the error of each section, by its start, of which a reading alone fails."""
    failing: dict[int, str] = {}
    left = {stem: iter(entries) for stem, entries in draft.readings.items()}
    for section in draft.sections_read:
        alone = replace(draft, readings={section.stem: [next(left[section.stem])]})
        try:
            read_figures(document, described(document.source, alone))
        except Exception as error:
            failing[section.start] = str(error) or type(error).__name__
    return failing


def described(source: Source, draft: Draft) -> Source:
    """Return a source with the reading profile of a draft."""
    texts = {f"reading/{stem}.yaml": text for stem, text in _profiles(draft)}
    trees = {Path(name).stem: parse(Path(name), text.encode())[0] for name, text in texts.items()}
    return source.model_copy(update={"trees": trees, "reading": {stem: tree.value for stem, tree in trees.items()}})


def _unread_figures(draft: Draft, read: ReadingResult) -> frozenset[tuple[str, str]]:
    """Return (record, path) of the figures of a draft that are not read again, or read with another value."""
    values = {(observation.record, observation.fact): observation.value for observation in read.observations}
    return frozenset(
        (record.id, fact)
        for record in draft.records.values()
        for fact, value in record.facts()
        if values.get((record.id, fact)) != value
    )


def draft_files(
    project: Project, draft: Draft, source: Source, title: str, glossary: Collection[str], drafted: Mapping[str, Any]
) -> dict[str, str]:
    """Return the texts of the files of a new project by path: an edition, a source and templates.

    ``glossary`` are the terms that the project's glossary need not have, ``drafted`` is that section of the vocabulary.
    """
    marks = {
        "__ID__": source.edition,
        "__SOURCE__": source.id,
        "__LANGUAGE__": source.language,
        "__UNITS__": source.units,
        "__TITLE__": title,
        "__NAME__": scalar(title),
        "__CHAPTERS__": flow(list(dict.fromkeys(record.kind for record in draft.records.values()))),
    }
    files = dict([*template_files(project, "source", source.language, marks), GIT_IGNORE])
    # A catalogue of the words in the tool's own templates, for a language of which the tool has none.
    files |= dict(template_files(project, f"words/{source.language}", source.language, marks))
    for kind, heading in draft.titles.items():
        files |= cards_of(project, kind, heading, source.language)
    files |= _roster_of(project, draft, source.language, drafted)
    if kinds := dict(sorted(draft.new_kinds.items())):
        files["data/vocabulary.yaml"] = (
            "# Files of an edition's folder (without .yaml) and the kind of their records, besides those of the tool.\n"
            + yaml_of({"kinds": kinds})
            + "\n# What their cards print besides the name; a record needs none of it.\n"
            + yaml_of({"fields": dict.fromkeys(kinds.values(), PRINTED)})
        )
    for stem, records in _by_file(draft).items():
        path = f"data/editions/{source.edition}/{stem}.yaml"
        files[path] = "\n".join(yaml_of({record.slug: _data(record, draft.small_dice)}) for record in records)
    terms = {name: {source.language: label} for name, label in _labels(draft).items()}
    if terms := {name: words for name, words in terms.items() if name not in glossary}:
        comment = "# What the figures are called in print, in each language.\n"
        files["data/glossary.yaml"] = comment + "".join(yaml_of({name: words}) for name, words in terms.items())
    files[f"sources/{source.id}/source.yaml"] = _manifest(source)
    for stem, text in _profiles(draft):
        files[f"sources/{source.id}/reading/{stem}.yaml"] = text
    return files


def cards_of(project: Project, kind: str, title: str, language: str) -> dict[str, str]:
    """Return the texts of the files of a new kind's cards by path; ``language`` is that of their messages."""
    # An entity that a document prints is the sign that it stands for: a title may have no markup.
    replacements = {"__KIND__": kind, "__NAME__": scalar(unescape(printable(title))), "__LANGUAGE__": language}
    return dict(template_files(project, "kind", language, replacements))


def _roster_of(project: Project, draft: Draft, language: str, drafted: Mapping[str, Any]) -> dict[str, str]:
    """Return the texts of the files of a roster by path, for the new kind whose records have the most figures.

    The last of these figures has to be a price; if no new kind has one, there are no files.
    """
    columns: dict[str, int] = {}
    for kind in draft.titles:
        figures = [list(record.figures) for record in draft.records.values() if record.kind == kind]
        common = [name for name in figures[0] if all(name in others for others in figures)] if len(figures) > 1 else []
        if len(common) >= _MIN_COLUMNS and {*common[-1].split("-")} & {*(drafted.get("prices") or ())}:
            columns[kind] = len(common)
    if not columns:
        return {}
    titles = drafted.get("roster") or {}
    title = titles.get(language) or next(iter(titles.values()))
    marks = {"__KIND__": max(columns, key=lambda kind: columns[kind]), "__LANGUAGE__": language}
    return dict(template_files(project, "roster", language, {**marks, "__ROSTER__": scalar(title)}))


def _by_file(draft: Draft) -> dict[str, list[Proposal]]:
    """Return the records of a draft by their file (without .yaml)."""
    files: dict[str, list[Proposal]] = {}
    stems = {kind: stem for stem, kind in draft.kind_by_file.items()}
    for record in draft.records.values():
        files.setdefault(stems[record.kind], []).append(record)
    return files


def _small(value: str) -> str:
    """Return dice as ``d6`` and ``2d6``, and any other figure as it is."""
    return _BARE_DIE.sub("", value).lower() if _DICE.match(value) else value


def _data(record: Proposal, small_dice: bool) -> dict[str, Any]:
    def written(values: Mapping[str, str | None]) -> dict[str, str | None]:
        return {name: _small(value) if small_dice and value else value for name, value in values.items()}

    data: dict[str, Any] = {"name": message_of(record.name)}
    figures = {"figures": written(record.figures)} if record.figures else {}
    if record.columns:
        columns = {key: message_of(heading) for key, heading in record.columns.items()}
        rows = {key: {"name": name, **written(cells)} for key, (name, cells) in record.rows.items()}
        named = {axis: {"name": message_of(name)} for axis, name in record.axes.items()}
        axes = {"axes": named} if named else {}
        return {**data, **figures, **axes, "columns": columns, "rows": rows, "status": "prose"}
    text = {"text": record.text} if record.text else {}
    # Rows of figures need no text; sentences have to be rewritten by a person.
    note = CELLS_TO_DESCRIBE.format(record.prose_columns) if record.prose_columns else TEXT_TO_WRITE
    todo = {} if record.is_complete else {"todo": note}
    return {**data, **figures, **text, **todo, "status": "prose"}


def _labels(draft: Draft) -> dict[str, str]:
    """Return the printed names of the figures of a draft, by their names."""
    labels: dict[str, str] = {}
    for record in draft.records.values():
        for name in record.figures:
            labels.setdefault(name, printable(record.labels[name]))
    return dict(sorted(labels.items()))


def _profiles(draft: Draft) -> Iterator[tuple[str, str]]:
    """Yield the name (without .yaml) and the text of each file of the reading profile."""
    for stem, entries in draft.readings.items():
        yield stem, "".join("- " + yaml_of(entry).replace("\n", "\n  ").rstrip(" ") for entry in entries)


def _manifest(source: Source) -> str:
    fields = {
        "id": source.id,
        "title": source.title,
        "edition": source.edition,
        "language": source.language,
        "units": source.units,
        "digests": source.digests,
    }
    more = {
        "lost-ligatures": source.lost_ligatures,
        "names": source.names,
        "furniture": source.furniture,
        "no-rules": source.no_rules,
    }
    return yaml_of({**fields, **{key: value for key, value in more.items() if value}})


def yaml_of(value: Mapping[str, Any], indent: str = "") -> str:
    """Return a mapping as YAML; an inner mapping or list is on one line if it fits and contains no mapping."""
    lines = []
    for key, inner in value.items():
        line = f"{indent}{scalar(str(key))}: {flow(inner)}"
        is_nested = isinstance(inner, dict) and any(isinstance(part, dict) for part in inner.values())
        if isinstance(inner, dict) and (len(line) > _MAX_LINE or is_nested):
            lines.append(f"{indent}{scalar(str(key))}:\n{yaml_of(inner, indent + '  ')}".rstrip("\n"))
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"
