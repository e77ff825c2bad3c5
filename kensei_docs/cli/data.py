"""Commands that print what the database has, and the one that begins a project: facts, list, show, init."""

from __future__ import annotations

import csv
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kensei_docs.cli._terminal import (
    FileToRead,
    Workspace,
    counted,
    editions_argument,
    editions_option,
    format_option,
    language_option,
    place_read,
    print_problems,
    print_written,
    report,
)
from kensei_docs.problems import Problem, Unusable, closest, short_path, unknown, unusable
from kensei_docs.project import READ_FOLDERS, starter_files, write_project

if TYPE_CHECKING:
    from kensei_docs.catalogues import Translator
    from kensei_docs.database import Database, Record


@click.command(short_help="List every fact of the database, one JSON object a line.")
@editions_argument
@format_option("jsonl", "csv")
@click.pass_obj
def facts(work: Workspace, editions: tuple[str, ...], form: str) -> None:
    """List every fact of EDITION (by default of all) with its value, unit and citations.

    Exit status 2 where the database has faults that hide facts.
    """
    from kensei_docs.catalogues import Translator, languages

    database = work.database(editions)
    translators = {language: Translator(work.project, database, language) for language in languages(work.project)}
    rows = (
        {
            "edition": record.edition,
            "record": record.id,
            "kind": record.kind,
            "name": names,
            **record.fact_as_json(fact),
        }
        for edition in editions or database.editions
        for record in database.editions[edition].records.values()
        for names in [{language: translator.name(record) for language, translator in translators.items()}]
        for fact in record.facts
    )
    if form == "jsonl":
        for row in rows:
            click.echo(json.dumps(row, ensure_ascii=False))
        return
    table = csv.writer(sys.stdout, lineterminator="\n")
    columns = [f"name-{language}" for language in translators]
    table.writerow(["edition", "record", "kind", *columns, "fact", "value", "unit", "when", "from"])
    for row in rows:
        row["from"] = "; ".join(map(place_read, row["from"]))
        edition, record, kind, names, *fact = row.values()
        table.writerow([edition, record, kind, *names.values(), *fact])


@click.command("list", short_help="List what there is: editions, the records of a kind, and what can be printed.")
@click.argument("kind", required=False)
@editions_option
@language_option(help="The language of the names.")
@format_option("text", "json")
@click.pass_obj
def list_(work: Workspace, kind: str | None, editions: tuple[str, ...], language: str, form: str) -> None:
    """List the records of KIND (weapon, order …); without KIND the editions, their kinds of
    record, and the kinds of document that can be printed.
    """
    database = work.database(editions)
    translator = work.translator(database, language)
    if kind:
        rows = _records(database, kind, translator)
        report(form, rows, _record_lines(rows))
        return
    described = [
        {
            "edition": edition.id,
            "name": translator.edition(edition.id),
            "language": edition.language,
            "units": edition.units,
            "kinds": dict(Counter(record.kind for record in edition.records.values())),
        }
        for edition in database.editions.values()
    ]
    overview = {"editions": described, "prints": list(_products(work, database, translator))}
    report(form, overview, _overview_lines(overview))


def _records(database: Database, kind: str, translator: Translator) -> list[dict[str, Any]]:
    """Return the records of a kind; raises Unusable where no edition has any."""
    from kensei_docs.army.troops import listed_troops

    rows = [
        {
            "edition": record.edition,
            "record": record.id,
            "name": translator.name(record),
            "status": record.data.get("status"),
        }
        for edition in database.editions.values()
        for record in (*edition.records_of(kind), *(each for each in listed_troops(edition) if each.kind == kind))
    ]
    if not rows:
        kinds = sorted({record.kind for record in database.records})
        raise unknown("data/editions", "record of the kind", kind, kinds, "kind")
    return rows


def _products(work: Workspace, database: Database, translator: Translator) -> Iterator[dict[str, Any]]:
    """Yield what can be printed; for which editions nothing, or not all, can be printed of one, and why."""
    from kensei_docs.documents.products.product import load_products

    for name, product in load_products(work.project)[0].items():
        row: dict[str, Any] = {"kind": name, "title": product.title}
        applying = [edition for edition in database.editions.values() if product.applies_to(edition)]
        without = [edition.id for edition in database.editions.values() if edition not in applying]
        if product.otherwise and without:
            row |= {"not-for": without, "because": translator.template(name, product.otherwise)}
        kinds = [kind for kind, _, _ in product.sources()]
        lacking = [
            edition.id
            for edition in applying
            if any(product.leaves_out(record) for kind in kinds for record in edition.records_of(kind))
        ]
        if product.left_out and lacking:
            row |= {"left-out-of": lacking, "left-out": translator.template(name, product.left_out)}
        if product.on_request:
            row["on-request"] = True
        yield row


def _record_lines(rows: list[dict[str, Any]]) -> Iterator[str]:
    width = max(len(f"{row['edition']}/{row['record']}") for row in rows)
    for row in rows:
        status = f"  ({row['status']})" if row["status"] not in (None, "formal") else ""
        yield f"{row['edition'] + '/' + row['record']:<{width}}  {row['name']}{status}"


def _overview_lines(overview: dict[str, list[dict[str, Any]]]) -> Iterator[str]:
    for edition in overview["editions"]:
        yield click.style(f"{edition['edition']}  {edition['name']}", bold=True)
        kinds = ", ".join(f"{kind} {count}" for kind, count in edition["kinds"].items())
        yield click.wrap_text(kinds, 100, "  ", "  ")
        yield ""
    yield click.style("To print", bold=True)
    width = max((len(row["kind"]) for row in overview["prints"]), default=0)
    indent = " " * (width + 4)
    for row in overview["prints"]:
        asked = " (only if asked for by name)" if row.get("on-request") else ""
        yield f"  {row['kind']:<{width}}  {row['title']}{asked}"
        for said, editions, why in (("not for", "not-for", "because"), ("not all of", "left-out-of", "left-out")):
            if editions in row:
                yield click.wrap_text(f"{said} {', '.join(row[editions])}: {row[why]}", 100, indent, indent)


@click.command(short_help="Show one record: its words, its figures and where each was read.")
@click.argument("record_id", metavar="ID")
@editions_option
@language_option(help="The language of the words.")
@format_option("text", "json")
@click.pass_obj
def show(work: Workspace, record_id: str, editions: tuple[str, ...], language: str, form: str) -> None:
    """Show the record ID (weapon/katanas, or katanas) of every edition that has it."""
    database = work.database(editions)
    translator = work.translator(database, language)
    described = [
        {**_record_as_json(record, translator), "computes": list(_computed(record, translator))}
        for record in _named(database, record_id)
    ]
    report(form, described, ["\n\n".join("\n".join(_described_lines(record)) for record in described)])


def _named(database: Database, record_id: str) -> list[Record]:
    """Return the records of that id or slug; raises Unusable where there is none."""
    edition, _, rest = record_id.partition("/")
    wanted = rest if edition in database.editions else record_id
    records = [
        record
        for record in database.records
        if wanted in (record.id, record.slug) and (wanted == record_id or record.edition == edition)
    ]
    if not records:
        names = {name for record in database.records for name in (record.id, record.slug)}
        hint = f"{closest(wanted, sorted(names))}; 'kensei-docs list KIND' names them"
        raise unusable("data/editions", f"there is no record '{record_id}'{hint}", "record")
    return records


def _record_as_json(record: Record, translator: Translator) -> dict[str, Any]:
    place = record.place()
    return {
        "edition": record.edition,
        "record": record.id,
        "kind": record.kind,
        "name": translator.name(record),
        "status": record.data.get("status"),
        "note": record.data.get("note"),
        "file": short_path(place.file),
        "line": place.line,
        "words": {field: translator.text(record, field) for field, _ in record.messages if field != "name"},
        "facts": [record.fact_as_json(fact) for fact in record.facts],
    }


def _computed(record: Record, translator: Translator) -> Iterator[str]:
    """Yield the expressions of a worked example with their values, or those of the edition that use another record."""
    from kensei_docs.engine.examples import KIND, replay
    from kensei_docs.engine.expressions.syntax import Call, Fact, nodes_in, tree_of
    from kensei_docs.engine.game import Game

    try:
        game = Game(translator.database, record.edition)
    except Unusable:
        return  # check tells what is wrong with the expressions.
    if record.kind == KIND:
        # It imports Jinja; looking up another record need not wait for that.
        from kensei_docs.traces import format_expression

        lines = [
            format_expression(translator, expression, value, name)
            for answer in replay(game, record).answers
            for name, expression, value in (
                *((step.figure, step.expression, step.value) for step in answer.trace.steps),
                (answer.path, answer.trace.expression, answer.computed),
            )
            if expression
        ]
        yield from dict.fromkeys(lines)
        return
    for name, expression in game.play.computes.items():
        node = tree_of(expression)
        if node and record.id in (part.name.partition(":")[0] for part in nodes_in(node) if isinstance(part, Fact)):
            # The record after ``by`` says which rule is applied; it is no part of the computation, and is left out.
            node = node.operands[1] if isinstance(node, Call) and node.operator == "by" else node
            yield f"{name} = {node.text}"


def _described_lines(record: Mapping[str, Any]) -> Iterator[str]:
    title = click.style(f"{record['name']}  ", bold=True)
    status = f" ({record['status']})" if record["status"] else ""
    yield f"{title}{record['edition']}/{record['record']}{status}  {record['file']}:{record['line']}"
    for field, text in record["words"].items():
        for line in (text if field == "text" else f"{field}: {text}").split("\n"):
            yield click.wrap_text(line, 96, "  ", "  ")
    width = max((len(fact["fact"]) for fact in record["facts"]), default=0)
    for fact in record["facts"]:
        value = "(not in the document)" if fact["value"] is None else fact["value"]
        when = f"  when {fact['when']}" if fact["when"] else ""
        read = "; ".join(map(place_read, fact["from"]))
        places = click.style(f"  [{read}]", dim=True) if read else ""
        yield f"  {fact['fact']:<{width}}  {value}{when}{places}"
    for line in record["computes"]:
        yield f"  computes: {line}"
    if record["note"]:
        yield click.wrap_text(f"note: {record['note']}", 96, "  ", "  ")


_UNITS = {"cm": "centimetres", "mm": "millimetres", "in": "inches", "ft": "feet", "hex": "hexes"}


@click.command(short_help="Begin a project of your own: a game of yours, or units and errata for a shipped edition.")
@click.argument("folder", metavar="DIR", type=click.Path())
@click.option("--name", metavar="NAME", help="The name of the game; by default the folder's.")
@click.option("--language", metavar="LANGUAGE", default="en", show_default=True, help="The language of its rules.")
@click.option(
    "--over", "edition", metavar="EDITION", help="Begin no game, but your own units and errata for this edition."
)
@click.option(
    "--from",
    "spreadsheet",
    metavar="FILE",
    type=FileToRead(),
    help="Draft the game from a spreadsheet (.xlsx, .ods, .csv): a deck for each of its sheets.",
)
@click.option(
    "--units",
    type=click.Choice([*_UNITS]),
    help="What lengths are measured in; by default what the spreadsheet has, else cm.",
)
@click.pass_obj
def init(
    work: Workspace,
    folder: str,
    name: str | None,
    language: str,
    edition: str | None,
    spreadsheet: Path | None,
    units: str | None,
) -> None:
    """Begin a project in DIR, a new or an empty folder.

    It holds a few records that show every idea, how to print them, and a README that says what to
    do next. It can be checked and printed at once. With --from, it holds your spreadsheet, and cards
    for each of its sheets.
    """
    # The folder itself is not a project yet: the editions and languages are the shipped ones.
    work.require_language(language)
    if edition and (spreadsheet or units):
        raise click.UsageError("--over begins no game: --from and --units don't go with it.")
    into = Path(folder).absolute()
    if into.exists() and (not into.is_dir() or any(into.iterdir())):
        raise unusable(folder, "is there already, and not an empty folder; name another", "init")
    work.require_editions([edition] if edition else [])
    title = " ".join((name or edition or into.name).split())
    files: Mapping[str, str | bytes]
    problems: list[Problem] = []
    told: list[str] = []
    manifest = "edition.yaml"
    if spreadsheet:
        from kensei_docs.drafting.workbook import draft_workbook

        draft = draft_workbook(work.project, spreadsheet, title, language, units)
        files, problems = draft.files, draft.problems
        told += [f"{note.place}: {note.message}" for note in draft.sheets]
        told += [
            f"Sheet {title}: has only names and colours, which other cards show; no cards are drafted for it."
            for title in draft.without_deck
        ]
        units = units or draft.units
        manifest = f"edition.yaml{', as in the cells' if draft.has_lengths else ''}"
    else:
        files = dict(starter_files(work.project, title, language, edition, units or "cm"))
    if not edition:
        from kensei_docs.database import load_shared
        from kensei_docs.schemas import FOLDER, with_schemas

        told.append(f"Lengths are measured in {_UNITS[units or 'cm']} ('units' in {manifest}).")
        given = [*files]
        files = with_schemas(files, load_shared(work.project)[0].vocabulary)
        told.insert(0, f"wrote {counted(len(files) - len(given), 'schema')} for editors into {FOLDER}/")
    write_project(into, files)
    for file in files if edition else given:
        print_written(into / file)
    for line in told:
        click.echo(line)
    print_problems(problem for problem in problems if problem.severity != "note")
    click.echo(f"{short_path(str(into / 'README.md'))} says what to do next")
    sys.exit(1 if any(problem.severity == "error" for problem in problems) else 0)


@click.command(short_help="Write JSON Schemas of a project's YAML files, for editors.")
@click.pass_obj
def schemas(work: Workspace) -> None:
    """Write a JSON Schema for each sort of YAML file of your project into its folder 'schemas', and print
    the line that goes to the head of each of its files: an editor that knows YAML checks it while you
    type. 'init' writes both.
    """
    from kensei_docs.database import load_shared
    from kensei_docs.discover import files_inside
    from kensei_docs.files import write_whole
    from kensei_docs.schemas import FOLDER, line_for, schema_for
    from kensei_docs.schemas import schemas as made_of

    top = work.project.layers[0]
    vocabulary = load_shared(work.project)[0].vocabulary
    paths = [file.relative_to(top).as_posix() for name in READ_FOLDERS for file in files_inside(top / name)]
    named = {path: name for path in (*paths, "pull.yaml", "printers.yaml") if (name := schema_for(path, vocabulary))}
    kinds = [name.removeprefix("records-") for name in named.values() if name.startswith("records-")]
    for name, text in made_of(vocabulary, dict.fromkeys(kinds)).items():
        write_whole(top / FOLDER / f"{name}.json", text)
        print_written(top / FOLDER / f"{name}.json")
    for path, line in ((path, line_for(path, name)) for path, name in named.items()):
        if (top / path).is_file() and line not in (top / path).read_text(encoding="utf-8", errors="replace"):
            click.echo(f"{path}: begin it with {line.strip()}")
