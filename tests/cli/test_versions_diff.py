"""``kensei-docs diff`` and ``lineage``: what a reader of the terminal, a page or JSON sees."""

from __future__ import annotations

import json
import re
import shutil
from base64 import b64encode
from collections import Counter
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

from tests.conftest import ROOT, Result, run_command

EDITION = "id: {0}\nname: {1}\ngame: Boats\nlanguage: en\nunits: cm\ndocuments: [{0}-book]\n"
FILES = {
    "data/vocabulary.yaml": (
        "kinds: {rules: rule, weapons: weapon}\n"
        "hooks:\n  row.pool: {name: Rowing dice}\n"
        "atoms:\n  self.charging: {phrase: {true: when charging, false: when standing}}\n"
    ),
    "data/glossary.yaml": "oar: {en: oar, es: remo}\nnet: {en: net, es: red}\n",
    "data/editions/old/edition.yaml": EDITION.format("old", "Boats of old"),
    "data/editions/old/rules.yaml": (
        "cover:\n  name: Cover\n  figures: {distance: 1 cm}\n"
        "  text: Stay within %(distance)s of it.\n"
        "  from:\n    - {document: old-book, lines: [4, 6]}\n"
        "towing:\n  name: Towing\n  figures: {ropes: 2}\n  from:\n    - {document: old-book, lines: [9, 9]}\n"
    ),
    "data/editions/old/weapons.yaml": (
        "long:\n  name: Long tools\n  weapons: [oar]\n"
        "  effects:\n    charging: {hook: row.pool, add: +1D6, when: {self.charging: true}}\n"
        "  from:\n    - {document: old-book, lines: [20, 21]}\n"
    ),
    "data/editions/new/edition.yaml": EDITION.format("new", "Boats of now")
    + (
        "scope:\n  elsewhere:\n    page:\n"
        "      because: What it adds stands on another page.\n      leaves: ['weapon:effects']\n"
    ),
    "data/editions/new/rules.yaml": (
        "cover:\n  name: Cover\n  figures: {distance: 2.5 cm}\n"
        "  text: Be no farther than %(distance)s from it.\n"
        "  from:\n    - {document: new-book, lines: [3, 3]}\n"
        "drifting:\n  name: Drifting\n  text: Let the current take you.\n"
        "  from:\n    - {document: new-book, lines: [7, 8]}\n"
    ),
    "data/editions/new/weapons.yaml": (
        "long:\n  name: Long tools\n  weapons: [oar, net]\n  from:\n    - {document: new-book, lines: [11, 11]}\n"
    ),
    "data/lineage/old--new.yaml": ("same: [rule/cover, weapon/long]\nnew: [rule/drifting]\n"),
}

EDITIONS = ("kensei-2e", "kensei-lr-2020")

# The shipped editions stay as they are: a report of them is made once.
report_on_shipped = cache(run_command)


@pytest.fixture
def run() -> Callable[..., Result]:
    def report(*words: str | Path) -> Result:
        return (report_on_shipped if words[0] == "diff" else run_command)(*words)

    return report


@pytest.fixture
def boats(project_of: Callable[[dict[str, str]], Path]) -> Path:
    return project_of(FILES)


def test_a_terminal_shows_totals_then_systems_then_what_lies_apart(run: Callable, boats: Path) -> None:
    result = run("--project", boats, "diff", "old", "new")
    assert (result.status, result.err) == (1, "")
    assert result.out.splitlines() == [
        "Boats of old → Boats of now: 1 change, 2 added, 1 removed, 1 not compared",
        "",
        "The basics",
        "General rules",
        "  Cover (rule/cover)",
        "    ~ Distance: 1 cm → 2.5 cm  [old-book 4-6; new-book 3]".replace(" cm", "\u00a0cm"),
        "  Drifting (rule/drifting)",
        "    + new: Let the current take you.  [new-book 7-8]",
        "",
        "Weapons and armour",
        "Melee weapons",
        "  Long tools (weapon/long)",
        "    + Weapons: net  [old-book 20-21; new-book 11]",
        "",
        "Without a counterpart in the lineage",
        "General rules",
        "  Towing (rule/towing)",
        "    - gone: Ropes: 2  [old-book 9]",
        "",
        "Not compared",
        "What it adds stands on another page.",
        "  Melee weapons (1)",
        "    Long tools [Rowing dice, when charging: +1D6]",
    ]


def test_wording_is_shown_apart_where_it_is_asked_for(run: Callable, boats: Path) -> None:
    result = run("--project", boats, "diff", "old", "new", "--words")
    assert result.out.splitlines()[-10:-5] == [
        "",
        "Wording only",
        "General rules",
        "  Cover (rule/cover)",
        "    ~ Stay within 1 cm of it. → Be no farther than 2.5 cm from it.  [old-book 4-6; new-book 3]".replace(
            " cm", "\u00a0cm"
        ),
    ]


def test_a_change_is_one_object_of_json(run: Callable, boats: Path) -> None:
    result = run("--project", boats, "diff", "old", "new", "--format", "json")
    changes = json.loads(result.out)
    assert changes[0] == {
        "change": "changed",
        "kind": "rule",
        "record": {"a": "rule/cover", "b": "rule/cover"},
        "name": "Cover",
        "fact": "figures.distance",
        "a": "1 cm",
        "b": "2.5 cm",
        "from": {
            "a": [{"document": "old-book", "page": None, "lines": [4, 6], "digest": None}],
            "b": [{"document": "new-book", "page": None, "lines": [3, 3], "digest": None}],
        },
        "facts": {"a": "figures.distance", "b": "figures.distance"},
        "when": {"a": None, "b": None},
        "lineage": "same",
        "matter": "figure",
        "expected": None,
        "series": None,
        "reason": None,
        "weight": 7.0,
        "words": {"label": "Distance", "a": "1\u00a0cm", "b": "2.5\u00a0cm", "note": ""},
    }
    assert [(change["change"], change["fact"]) for change in changes[1:]] == [
        ("removed", ""),
        ("added", ""),
        ("out-of-scope", "effects.charging.add"),
        ("added", "weapons"),
    ]
    assert changes[3]["when"] == {"a": "self.charging: true", "b": None}


def test_markdown_and_html_say_the_same(run: Callable, boats: Path) -> None:
    page = run("--project", boats, "diff", "old", "new", "--format", "md").out
    assert "# Boats of old → Boats of now" in page.splitlines()
    assert "- **Cover**" in page.splitlines()
    html = run("--project", boats, "diff", "old", "new", "--format", "html").out
    assert '<b class="was">1\u00a0cm</b>' in html and '<b class="now">2.5\u00a0cm</b>' in html
    assert html.startswith("<!DOCTYPE html>") and "typeface:" not in html


def test_a_page_needs_no_other_file_and_runs_its_own_script_alone(run: Callable, boats: Path) -> None:
    page = run("--project", boats, "diff", "old", "new", "--format", "html").out
    script = page.partition("<script>")[2].partition("</script>")[0]
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in page and "default-src 'none'" in page
    assert not re.findall(r'(?:src|href)="https?:', page)
    # Both references are linked to, at the record.
    assert 'reference.html#rule--cover">Boats of old</a>' in page
    assert 'reference.html#rule--cover">Boats of now</a>' in page


def test_a_pdf_is_written_to_the_build_folder(run: Callable, boats: Path) -> None:
    result = run("--project", boats, "diff", "old", "new", "--format", "pdf")
    file = boats / "build/changes-old--new-en.pdf"
    assert result.out.endswith("changes-old--new-en.pdf: 1 change, 2 added, 1 removed, 1 not compared\n")
    assert file.read_bytes().startswith(b"%PDF-")


def test_an_edition_does_not_differ_from_itself(run: Callable, boats: Path) -> None:
    result = run("--project", boats, "diff", "old", "old")
    assert (result.status, result.out) == (0, "Boats of old → Boats of old: No rule differs.\n")


def test_what_is_unknown_is_refused_with_the_nearest_name(run: Callable, boats: Path) -> None:
    result = run("--project", boats, "diff", "olds", "new")
    assert result.status == 2 and result.err.startswith(
        "olds: is neither an edition nor a revision of the data in git nor a folder; did you mean 'old'?"
    )
    result = run("--project", boats, "diff", "old", "new", "-l", "fr")
    assert result.status == 2 and "there is no language 'fr'" in result.err


def test_an_army_sees_what_touches_it(run: Callable, tmp_path: Path) -> None:
    army = tmp_path / "army.yaml"
    army.write_text(
        "edition: kensei-2e\nclan: kuge\nsize: 200\ntroops:\n"
        "  - {name: Guard, class: warrior, miniatures: 5, points: 50, weapons: [katana]}\n",
        encoding="utf-8",
    )
    everything = json.loads(run("diff", "kensei-2e", "kensei-lr-2020", "--format", "json").out)
    result = run("diff", "kensei-2e", "kensei-lr-2020", "--for", army, "--format", "json")
    assert result.status == 1, result.err
    seen = {change["record"]["b"] or change["record"]["a"] for change in json.loads(result.out)}
    assert {"weapon/katanas", "roll/combat"} <= seen
    others = {"weapon/pistols", "ability/zen", "limit/hattori-warriors", "commander-level/hatamoto"}
    assert others <= {change["record"]["b"] or change["record"]["a"] for change in everything}
    assert not (others | {"clan/buke", "scenario/border-war", "order/invoke"}) & seen
    # What is out of scope touches an army where it has that itself.
    assert {change["record"]["a"] for change in json.loads(result.out) if change["change"] == "out-of-scope"} == {
        "weapon/katanas",
        "clan/kuge",
        "clan-action/examine-the-terrain",
    }
    assert len(seen) < len({str(change["record"]) for change in everything}) / 2


@pytest.mark.parametrize(
    ("language", "title", "before", "now"),
    [
        ("en", "What matters most at the table", ". Kensei, second edition: ", " → Kensei Living Rules: "),
        ("es", "Lo que más importa en la mesa", ". Kensei, segunda edición: ", " → Kensei, reglas vivas: "),
    ],
)
def test_a_report_begins_with_what_matters_most(
    run: Callable, language: str, title: str, before: str, now: str
) -> None:
    lines = run("diff", "kensei-2e", "kensei-lr-2020", "-l", language).out.splitlines()
    assert lines[2] == title
    first = lines[3:23]
    assert [line[:3] for line in first] == [f"{number:>2}." for number in range(1, 21)] and lines[23] == ""
    # Each line says what was and what is, whole, and no condition is one of the data's.
    assert [line for line in first if before not in line or now not in line or "…" in line or "____" in line] == []
    assert sum("1\u00a0cm" in line and re.search(r"2[.,]5\u00a0cm", line) is not None for line in first) == 1


def test_the_changes_that_a_player_meets_in_every_game_come_first(run: Callable) -> None:
    first = "\n".join(run("diff", "kensei-2e", "kensei-lr-2020").out.splitlines()[3:23])
    for name in (
        "Ranks and support",
        "How a unit moves",
        "Strengthened Charge",
        "Reactions",
        "Who picks the casualties",
        "After a failed Honour Roll",
        "Pursuit, and running into enemies, after a failed Honour Roll",
        "Whom to charge",
        "Disengage",
        "Hold and Shoot",
        "Commander orders",
    ):
        assert f". {name}. Kensei, second edition: " in first
    # A value that no document has says whose it is.
    assert "(† By our ruling, within 5\u00a0cm for skirmishers.)" in first


def test_either_edition_may_come_first(run: Callable) -> None:
    """Labels, signs and headlines are right in both directions; totals and JSON have what each line is marked as."""
    there, back = (run("diff", *ends).out for ends in (EDITIONS, EDITIONS[::-1]))
    for one in (
        "1. Ranks and support. Kensei, second edition: Units stand in ranks",
        # A value of several markers became one for each; only that of one marker differs.
        "~ Unit in Retreat marker: −2D6 → −2 [",
        # A difficulty that is lower by as much as the roll of the other edition is higher has the sign of the roll.
        "~ Attack on the flank (+1): no longer only against a unit of several miniatures",
    ):
        assert one in there
    for one in (
        "1. Ranks and support. Kensei Living Rules: There are no ranks",
        "~ Unit in Retreat marker: −2 → −2D6 [",
        "~ Attack on the flank (+1): now only against a unit of several miniatures",
        "~ A charge adds its dice wherever it begins. → ",
    ):
        assert one in back
    marks = Counter(line[4] for line in back.splitlines() if re.match("    [-~+=] ", line))
    assert (
        f": {marks['~']} changed, {marks['+']} added, {marks['-']} removed, {marks['=']} renamed, "
        in back.splitlines()[0]
    )


def test_json_marks_a_change_as_its_line_is_marked(run: Callable) -> None:
    found = json.loads(run("diff", *EDITIONS, "--format", "json").out)
    marked = {(one["record"]["a"], one["record"]["b"], one["fact"]): one["change"] for one in found}
    # A record of one edition alone, and a sentence for either.
    assert marked[None, "order/engaging", ""] == "changed"
    assert marked["retreat/stay", None, ""] == "removed"


def test_an_expectation_says_with_how_many_dice_a_modifier_which_way_it_works(run: Callable) -> None:
    out = run("diff", "kensei-2e", "kensei-lr-2020").out
    assert "Target that ran this turn: +1 → – (Impact difficulty when shooting, easier now) " in out
    assert "[successes to expect, with 7 dice to begin with: 2.5 → 1.17; casualties: 1.45 → 0.64]" in out
    # What the name of a modifier says is not a condition besides.
    assert "Unit in Retreat marker: −2D6 → −2 [" in out
    assert "Several skirmishers as target: −1 [" in out


def test_what_was_decided_about_a_rule_stands_with_its_change(run: Callable) -> None:
    lines = run("diff", "kensei-2e", "kensei-lr-2020").out.splitlines()
    at = next(i for i, line in enumerate(lines) if "must not move so as to restore it" in line)
    assert lines[at + 1].startswith("    † Our ruling: May a unit out of formation move back into it? It must: ")
    assert lines[at + 1].endswith(" (Kensei Living Rules)")
    # The text of a rule is the document's, whatever was decided.
    isolated = next(line for line in lines if "is isolated, and a casualty at once" in line)
    assert "skirmishers" not in isolated.lower()
    # A ruling about several rules stands once.
    rulings = [line for line in lines if line.startswith("    † ")]
    assert len(rulings) == len(set(rulings)) > 20


def test_what_is_new_or_gone_says_its_own_words(run: Callable) -> None:
    out = run("diff", "kensei-2e", "kensei-lr-2020").out.splitlines()
    said = [line.split("  [")[0].strip() for line in out if line.strip().startswith(("+ new", "- gone"))]
    assert len(said) > 20
    assert [line for line in said if len(line.split()) < 6 and "Kind: " not in line] == []


def test_lines_say_what_a_player_looks_for(run: Callable) -> None:
    said = run("diff", "kensei-2e", "kensei-lr-2020").out
    for line in (
        "In points, usually from 200 to 2000, or as many or as few as the players agree. → In points, from 200 to",
        "Strengthening is a way to use another order",
        # The same place of a table holds another rule now.
        "    ~ Out of cohesion, now out of formation: −1D6 → −1 [",
        # What two texts differ in, and no more of them.
        "    ~ Whoever caused the casualties chooses which enemies fall. → The player of a unit chooses",
        # Who has read both documents finds one change in several rules.
        "each, a Daimyo adds two. → The commander levels are nought, one and two",
        # Who may leave without harm is told beside what it costs.
        "Skirmishers aren't attacked in this way. → None of the enemies that fight the unit reacts;",
    ):
        assert line in said
    assert "____" not in said
    assert ", Rule: " not in said


def test_rules_that_became_one_are_told_together(run: Callable, project_of: Callable[[dict[str, str]], Path]) -> None:
    pulling = (
        "pulling:\n  name: Pulling\n  text: A rope is as strong as the boat that it pulls, and not a bit stronger.\n"
        "mooring:\n  name: Mooring\n  text: Two ropes hold a boat at the bank, one of them at either end of it.\n"
    )
    ropes = "ropes:\n  name: Ropes\n  text: Whatever a rope is for, it holds as long as nobody cuts it, or unties it.\n"
    lineage = "merged:\n  - rule/ropes:text: ['rule/pulling:text', 'rule/mooring:text']\n"
    files = {
        "data/editions/old/rules.yaml": pulling,
        "data/editions/new/rules.yaml": ropes,
        "data/lineage/old--new.yaml": lineage,
    }
    out = run("--project", project_of(FILES | files), "diff", "old", "new").out
    [line] = [line for line in out.splitlines() if "Pulling: A rope is" in line]
    assert "Mooring: Two ropes" in line
    assert line.count(" → ") == line.count("Whatever a rope is for") == 1


def test_json_has_the_words_of_a_change_in_the_language_asked_for(run: Callable) -> None:
    out = run("diff", "kensei-2e", "kensei-lr-2020", "--format", "json", "-l", "es").out
    words = {(one["record"]["a"], one["record"]["b"], one["fact"]): one["words"] for one in json.loads(out)}
    assert words["formation/control-area", "formation/control-area", "text"]["b"].startswith(
        "La zona de control se extiende "
    )
    assert words["order/interact", None, ""]["a"] and words["order/interact", None, ""]["b"] is None
    assert words["ability/fear", None, ""]["a"]


def test_examples_and_advice_are_no_changes_of_the_rules(run: Callable) -> None:
    out = run("diff", "kensei-2e", "kensei-lr-2020", "--format", "json").out
    assert not {"example", "virtue"} & {change["kind"] for change in json.loads(out)}


def test_what_is_out_of_scope_stands_at_the_end_with_its_reason(run: Callable) -> None:
    out = run("diff", "kensei-2e", "kensei-lr-2020", "--format", "md").out
    end = out.partition("## Not compared\n")[2]
    assert "### The document refers to the online army builder for it." in end
    assert "\n## " not in end
    # Each record has its words on a line of its own, a difficulty says that it is one.
    assert "  - Undead: It takes 3 Stunned Unit markers to give it an extra wound." in end
    assert "Enemy in armour: +1 (Damage difficulty); Enemy mounted: +1" in end


def test_a_condition_of_a_value_that_is_gone_stands_beside_the_value(run: Callable) -> None:
    out = run("diff", "kensei-2e", "kensei-lr-2020").out
    assert "+1D6 (with at least 2 complete ranks and with nobody of the second rank in combat) → – [" in out


def test_texts_of_one_rule_follow_each_other_as_in_the_rule(run: Callable) -> None:
    sight = run("diff", "kensei-2e", "kensei-lr-2020").out.partition("(visibility/line-of-sight)")[2]
    places = [
        sight.index(f"→ {begin}") for begin in ("Draw a line", "Total:", "Partial:", "None:", "Each miniature is")
    ]
    assert places == sorted(places)


def test_a_clause_names_values_of_its_record_besides_figures(run: Callable) -> None:
    out = run("diff", "kensei-2e", "kensei-lr-2020").out.replace("\u00a0", " ")
    assert "    + Bo-hiya are a mid-ranged weapon, which reaches 40 cm.  [" in out
    assert "At exactly 20 cm or 40 cm, a target is at the shorter of the two ranges." in out


def test_a_page_has_the_words_of_what_is_out_of_scope(run: Callable) -> None:
    page = run("diff", "kensei-2e", "kensei-lr-2020", "--format", "html", "--no-pictures").out
    said = {" ".join(one.split()) for one in re.findall(r"<li>(.*?)</li>", page, re.DOTALL)}
    assert any(one.startswith("<b>Firearms</b> Firearms add +1 to the Damage Roll") for one in said)
    assert any(one.startswith("<b>Undead</b> It takes 3 Stunned Unit markers") for one in said)
    assert "<b>Bladed Polearms [Combat Roll, against several opponents: +1D6]</b>" in said
    assert "<b>Weapons of creatures</b> They fight with their bodies" in " ".join(said)


def test_the_sheet_of_the_kensei_editions_speaks_spanish(run: Callable) -> None:
    result = run("diff", "kensei-2e", "kensei-lr-2020", "-l", "es")
    lines = result.out.splitlines()
    assert lines[0].startswith("Kensei, segunda edición → Kensei, reglas vivas: ")
    assert "    ~ Distancia: 3\u00a0cm → 5\u00a0cm  " in result.out
    assert lines[2] == "Lo que más importa en la mesa"
    assert "    ~ Ataque por el flanco (+1): ya no solo contra una unidad de varias miniaturas  " in result.out


def test_lineage_status_names_records_without_an_edge(run: Callable, boats: Path) -> None:
    result = run("--project", boats, "lineage", "status", "old", "new")
    assert result.status == 1
    assert result.out.replace(f"{boats}/", "").splitlines() == [
        "old--new: 3 edges, 1 records without one",
        "data/editions/old/rules.yaml:7:1: rule/towing of old has no edge; say in data/lineage "
        "what became of it, or where it came from",
    ]


def test_lineage_suggest_prints_and_writes_nothing(run: Callable, boats: Path) -> None:
    before = (boats / "data/lineage/old--new.yaml").read_text(encoding="utf-8")
    result = run("--project", boats, "lineage", "suggest", "old", "new")
    assert (result.status, result.out) == (
        0,
        "# Suggestions: look each up in both documents before you keep it.\n\ndropped:\n  - rule/towing\n",
    )
    assert (boats / "data/lineage/old--new.yaml").read_text(encoding="utf-8") == before


def test_the_lineage_of_this_repository_is_complete(run: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert run("lineage", "status").status == 0


def test_sentences_are_set_alike_in_every_language(boats: Path, run: Callable) -> None:
    """A short sentence is no figure: English and Spanish of one change look alike."""
    (boats / "data/lineage/old--new.yaml").write_text(
        "same: [weapon/long, rule/cover]\nnew: [rule/drifting]\n"
        "clauses: {'rule/cover:figures.distance': {a: Be near., b: Be nearer.}}\n",
        encoding="utf-8",
    )
    page = run("--project", boats, "diff", "old", "new", "--format", "html", "--no-pictures").out
    assert '<p class="was">Be near.</p>' in page and '<p class="now">Be nearer.</p>' in page
    # What an edition adds has no old value.
    assert 'aria-hidden="true">–</span><span class="unseen">new</span>' in page


def test_a_page_filters_what_has_another_name(boats: Path, run: Callable) -> None:
    (boats / "data/lineage/old--new.yaml").write_text(
        "same: [weapon/long, rule/cover]\nrenamed: [rule/towing: rule/drifting]\n", encoding="utf-8"
    )
    page = run("--project", boats, "diff", "old", "new", "--format", "html", "--no-pictures").out
    assert 'data-filter="kind" data-value="renamed"' in page and 'data-kind="renamed"' in page


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            ("ferry:", "barge:"),
            "'rule/barge' is new and has the very words of 'rule/ferry', which is gone; if it is that",
        ),
        (("Takes", "Carries"), ""),
        (("ferry:", "barge:\n  was: ferry"), ""),
    ],
)
def test_a_record_with_the_words_of_one_that_is_gone(
    run: Callable, project_of: Callable, tmp_path: Path, change: tuple[str, str], said: str
) -> None:
    rules = "ferry:\n  name: Ferry\n  figures: {speed: 2.5 cm}\n  text: Takes you %(speed)s over.\n"
    before = {
        "data/vocabulary.yaml": "kinds: {rules: rule}\n",
        "data/editions/old/edition.yaml": EDITION.format("old", "Boats"),
        "data/editions/old/rules.yaml": rules,
    }
    old = project_of(before)
    new = tmp_path / "new"
    shutil.copytree(old, new)
    file = new / "data/editions/old/rules.yaml"
    file.write_text(rules.replace(*change).replace("2.5 cm", "25 mm"))
    found = run("diff", old, new)
    assert (said in found.err) and bool(found.err) == bool(said)
    assert ("was: ferry" in found.err) == bool(said)
    assert "25 mm" not in found.out or said
