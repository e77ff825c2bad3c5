"""``kensei-docs example``: what a rules editor reads of the worked examples."""

import json
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

VOCABULARY = """\
kinds: {rolls: roll, examples: example}
rolls: {row: {passes: at-least}}
hooks: {row.pool: {name: Oars, roll: row, changes: pool}}
atoms:
  self.racing: {values: boolean, phrase: {true: in a race, false: out of a race}}
  self.laden: {values: boolean, phrase: {true: when laden, false: when empty}}
quantities: {self.arms: {}}
whose: {self: [self]}
"""
FERRY = "data/editions/ferry"
EXAMPLES = """\
race:
  name: A race
  given: {self: {arms: 2, racing: true}}
  expect: {oars: 3}
  asks: {oars: row.pool}
  status: formal
story:
  name: A story
  note: Nothing is counted in it.
  status: prose
"""


@pytest.fixture
def crossing(project_of: Callable, run: Callable, monkeypatch: pytest.MonkeyPatch) -> Callable:
    """Run the command in a project of an invented game with the given examples."""

    def command(*words: str, examples: str = EXAMPLES) -> object:
        folder: Path = project_of(
            {
                "data/vocabulary.yaml": VOCABULARY,
                "data/glossary.yaml": "{}\n",
                f"{FERRY}/edition.yaml": "id: ferry\nname: Ferry\ngame: Ferry\nlanguage: en\n"
                "units: cm\nplay: {always: [roll]}\n",
                f"{FERRY}/rolls.yaml": dedent("""\
                row:
                  name: Rowing
                  modifiers:
                    arms: {name: Arms, hook: row.pool, add: XD6, of: self.arms}
                    race: {name: A race, hook: row.pool, add: +1D6, when: {self.racing: true}}
                    load: {name: A load, hook: row.pool, add: -1D6, when: {self.laden: true}}
                  status: formal
                """),
                f"{FERRY}/examples.yaml": examples,
            }
        )
        monkeypatch.chdir(folder)
        return run("example", *words)

    return command


def test_a_line_an_example_and_their_sum(crossing: Callable) -> None:
    result = crossing("run", "ferry")
    assert result.out == (
        "passed   ferry race: A race\nprose    ferry story: A story\n2 examples: 1 passed, 1 prose.\n"
    )
    assert result.status == 0


def test_a_failed_one_says_both_answers_and_counts(crossing: Callable) -> None:
    result = crossing("run", "ferry", "race", examples=EXAMPLES.replace("oars: 3", "oars: 4"))
    assert result.out == ("failed   ferry race: A race\n  oars: expected 4, computed 3D6\n1 example: 1 failed.\n")
    assert result.status == 1


def test_what_the_book_prints_is_told_apart(crossing: Callable) -> None:
    result = crossing("run", "ferry", "race", examples=EXAMPLES.replace("  asks", "  printed: {oars: 5}\n  asks"))
    assert result.out == (
        "differs  ferry race: A race\n  oars: the book prints 5, its rules give 3D6\n1 example: 1 differs.\n"
    )
    assert result.status == 0


def test_explain_tells_how_it_came_about(crossing: Callable) -> None:
    assert crossing("run", "ferry", "race", "--explain").out == (
        "passed   ferry race: A race\n"
        "  oars: 3D6\n"
        "    XD6  Rowing: Arms  → 2D6\n"
        "    +1D6  Rowing: A race  → 3D6\n"
        "    assumed  when empty\n"
        "1 example: 1 passed.\n"
    )


def test_a_script_gets_every_step(crossing: Callable) -> None:
    [example] = json.loads(crossing("run", "ferry", "race", "--format", "json").out)
    assert example["verdict"] == "passed"
    [answer] = example["answers"]
    assert (answer["fact"], answer["computed"], answer["agrees"]) == ("oars", "3D6", True)
    assert [(step["record"], step["fact"], step["value"]) for step in answer["trace"]["steps"]] == [
        ("roll/row", "modifiers.arms.add", "2D6"),
        ("roll/row", "modifiers.race.add", "3D6"),
    ]


def test_effects_that_no_example_reaches_are_listed(crossing: Callable) -> None:
    assert crossing("coverage", "ferry").out == (
        "ferry: roll/row:modifiers.load\n2 of 3 effects are reached by an example.\n"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("run", "ferry", "rase"),
            "data/editions: there is no example or edition 'rase'; did you mean 'race'?  [example]\n",
        ),
        (("run", "ferry", "-l", "xx"), "data/locale: there is no language 'xx'; known are en, es  [language]\n"),
        (
            ("coverage", "ferrry"),
            "data/editions: there is no edition 'ferrry'; did you mean 'ferry'?; "
            "known are ferry, heroic-2002, kensei-2e, kensei-lr-2020, samurai-skirmish  [edition]\n",
        ),
    ],
)
def test_what_is_not_there_is_refused(crossing: Callable, words: tuple[str, ...], said: str) -> None:
    result = crossing(*words)
    assert (result.out, result.err, result.status) == ("", said, 2)
