"""Worked examples: replayed, compared, and never passed over in silence."""

from collections.abc import Callable

from kensei_docs.engine.examples import Replay, examples_of, replay


def replayed(ferry: Callable, example: str) -> Replay:
    game = ferry(examples=example)
    return replay(game, examples_of(game.database, "ferry")[0])


def problems(ferry: Callable, example: str) -> list[tuple[str, str]]:
    return [(fault.path, fault.message) for fault in replayed(ferry, example).problems]


CROSSING = """\
    crossing:
      name: A crossing
      given: {self: {arms: 2, racing: true}}
      expect: {oars: 3}
      asks: {oars: row.pool}
    """


def test_an_example_that_comes_out_passes(ferry: Callable) -> None:
    result = replayed(ferry, CROSSING)
    assert (result.verdict, result.problems) == ("passed", ())
    assert result.reached == {("roll/row", "modifiers.arms"), ("roll/row", "modifiers.race")}


def test_an_example_that_expects_something_else_fails(ferry: Callable) -> None:
    result = replayed(ferry, CROSSING.replace("oars: 3", "oars: 4"))
    assert result.verdict == "failed"
    assert [(a.path, a.expected, str(a.computed)) for a in result.answers] == [("oars", "4", "3D6")]


def test_a_printed_answer_that_the_rules_dont_give_differs(ferry: Callable) -> None:
    result = replayed(ferry, CROSSING.replace("asks:", "printed: {oars: 5}\n      asks:"))
    assert (result.verdict, result.answers[0].printed) == ("differs", "5")


def test_a_printed_answer_in_another_form_is_asked_for_itself(ferry: Callable) -> None:
    result = replayed(ferry, CROSSING.replace("asks: {", "printed: {dice: 3D6}\n      asks: {printed.dice: row.pool, "))
    assert result.verdict == "passed"


def test_what_nothing_computes_is_a_fault_unless_it_is_prose(ferry: Callable) -> None:
    bare = CROSSING.replace("      asks: {oars: row.pool}\n", "")
    assert problems(ferry, bare) == [("expect.oars", "'expect.oars' is computed by nothing; add it to 'asks'")]
    assert replayed(ferry, bare.rstrip() + "\n      status: prose\n").verdict == "prose"


def test_an_unknown_condition_is_told_and_not_raised(ferry: Callable) -> None:
    said = "'oars': 'self.raising' is not a condition of the vocabulary; did you mean 'self.racing'?; mend the name"
    assert problems(ferry, CROSSING.replace("racing", "raising")) == [("asks", said)]


def test_each_side_of_an_example_is_computed_for_itself(ferry: Callable) -> None:
    assert (
        replayed(
            ferry,
            """\
        race:
          name: A race
          given: {red: {arms: 2, racing: true}, blue: {arms: 4}, loads: 3}
          supposes: {blue: {laden: true}}
          expect: {red: 3, blue: 2}
          should: {drift: 6 cm, first: red, chosen: [red, blue], passes: [false, true]}
          asks:
            red: {for: red, do: row.pool}
            blue: {for: blue, do: row.pool}
            drift: twice
            first:
              with: {oars: {red: given.red.arms + given.loads, blue: given.blue.arms}}
              do: "first(ranked(given.oars, highest=first))"
            chosen: "if given.loads > none then ['red', 'blue'] else none"
            passes: {for: red, do: "each([given.blue.arms, given.loads], it is given.loads)"}
        """,
        ).verdict
        == "passed"
    )


def test_a_function_that_nobody_knows_is_told_with_its_place(ferry: Callable) -> None:
    result = replayed(ferry, CROSSING.replace("row.pool", "none + valeu(row.pool)"))
    assert [(fault.path, fault.before, fault.message) for fault in result.problems] == [
        ("asks.oars", "none + ", "'oars': 'valeu' is not a function; did you mean 'value'?; mend it")
    ]


def test_a_figure_that_the_text_says_is_supposed_by_its_name_and_is_no_fact(ferry: Callable) -> None:
    named = CROSSING.replace("given: {self: {arms: 2, racing: true}}", "figures: {rowers: 2}").replace(
        "expect: {oars: 3}", "supposes: {self: {arms: $rowers, racing: true}}\n      should: {oars: 3}"
    )
    result = replayed(ferry, named)
    assert result.verdict == "passed"
    assert [fact.path for fact in result.record.facts] == []
