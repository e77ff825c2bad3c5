"""What commands tell a player of a list or a matchup is told in the player's language."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

import kensei_docs
from kensei_docs.catalogues import Translator
from kensei_docs.catalogues.messages import REPORTS, collect
from kensei_docs.cli import program
from kensei_docs.database import Database, load
from kensei_docs.database.yaml_files import YamlText
from kensei_docs.problems import AllOf, OneOf, Place, Problem, Unusable, closest, say
from kensei_docs.project import Project, shipped

PACKAGE = Path(kensei_docs.__file__).parent
# The modules that read what a player writes. What they refuse is made by `say`, so that it can be translated. (Faults
# of a project's data are told to its editor, in English: `game.unusable`, `limit.unusable`.)
READERS = [
    "army/read_list.py",
    "army/pack.py",
    "database/spreadsheets.py",
    "database/worksheets.py",
    "engine/conditions.py",
    "engine/odds.py",
    "engine/matchup.py",
    "engine/sides.py",
    "cli/play.py",
    "serving.py",
    *sorted(str(file.relative_to(PACKAGE)) for file in (PACKAGE / "review").glob("*.py")),
]
# The functions that make a problem, and the position of its message.
MAKERS = {
    "Problem": 1,
    "unusable": 1,
    "_problem": 2,
    "_fault": 1,
    "_report": 1,
    "_complain": 1,
    "Refused": 0,
    "refuse": 0,
}
MAKERS |= {"refused": 0, "_disagrees": 0, "_tell": 0, "send_words": 1}
# By what name a message is handed on within a function.
HANDED_ON = {"message", "hint"}
# The faults of a section that an edition's data declare wrongly, and what the check of a draft says.
OF_EDITORS = ["doesn't say what an army of", "are still to be looked at"]


def plain_messages(code: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the words of every message of a problem that isn't made by ``say``."""
    for node in ast.walk(ast.parse(code)):
        written: ast.expr | None = None
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            at = MAKERS.get(name)
            written = node.args[at] if at is not None and len(node.args) > at else None
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in HANDED_ON:
            written = node.value
        if isinstance(written, ast.JoinedStr | ast.Constant):
            yield node.lineno, ast.unparse(written)


@pytest.mark.parametrize("module", READERS)
def test_what_is_refused_can_be_translated(module: str) -> None:
    code = (PACKAGE / module).read_text(encoding="utf-8")
    assert [one for one in plain_messages(code) if not any(words in one[1] for words in OF_EDITORS)] == []


def test_what_an_edit_in_the_browser_refuses_can_be_translated() -> None:
    assert list(plain_messages(inspect.getsource(YamlText))) == []


def test_a_message_that_is_not_made_by_say_is_seen() -> None:
    assert list(plain_messages('raise unusable(file, f"is no {what}", CHECK)')) == [(1, "f'is no {what}'")]
    assert list(plain_messages('message = "is nothing"')) == [(1, "'is nothing'")]
    assert list(plain_messages('raise unusable(file, say("is nothing"), CHECK)')) == []


@pytest.fixture(scope="module")
def rules() -> tuple[Project, Database]:
    project = Project((shipped(),), shipped() / "build")
    return project, load(project)[0]


def test_every_report_is_told_in_spanish(rules: tuple[Project, Database]) -> None:
    project, database = rules
    translator = Translator(project, database, "es")
    messages = [one.text for one in collect(project, database) if one.domain == REPORTS]
    assert len(messages) > 50
    for message in messages:
        names = {name for name in message.replace("%%", "").split("%(")[1:] if name}
        values = {name.partition(")")[0]: "" for name in names}
        said = say(message, **values)
        letters = [letter for letter in said if letter.isalpha()]
        assert translator.report(said) != said or not letters, message
    assert translator.problems == []


def test_values_are_told_in_the_language_too(rules: tuple[Project, Database]) -> None:
    project, database = rules
    translator = Translator(project, database, "es")
    record = database.editions["kensei-2e"].records["order/charge"]
    said = say(
        "%(rule)s%(cited)s isn't for such troops: %(said)s; leave one of these out",
        rule=record,
        cited="",
        said=AllOf({"self.mounted": False, "opponent.mounted": True}),
    )
    assert said == "Charge isn't for such troops: not mounted, mounted; leave one of these out"
    assert translator.report(said) == (
        "«Cargar» no vale para estas tropas: si va a pie y contra enemigos montados; quita una de estas cosas"
    )
    unknown = say(
        "there is no %(what)s '%(name)s'%(hint)s; known are %(known)s",
        what=OneOf(["clan", "class"]),
        name="bukke",
        hint=closest("bukke", ["buke"]),
        known="buke",
    )
    assert translator.report(unknown) == "no existe «bukke» (clan o clase); ¿querías decir «buke»?; se conocen buke"
    assert translator.report("as it is") == "as it is"


def test_the_side_of_a_matchup_is_told_in_the_language(rules: tuple[Project, Database]) -> None:
    project, database = rules
    problem = Problem(Place("attacker", 1, 4), say("nothing is said of this side; name a troop"), "odds")
    told = Translator(project, database, "es").problem(problem)
    assert str(told) == "atacante:1:4: no se dice nada de este bando; nombra una tropa  [odds]"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["odds", "-l", "es", "10 samuray vs 8 ashigaru"], "«samuray» no es una palabra de kensei-2e"),
        (["odds", "-l", "es", "10 samurai"], "di quién ataca a quién"),
        (["odds", "-l", "en", "10 samurai"], "say who attacks whom"),
        (["odds", "-l", "es", "--chart", "a.gif", "1 samurai vs 1 samurai"], "un gráfico es un archivo .svg o .png"),
        (["army", "check", "-l", "es", "{}"], "«bukke» no se conoce como clan; ¿querías decir «buke»?"),
        (["army", "pack", "-l", "es", "--list", "{}"], "Ashigaru no dice cuántas miniaturas tiene"),
        (["army", "check", "-l", "es", "none.csv"], "none.csv: no existe"),
    ],
)
def test_commands_refuse_in_the_language_that_is_asked(tmp_path: Path, arguments: list[str], told: str) -> None:
    army = tmp_path / "army.yaml"
    army.write_text(
        "name: Prueba\nedition: kensei-2e\nsize: 200\nclan: bukke\nrows:\n  - {name: Ashigaru, points: 50}\n"
    )
    with pytest.raises(Unusable) as refused:
        program([one.format(army) for one in arguments], standalone_mode=False)
    assert any(told in str(problem) for problem in refused.value.problems)
