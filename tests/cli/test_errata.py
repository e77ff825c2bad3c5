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
            ":5:42: 'reech' of tool/long-tools is no fact or message; did you mean 'reach'?; name one",
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
    assert "tool/long-tools reach: 2.5 cm → 3 cm" in result.out
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
        ("tool/long-tools:weigt=2", "'weigt' is no fact or message of tool/long-tools; did you mean 'weight'?"),
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
