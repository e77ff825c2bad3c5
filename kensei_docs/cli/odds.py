"""Tell the exact odds of an attack."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from kensei_docs.army import Army
    from kensei_docs.catalogues import Translator
    from kensei_docs.cli._odds import Teller
    from kensei_docs.database import Database
    from kensei_docs.engine import Game
    from kensei_docs.engine.odds import Odds
    from kensei_docs.engine.sides import Side
    from kensei_docs.engine.words import Voices
    from kensei_docs.project import Project, Where

_WIDTH = 120


@click.command()
@click.argument("words", metavar="ATTACKER vs DEFENDER", nargs=-1, required=True)
@click.option("-e", "--edition", metavar="EDITION", help="The edition to play by.")
@click.option("--melee", "attack", flag_value="melee", help="They fight hand to hand.")
@click.option("--shooting", "attack", flag_value="shooting", help="The attacker shoots.")
@click.option("--distance", metavar="LENGTH", help="How far apart they are, such as 20cm.")
@click.option("--army", metavar="FILE", type=click.Path(path_type=Path), help="The attacker is a row of this army.")
@click.option("--against", metavar="FILE", type=click.Path(path_type=Path), help="The defender is a row of this army.")
@click.option(
    "-l", "--language", metavar="LANGUAGE", default="en", show_default=True, help="The language of the report."
)
@click.option("--explain", is_flag=True, help="Say how each number came about.")
@click.option("--format", "form", type=click.Choice(["text", "json", "svg"]), default="text", show_default=True)
@click.option("--out", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file.")
@click.pass_obj
def command(
    where: Where | None,
    words: tuple[str, ...],
    edition: str | None,
    attack: str | None,
    distance: str | None,
    army: Path | None,
    against: Path | None,
    language: str,
    explain: bool,
    form: str,
    out: Path | None,
) -> None:
    """Tell the exact odds of ATTACKER against DEFENDER. Changes nothing.

    A side is told in a few words: "10 samurai katana, attack 2, charging" vs "8 ashigaru yari,
    samurai-armour, honour 3". With --army, it is the name of a row and whatever is to be added
    after a comma. Without --edition, the first one counts that knows all the words.
    """
    import json

    from kensei_docs.catalogues import Translator
    from kensei_docs.cli._charts import as_svg
    from kensei_docs.cli._odds import Teller, as_json
    from kensei_docs.cli._opening import open_database, require_language

    texts = _split(words)
    project, database = open_database(where, [edition] if edition and not (army or against) else ())
    require_language(project, language)
    voices, speak = _voices(project, database)
    armies = [_army(file, edition, database, speak) for file in (army, against)]
    translator = Translator(project, database, language)
    named = edition or next((one.edition.id for one in armies if one), None)
    game, sides = _understood(database, named, texts, armies, voices)
    attack = attack or ("shooting" if not sides["attacker"].melee and sides["attacker"].ranged else "melee")
    found = _odds(game, sides, attack, distance)
    teller = Teller(game, translator)
    if form == "json":
        text = json.dumps(as_json(game, found, sides), ensure_ascii=False, indent=1) + "\n"
    elif form == "svg":
        holds = [f"{teller.term(one.name)}: {teller.share(one.mean)}" for one in found.chances if one.is_yes_or_no]
        text = as_svg(teller.title(found), language, [" vs ".join(texts), *holds], list(teller.charts(found)))
    else:
        text = "\n".join(_told(teller, found, sides, texts, out is None)) + "\n"
        if explain:
            text += "\n".join(_explained(project, teller, found, sides)) + "\n"
    if out:
        from kensei_docs.files import write_whole

        write_whole(out, click.unstyle(text))
    else:
        click.echo(text, nl=False)


def _split(words: tuple[str, ...]) -> list[str]:
    """Return what is said of either side; raises Unusable where it isn't two."""
    from kensei_docs.languages import codes, language
    from kensei_docs.problems import Place, Problem, Unusable

    versus = {word for code in codes() for word in language(code).versus}
    parts = " ".join(words).split()
    at = [number for number, word in enumerate(parts) if word.lower() in versus]
    if len(at) != 1 or at[0] in (0, len(parts) - 1):
        raise Unusable(
            Problem(
                Place("odds"),
                'say who attacks whom, with \'vs\' between them: "10 samurai katana" vs "8 ashigaru"',
                "odds",
            )
        )
    return [" ".join(parts[: at[0]]), " ".join(parts[at[0] + 1 :])]


def _voices(project: Project, database: Database) -> tuple[Voices, list[Translator]]:
    from kensei_docs.catalogues import MESSAGE_LANGUAGE, Translator, languages
    from kensei_docs.engine.words import Voices

    speak = [Translator(project, database, name) for name in dict.fromkeys([MESSAGE_LANGUAGE, *languages(project)])]
    return Voices(
        lambda record: [one.name(record) for one in speak], lambda when: [one.phrase(when) for one in speak]
    ), speak


def _army(file: Path | None, edition: str | None, database: Database, speak: list[Translator]) -> Army | None:
    from kensei_docs.army import Told, read_army

    return (
        read_army(file, database, Told(edition), lambda record: [one.name(record) for one in speak]) if file else None
    )


def _understood(
    database: Database, edition: str | None, texts: list[str], armies: list[Army | None], voices: Voices
) -> tuple[Game, dict[str, Side]]:
    """Return the game and the sides; raises Unusable where no edition knows all the words."""
    from kensei_docs.engine import Game
    from kensei_docs.engine.sides import Reader
    from kensei_docs.engine.words import Lexicon
    from kensei_docs.problems import Unusable

    tried = [edition] if edition else sorted(database.editions, key=lambda name: -len(database.editions[name].records))
    fault: Unusable | None = None
    for name in tried:
        game = Game(database, name)
        reader = Reader(game, Lexicon(game, voices))
        try:
            return game, {
                end: _side(reader, text, army, end)
                for end, text, army in zip(("attacker", "defender"), texts, armies, strict=True)
            }
        except Unusable as unusable:
            fault = fault or unusable
    assert fault is not None
    raise fault


def _side(reader: object, text: str, army: Army | None, end: str) -> Side:
    from kensei_docs.database.columns import folded
    from kensei_docs.engine.sides import Reader
    from kensei_docs.problems import Place, Problem, Unusable, closest

    assert isinstance(reader, Reader)
    if army is None:
        return reader.read(text, end)
    name, _, rest = text.partition(",")
    for entry in army.entries:
        if folded(entry.name) == folded(name):
            return reader.read(rest, end, reader.of_row(entry.miniatures, entry.get))
    raise Unusable(
        Problem(
            Place(army.file),
            f"has no row '{name.strip()}'"
            f"{closest(name.strip(), [one.name for one in army.entries])}; name "
            "one of its rows",
            "odds",
        )
    )


def _odds(game: Game, sides: dict[str, Side], attack: str, distance: str | None) -> Odds:
    from kensei_docs.engine.odds import odds
    from kensei_docs.engine.sides import situations
    from kensei_docs.figures import parse

    more: dict[str, str] = {}
    if distance:
        figure = parse(distance)
        more["distance"] = (
            f"{distance} {game.edition.units}" if figure and figure.kind == "count" else str(figure or distance)
        )
    ours, theirs = sides["attacker"], sides["defender"]
    shooting = attack == "shooting"
    return odds(
        game,
        attack,
        *situations(game, ours, theirs, attack, more),
        {"ours": ours.fields(shooting), "theirs": theirs.fields(shooting)},
    )


def _told(teller: Teller, found: Odds, sides: dict[str, Side], texts: list[str], to_screen: bool) -> list[str]:
    import sys
    from io import StringIO

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from kensei_docs.cli._charts import as_text
    from kensei_docs.cli._odds import ENDS, MOST

    terminal = to_screen and sys.stdout.isatty()
    lines = [click.style(teller.title(found), bold=True), " vs ".join(texts)]
    for whose, end in ENDS.items():
        rows = list(teller.rows(found, whose))
        if not rows:
            continue
        table = Table(box=None, pad_edge=False)
        table.add_column(teller.term(end))
        for head in (teller.term("expected"), *(f"{n}+" for n in range(1, MOST + 1))):
            table.add_column(head, justify="right")
        for row in rows:
            table.add_row(*map(Text, row))
        console = Console(file=StringIO(), highlight=False, width=_WIDTH, no_color=True)
        console.print(table)
        assert isinstance(console.file, StringIO)
        lines += ["", *(line.rstrip() for line in console.file.getvalue().splitlines())]
    for chart in teller.charts(found):
        lines += ["", *as_text(chart, "█" if terminal else "#", terminal)]
    certain = [one for one in found.chances if one.is_yes_or_no]
    if certain:
        lines += [
            "",
            *(click.style(f"{teller.term(one.name)}: {teller.share(one.mean)}", bold=True) for one in certain),
        ]
    remarks = teller.remarks(found, sides)
    return [*lines, "", *remarks] if remarks else lines


def _explained(project: Project, teller: Teller, found: Odds, sides: dict[str, Side]) -> list[str]:
    from kensei_docs.cli._odds import ENDS
    from kensei_docs.cli._tracing import shown

    lines = [""]
    for end, side in sides.items():
        for name, trace in side.taken.items():
            lines += [
                f"{teller.term(end)}: {teller.word(name.partition('.')[2])} {teller.word(str(trace.value))}",
                *shown(project, trace, teller.translator),
            ]
    for (whose, name), trace in found.traces.items():
        if trace.steps:
            lines += [
                f"{teller.term(ENDS[whose])}: {teller.translator.term(f'odds-{name}')}",
                *shown(project, trace, teller.translator),
            ]
    return lines
