"""``kensei-docs errata`` and ``--as-of``: rules that change after they were printed."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

LONGER = """\
name: A longer reach
reason: Poles were measured anew.
source: the game's author
changes:
  reach: {record: tool/long-tools, fact: reach, from: 2.5 cm, to: 3 cm}
  kinds: {record: tool/long-tools, fact: tools, from: 'oar, net', to: 'oar, net, pole'}
"""


def put(project: Path, name: str, text: str) -> Path:
    file = project / "data" / "errata" / "reeds-1e" / f"{name}.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


@pytest.fixture
def value(run: Callable, reeds: Path) -> Callable[..., object]:
    def of(record: str, fact: str, *words: str) -> object:
        result = run("--project", reeds, "facts", "reeds-1e", *words)
        assert result.status == 0, result.err
        return {(one["record"], one["fact"]): one["value"] for one in map(json.loads, result.out.splitlines())}.get(
            (record, fact)
        )

    return of


def test_an_erratum_gives_the_rules_from_its_day_on(reeds: Path, value: Callable) -> None:
    put(reeds, "2026-03-01-longer-reach", LONGER)
    assert value("tool/long-tools", "reach") == "3 cm"
    assert value("tool/long-tools", "tools") == "oar, net, pole"
    assert value("tool/long-tools", "reach", "--as-of", "2026-03-01") == "3 cm"
    assert value("tool/long-tools", "reach", "--as-of=2026-02-28") == "2.5 cm"


def test_a_figure_that_an_erratum_changed_cites_it_beside_the_page(run: Callable, reeds: Path) -> None:
    put(reeds, "2026-03-01-longer-reach", LONGER)
    facts = map(json.loads, run("--project", reeds, "facts", "reeds-1e").out.splitlines())
    [reach] = [fact for fact in facts if fact["fact"] == "reach"]
    assert [one["document"] for one in reach["from"]] == ["reeds-booklet", "erratum/2026-03-01-longer-reach"]


def test_errata_follow_one_another_by_their_day(reeds: Path, value: Callable) -> None:
    put(
        reeds,
        "2026-04-01-a",
        LONGER.replace("2.5 cm", "3 cm").replace("to: 3 cm", "to: 4 cm").replace("'oar, net'", "'oar, net, pole'"),
    )
    put(reeds, "2026-03-01-z", LONGER)
    assert value("tool/long-tools", "reach") == "4 cm"


def test_an_erratum_adds_withdraws_and_rewords(reeds: Path, value: Callable, run: Callable) -> None:
    put(
        reeds,
        "2026-03-01-fleet",
        """\
name: The fleet
reason: A new boat.
source: the author
changes:
  text:
    record: ability/ferryman
    fact: text
    from: Boats within %(range)s of the ferryman add %(bonus)s to their Order Roll.
    to: Within %(range)s add %(bonus)s.
withdraw: [ability/silent-paddle]
add:
  ability/loud-drum: {name: Loud Drum, figures: {range: 20 cm}, text: Heard within %(range)s.}
""",
    )
    assert value("ability/loud-drum", "figures.range") == "20 cm"
    shown = run("--project", reeds, "show", "ferryman", "-e", "reeds-1e")
    assert "Within 15\u00a0cm add +2." in shown.out
    gone = run("--project", reeds, "show", "silent-paddle", "-e", "reeds-1e")
    assert gone.status == 2 and "there is no record 'silent-paddle'" in gone.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            LONGER.replace("from: 2.5 cm", "from: 2 cm"),
            ":5:55: tool/long-tools 'reach' is '2.5 cm' and not '2 cm'; see what changed it, and let the "
            "erratum start from that  [errata]",
        ),
        (
            LONGER.replace("fact: reach", "fact: reech"),
            ":5:42: 'reech' of tool/long-tools is not a fact or message; did you mean 'reach'?; name one",
        ),
        (
            LONGER.replace("tool/long-tools, fact: reach", "tool/long-tool, fact: reach"),
            "there is no record 'tool/long-tool' in reeds-1e; did you mean 'tool/long-tools'?",
        ),
        (LONGER + "withdraw: [tool/none]\n", "there is no record 'tool/none' in reeds-1e to withdraw"),
        (LONGER + "add: {tool/long-tools: {name: X}}\n", "'tool/long-tools' is there already"),
        (LONGER + "add: {tol/x: {name: X}}\n", "'tol/x' is of no known kind; did you mean 'tool'?"),
        (LONGER.replace("reason:", "raeson:"), ":2:9: 'raeson' is not known here; did you mean 'reason'?"),
    ],
)
def test_an_erratum_that_does_not_fit_is_refused_with_its_place(
    run: Callable, reeds: Path, text: str, said: str
) -> None:
    put(reeds, "2026-03-01-longer-reach", text)
    result = run("--project", reeds, "facts", "reeds-1e")
    assert result.status == 2
    assert "2026-03-01-longer-reach.yaml" in result.err and said in result.err


def test_of_two_that_change_one_figure_the_later_is_named(run: Callable, reeds: Path) -> None:
    put(reeds, "2026-03-01-longer-reach", LONGER)
    put(reeds, "2026-03-02-again", LONGER)
    result = run("--project", reeds, "facts", "reeds-1e")
    assert result.status == 2
    assert (
        "'reach' is '3 cm' and not '2.5 cm' since the erratum 2026-03-01-longer-reach; let the "
        "later one, 2026-03-02-again, start from that"
    ) in result.err


def test_a_name_without_a_day_is_refused(run: Callable, reeds: Path) -> None:
    put(reeds, "2026-13-01-longer-reach", LONGER)
    assert "has a name without a day" in run("--project", reeds, "facts", "reeds-1e").err


def test_the_list_says_what_is_in_force(run: Callable, reeds: Path) -> None:
    put(reeds, "2026-03-01-longer-reach", LONGER)
    result = run("--project", reeds, "errata", "list", "reeds-1e")
    assert result.out.splitlines()[0] == "reeds-1e/2026-03-01-longer-reach  A longer reach"
    assert "Long Tools, Reach: 2.5\u00a0cm → 3\u00a0cm" in result.out
    before = run("--project", reeds, "errata", "list", "reeds-1e", "--as-of", "2026-02-01")
    assert before.out == "No erratum is in force.\n"


def test_a_draft_is_in_force_at_once(run: Callable, reeds: Path, value: Callable) -> None:
    result = run(
        "--project",
        reeds,
        "errata",
        "new",
        "heavy",
        "-e",
        "reeds-1e",
        "--name",
        "Heavy",
        "--reason",
        "It was left out.",
        "--set",
        "tool/long-tools:weight=2",
        "--set",
        "tool/long-tools:reach=3 cm",
    )
    assert result.status == 0, result.err
    assert value("tool/long-tools", "weight") == "2" and value("tool/long-tools", "reach") == "3 cm"
    [listed] = json.loads(run("--project", reeds, "errata", "list", "reeds-1e", "--format", "json").out)
    assert listed["changes"][0] == {"record": "tool/long-tools", "fact": "weight", "from": None, "to": "2"}


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("tool/long-tools:weigt=2", "'weigt' of tool/long-tools is not a fact or message; did you mean 'weight'?"),
        ("tool/short:reach=2", "there is no record 'tool/short' in reeds-1e"),
        ("reach", "'reach' names no value; write RECORD:FACT=VALUE"),
    ],
)
def test_a_draft_of_what_is_not_there_writes_nothing(run: Callable, reeds: Path, setting: str, said: str) -> None:
    result = run(
        "--project", reeds, "errata", "new", "x", "-e", "reeds-1e", "--name", "X", "--reason", "Y", "--set", setting
    )
    assert result.status == 2 and said in result.err
    assert not (reeds / "data" / "errata").exists()


def test_a_file_that_someone_sends_is_applied_or_leaves_nothing(
    run: Callable, reeds: Path, value: Callable, tmp_path: Path
) -> None:
    sent = tmp_path / "2026-03-01-longer-reach.yaml"
    sent.write_text(LONGER.replace("from: 2.5 cm", "from: 2 cm"), encoding="utf-8")
    refused = run("--project", reeds, "errata", "apply", sent, "-e", "reeds-1e")
    assert refused.status == 2 and "is '2.5 cm' and not '2 cm'" in refused.err
    assert value("tool/long-tools", "reach") == "2.5 cm"
    sent.write_text(LONGER, encoding="utf-8")
    assert run("--project", reeds, "errata", "apply", sent, "-e", "reeds-1e").status == 0
    assert value("tool/long-tools", "reach") == "3 cm"
    again = run("--project", reeds, "errata", "apply", sent, "-e", "reeds-1e")
    assert again.status == 2 and "is there already" in again.err


def test_a_mended_document_drafts_what_it_changes(run: Callable, documents: Path, tmp_path: Path) -> None:
    mended = tmp_path / "kensei-rulebook-2e.en.txt"
    lines = (documents / mended.name).read_text(encoding="utf-8").split("\n")
    lines[4284] = lines[4284].replace("+1", "+3")
    mended.write_text("\n".join(lines), encoding="utf-8")
    own = tmp_path / "own"
    (own / "data").mkdir(parents=True)
    result = run(
        "--project",
        own,
        "errata",
        "new",
        "sharper",
        "-e",
        "kensei-2e",
        "--document",
        mended,
        "--name",
        "Sharper",
        "--reason",
        "A new printing.",
    )
    assert result.status == 0, result.err
    listed = json.loads(run("--project", own, "errata", "list", "kensei-2e", "--format", "json").out)
    assert [one["changes"] for one in listed if one["name"] == "Sharper"] == [
        [{"record": "weapon/katanas", "fact": "effects.damage.add", "from": "+1", "to": "+3"}]
    ]


def test_what_was_said_before_stays_translated(run: Callable, reeds: Path) -> None:
    put(
        reeds,
        "2026-03-01-words",
        """\
name: Words
reason: Clearer.
source: the author
changes:
  text:
    record: ability/ferryman
    fact: text
    from: Boats within %(range)s of the ferryman add %(bonus)s to their Order Roll.
    to: Boats within %(range)s add %(bonus)s.
""",
    )
    before = run("--project", reeds, "show", "ferryman", "-e", "reeds-1e", "-l", "es", "--as-of", "2026-01-01").out
    assert run("--project", reeds, "catalogue", "update").status == 0
    assert (
        run("--project", reeds, "show", "ferryman", "-e", "reeds-1e", "-l", "es", "--as-of", "2026-01-01").out == before
    )
    stale = run("--project", reeds, "check", "reeds-1e", "--select", "translations")
    assert "'reeds-1e/ability/ferryman.text' " in stale.out


def draft(run: Callable, project: Path, slug: str, *words: str) -> object:
    head = ("--name", slug.capitalize(), "--reason", "It was left out.")
    return run("--project", project, "errata", "new", slug, "-e", "reeds-1e", *head, *words)


def files_of(project: Path) -> dict[str, bytes]:
    """Return the bytes of every file of a project, but those of the cache."""
    found = (file for file in sorted(project.rglob("*")) if "build" not in file.relative_to(project).parts)
    return {str(file.relative_to(project)): file.read_bytes() if file.is_file() else b"" for file in found}


def test_what_does_not_fit_is_listed_and_checked_with_the_same_text(run: Callable, reeds: Path) -> None:
    put(reeds, "2026-03-01-longer-reach", LONGER)
    put(reeds, "2026-03-02-again", LONGER)
    refused = run("--project", reeds, "facts", "reeds-1e")
    said = "'reach' is '3 cm' and not '2.5 cm' since the erratum 2026-03-01-longer-reach"
    listed = run("--project", reeds, "errata", "list", "reeds-1e")
    assert listed.status == 1
    assert said in refused.err and said in listed.out and said in run("--project", reeds, "check", "reeds-1e").out
    [first, second] = json.loads(run("--project", reeds, "errata", "list", "reeds-1e", "--format", "json").out)
    assert first["problems"] == [] and len(second["problems"]) == 2


def test_an_erratum_of_the_future_says_so_and_is_in_force_from_its_day(
    run: Callable, reeds: Path, value: Callable
) -> None:
    put(reeds, "2999-03-01-longer-reach", LONGER)
    assert value("tool/long-tools", "reach") == "2.5 cm"
    assert value("tool/long-tools", "reach", "--as-of", "2999-03-01") == "3 cm"
    assert "  In force from March 1, 2999." in run("--project", reeds, "errata", "list", "reeds-1e").out
    spanish = run("--project", reeds, "errata", "list", "reeds-1e", "-l", "es").out
    assert "  En vigor desde el 1 de marzo de 2999." in spanish
    [row] = json.loads(run("--project", reeds, "errata", "list", "reeds-1e", "--format", "json").out)
    assert (row["day"], row["in_force"]) == ("2999-03-01", False)


def test_an_erratum_of_the_future_has_to_fit_the_rules_of_its_day(run: Callable, reeds: Path) -> None:
    put(reeds, "2999-03-01-longer-reach", LONGER.replace("from: 2.5 cm", "from: 2 cm"))
    assert run("--project", reeds, "facts", "reeds-1e").status == 0
    said = "tool/long-tools 'reach' is '2.5 cm' and not '2 cm'"
    assert said in run("--project", reeds, "check", "reeds-1e").out
    assert said in run("--project", reeds, "errata", "list", "reeds-1e").out


def test_today_can_be_set_for_a_repeatable_build(reeds: Path, value: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    put(reeds, "2026-03-01-longer-reach", LONGER)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    assert value("tool/long-tools", "reach") == "2.5 cm"


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        (
            "tool/long-tools:reach=blah",
            "tool/long-tools: 'blah' is not a figure; 'reach' is 2.5 cm: write a distance in cm",
        ),
        ("tool/long-tools:reach=3 in", "'3 in' is of another sort; 'reach' is 2.5 cm: write a distance in cm"),
        ("ability/ferryman:figures.bonus=50 %", "'figures.bonus' is +2: write a modifier, such as +1"),
    ],
)
def test_a_value_is_checked_when_it_is_drafted(run: Callable, reeds: Path, setting: str, said: str) -> None:
    result = draft(run, reeds, "x", "--set", setting)
    assert result.status == 2 and said in result.err
    assert not (reeds / "data" / "errata").exists()


def test_undoing_gives_back_the_files_byte_for_byte(run: Callable, reeds: Path) -> None:
    before = files_of(reeds)
    assert draft(run, reeds, "longer", "--day", "2026-03-01", "--set", "tool/long-tools:reach=3 cm").status == 0
    with_one = files_of(reeds)
    assert draft(run, reeds, "longest", "--day", "2026-03-02", "--set", "tool/long-tools:reach=4 cm").status == 0
    with_both = files_of(reeds)
    refused = run("--project", reeds, "errata", "undo", "2026-03-01-longer", "-e", "reeds-1e")
    assert refused.status == 2 and "tool/long-tools 'reach' is '2.5 cm' and not '3 cm'" in refused.err
    assert files_of(reeds) == with_both
    assert run("--project", reeds, "errata", "undo", "2026-03-02-longest", "-e", "reeds-1e").status == 0
    assert files_of(reeds) == with_one
    assert run("--project", reeds, "errata", "undo", "2026-03-01-longer", "-e", "reeds-1e").status == 0
    assert files_of(reeds) == before


def test_an_erratum_that_is_not_ones_own_is_not_undone(run: Callable, tmp_path: Path) -> None:
    (tmp_path / "own" / "data").mkdir(parents=True)
    undo = ("--project", tmp_path / "own", "errata", "undo", "-e", "kensei-2e")
    assert "comes with the tool" in run(*undo, "2026-11-22-strengthen").err
    assert "there is no such erratum; did you mean '2026-11-22-strengthen'?" in run(*undo, "2026-11-22-strength").err


def test_a_published_erratum_is_withdrawn_by_another(run: Callable, reeds: Path, value: Callable) -> None:
    put(reeds, "2026-03-01-longer-reach", LONGER + "withdraw: [ability/silent-paddle]\n")
    withdrawn = run(
        *("--project", reeds, "errata", "withdraw", "2026-03-01-longer-reach", "-e", "reeds-1e"),
        *("--reason", "The poles were right.", "--day", "2026-03-01"),
    )
    assert withdrawn.status == 0, withdrawn.err
    assert value("tool/long-tools", "reach") == "2.5 cm"
    assert value("tool/long-tools", "tools") == "oar, net"
    assert "Silent Paddle" in run("--project", reeds, "show", "silent-paddle", "-e", "reeds-1e").out
    listed = run("--project", reeds, "errata", "list", "reeds-1e").out
    assert "Long Tools, Reach: 3\u00a0cm → 2.5\u00a0cm" in listed
    assert "Silent Paddle: withdrawn from the rules" in listed and "Silent Paddle: added to the rules" in listed


def test_drafts_of_one_day_follow_one_another(run: Callable, reeds: Path, value: Callable) -> None:
    for slug, reach in (("z", "3 cm"), ("a", "4 cm"), ("m", "5 cm")):
        assert draft(run, reeds, slug, "--set", f"tool/long-tools:reach={reach}", "--day", "2026-03-01").status == 0
    assert value("tool/long-tools", "reach") == "5 cm"
    rows = json.loads(run("--project", reeds, "errata", "list", "reeds-1e", "--format", "json").out)
    assert [row["erratum"][-1] for row in rows] == ["z", "a", "m"]


def test_the_words_of_a_record_that_is_added_are_to_be_translated_once(
    run: Callable, reeds: Path, tmp_path: Path
) -> None:
    sent = tmp_path / "2026-03-01-oar.yaml"
    oar = "ability/quiet-oar: {name: Quiet Oar, text: This boat is never heard., status: prose}"
    sent.write_text(f"name: Oar\nreason: Asked for.\nsource: the author\nadd:\n  {oar}\n", encoding="utf-8")
    result = run("--project", reeds, "errata", "apply", sent, "-e", "reeds-1e")
    assert [line.partition("'")[2].partition("'")[0] for line in result.out.splitlines()[1:]] == [
        "reeds-1e/ability/quiet-oar.name",
        "reeds-1e/ability/quiet-oar.text",
        "reeds-1e/erratum/2026-03-01-oar.name",
        "reeds-1e/erratum/2026-03-01-oar.reason",
    ]


def test_applying_says_what_has_to_be_translated(run: Callable, reeds: Path, tmp_path: Path) -> None:
    sent = tmp_path / "2026-03-01-words.yaml"
    sent.write_text(
        "name: Words\nreason: Clearer.\nsource: the author\nchanges:\n  text: {record: ability/ferryman, fact: text, "
        "from: 'Boats within %(range)s of the ferryman add %(bonus)s to their Order Roll.', to: 'Within %(range)s add "
        "%(bonus)s.'}\n",
        encoding="utf-8",
    )
    result = run("--project", reeds, "errata", "apply", sent, "-e", "reeds-1e")
    assert result.out.splitlines()[1:] == [
        "es: 'reeds-1e/ability/ferryman.text' has to be translated again",
        "es: 'reeds-1e/erratum/2026-03-01-words.name' has no translation yet",
        "es: 'reeds-1e/erratum/2026-03-01-words.reason' has no translation yet",
    ]


def test_since_an_erratum_leaves_the_shipped_ones_of_its_day_alone(tmp_path: Path) -> None:
    from kensei_docs.documents.reprint.changed_cards import earlier_state
    from kensei_docs.project import Project

    file = tmp_path / "own" / "data" / "errata" / "kensei-2e" / "2026-11-22-a-house-rule.yaml"
    file.parent.mkdir(parents=True)
    file.write_text("name: Ours\nreason: Ours.\nsource: us\nwithdraw: [ability/leader]\n", encoding="utf-8")
    state = earlier_state(Project.open(tmp_path / "own"), "2026-11-22-a-house-rule", ("kensei-2e",))
    edition = state.database.editions["kensei-2e"]
    assert "ability/leader" in edition.records
    assert "2026-11-22-strengthen" in edition.errata and file.stem not in edition.errata
