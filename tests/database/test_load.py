"""Loading gives all that could be read, and says everything that could not."""

import shutil
from pathlib import Path

import pytest

from kensei_docs.database import load
from kensei_docs.project import Project


def said(folder: Path) -> list[str]:
    _, problems = load(Project.open(folder))
    return [
        str(p).replace(str(folder) + "/", "").removeprefix("data/editions/reeds-1e/")
        for p in problems
        if str(folder) in str(p)
    ]


def test_a_sound_project_loads_without_a_word(reeds: Path) -> None:
    assert said(reeds) == []


def test_facts_are_the_figures_and_lists_of_a_record_in_order(reeds: Path) -> None:
    database, _ = load(Project.open(reeds))
    tools = database.editions["reeds-1e"].records["tool/long-tools"]
    assert [(fact.path, fact.value) for fact in tools.facts] == [
        ("type", "1"),
        ("tools", "oar, net"),
        ("reach", "2.5 cm"),
        ("weight", None),
        ("effects.charging.add", "+1D6"),
    ]


def test_a_figure_that_an_effect_refers_to_is_one_fact(reeds: Path) -> None:
    database, _ = load(Project.open(reeds))
    ferryman = database.editions["reeds-1e"].records["ability/ferryman"]
    assert [fact.path for fact in ferryman.facts] == ["figures.range", "figures.bonus"]
    assert ferryman.figure("effects.calling.add") == "+2"


def test_a_formula_is_a_fact_with_its_figures_filled_in(reeds: Path) -> None:
    file = reeds / "data/editions/reeds-1e/tools.yaml"
    file.write_text(
        "towing:\n  name: Towing\n  figures: {times: 2, extra: 1D6 cm}\n  formula: '%(times)s x MOV + %(extra)s'\n"
    )
    assert said(reeds) == []
    database, _ = load(Project.open(reeds))
    assert [fact.value for fact in database.editions["reeds-1e"].records["tool/towing"].facts] == [
        "2",
        "1D6 cm",
        "2 x MOV + 1D6 cm",
    ]
    file.write_text(file.read_text().replace("%(times)s", "%(time)s"))
    assert said(reeds) == [
        "tools.yaml:4:12: tool/towing: the formula names %(time)s, which is "
        "none of its figures; did you mean 'times'?  [placeholders]"
    ]


def test_a_fact_knows_its_condition_and_where_it_was_read(reeds: Path) -> None:
    database, _ = load(Project.open(reeds))
    facts = {f.path: f for f in database.editions["reeds-1e"].records["tool/long-tools"].facts}
    assert facts["effects.charging.add"].when == {"self.charging": True, "opponent.tool": {"not": ["1", "2"]}}
    assert [c.page for c in facts["effects.charging.add"].citations] == [3]
    assert [c.lines for c in facts["reach"].citations] == [(20, 20)]
    assert facts["weight"].citations == ()


FAULTS = [
    # file, what stands there, what is put there, what is said
    (
        "abilities",
        "order.roll",
        "order.rol",
        "abilities.yaml:8:13: ability/ferryman: 'order.rol' is not a hook of the vocabulary; did you "
        "mean 'order.roll'?; mend the name, or add it to vocabulary.yaml  [vocabulary]",
    ),
    (
        "abilities",
        "{distance:",
        "{distanse:",
        "abilities.yaml:10:24: ability/ferryman: 'distanse' is not a condition of the vocabulary; did "
        "you mean 'distance'?; mend the name, or add it to vocabulary.yaml  [vocabulary]",
    ),
    (
        "abilities",
        "add: $bonus",
        "add: $bonos",
        "abilities.yaml:9:12: ability/ferryman: '$bonos' names no figure of this record; did you "
        "mean 'bonus'?; add the figure or mend the name  [vocabulary]",
    ),
    (
        "abilities",
        "add: $bonus",
        "add: $bonus\n      per: self.chargin",
        "abilities.yaml:10:12: ability/ferryman: 'self.chargin' is not a known quantity of the vocabulary; did "
        "you mean 'self.charging'?; mend the name, or add it to vocabulary.yaml  [vocabulary]",
    ),
    (
        "abilities",
        "add %(bonus)s",
        "add %(bonos)s",
        "abilities.yaml:5:9: ability/ferryman: the text names %(bonos)s, which is none of its "
        "figures; did you mean 'bonus'?; add the figure or mend the name  [placeholders]",
    ),
    (
        "abilities",
        "status: formal",
        "status: sure",
        "abilities.yaml:11:11: ability/ferryman: status 'sure' is not known; write formal, partial or prose  [data]",
    ),
    (
        "abilities",
        "  name: Silent Paddle\n",
        "",
        "abilities.yaml:15:1: ability/silent-paddle: has no name; add one  [data]",
    ),
    (
        "abilities",
        "  name: Silent Paddle\n",
        '  name: " "\n  text: ""\n',
        "abilities.yaml:17:9: ability/silent-paddle: 'text' is empty; write it, or take it out  [data]",
    ),
    (
        "edition",
        "language: en",
        "language: eng",
        "edition.yaml:4:11: 'eng' is not the code of a language; did you mean 'en'?; write one such as en or "
        "es  [data]",
    ),
    (
        "abilities",
        "silent-paddle:",
        "Silent Paddle:",
        "abilities.yaml:15:1: ability/Silent Paddle: an id is small letters, digits and hyphens; rename it  [data]",
    ),
    ("abilities", "lines: [12, 14]", "lines: [12]", "abilities.yaml:13:40: 'lines.1' is missing; add it  [data]"),
    (
        "abilities",
        "digest: 41aa",
        "digset: 41aa",
        "abilities.yaml:13:58: 'digset' is not known here; did you mean 'digest'?; rename it or take it out  [data]",
    ),
    (
        "abilities",
        "  effects:\n",
        "  effects: often\n  causes:\n",
        "abilities.yaml:6:12: ability/ferryman: 'effects' should be a mapping of names; give each a name  [data]",
    ),
    (
        "abilities",
        "  name: Ferryman\n",
        "  name: Ferryman\n  reminder: [a, b]\n",
        "abilities.yaml:4:13: ability/ferryman: 'reminder' should be a text; mend it  [data]",
    ),
    (
        "abilities",
        "document: reeds-booklet",
        "document: reed-booklet",
        "abilities.yaml:13:18: 'reed-booklet' is not a document of reeds-1e; did you mean "
        "'reeds-booklet'?; mend the name, or add it to 'documents' in edition.yaml  [data]",
    ),
    (
        "edition",
        "units: cm",
        "units: ell",
        "edition.yaml:5:8: 'units': input should be 'cm', 'mm', 'in', 'ft' or 'hex'; mend it  [data]",
    ),
    (
        "edition",
        "id: reeds-1e",
        "id: reeds-2e",
        "edition.yaml:1:5: the id is 'reeds-2e' but the folder 'reeds-1e'; let them agree  [data]",
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "line"), FAULTS, ids=lambda text: text[:24])
def test_a_fault_is_said_in_one_line(reeds: Path, file: str, old: str, new: str, line: str) -> None:
    path = reeds / "data" / "editions" / "reeds-1e" / f"{file}.yaml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    assert line in said(reeds)


def test_a_record_prints_what_another_edition_lends_it_and_its_own_figure_first(reeds: Path) -> None:
    editions = reeds / "data/editions"
    shutil.copytree(editions / "reeds-1e", editions / "reeds-2e")
    manifest = editions / "reeds-2e/edition.yaml"
    manifest.write_text(manifest.read_text().replace("id: reeds-1e", "id: reeds-2e"))
    lent = editions / "reeds-2e/tools.yaml"
    lent.write_text(lent.read_text().replace("weight: null", "weight: 3 kg").replace("2.5 cm", "4 cm"))
    own = editions / "reeds-1e/tools.yaml"
    own.write_text(own.read_text().replace("long-tools:\n", "long-tools:\n  borrows: reeds-2e\n"))
    database, _ = load(Project.open(reeds), ["reeds-1e"])
    assert list(database.editions) == ["reeds-1e"]
    tools = database.editions["reeds-1e"].records["tool/long-tools"]
    assert (tools.borrowed("weight"), tools.figure("weight")) == ("3 kg", None)
    assert (tools.borrowed("reach"), tools.figure("reach")) == (None, "2.5 cm")
    own.write_text(own.read_text().replace("borrows: reeds-2e", "borrows: reeds-3e"))
    assert said(reeds) == [
        "tools.yaml:2:12: 'reeds-3e' is not an edition; did you mean 'reeds-2e'?; mend the name, "
        "or take the line out  [data]"
    ]
    lent.write_text("")
    own.write_text(own.read_text().replace("borrows: reeds-3e", "borrows: reeds-2e"))
    assert "tools.yaml:2:12: 'reeds-2e' has no tool/long-tools; mend the name, or take the line out  [data]" in said(
        reeds
    )


def test_a_file_of_no_known_kind_is_said(reeds: Path) -> None:
    (reeds / "data/editions/reeds-1e/abilites.yaml").write_text("x: {name: X}\n")
    assert said(reeds) == [
        "abilites.yaml: 'abilites' is not a kind of record; did you mean "
        "'abilities'?; name a new kind under 'kinds' in data/vocabulary.yaml, as 'abilites: abilites'  [data]"
    ]


def test_a_file_without_records_is_said(reeds: Path) -> None:
    (reeds / "data/editions/reeds-1e/abilities.yaml").write_text("# to come\n")
    assert said(reeds) == ["abilities.yaml: is empty: it has no records; write one, or delete the file  [data]"]


def test_a_broken_file_leaves_the_others_readable(reeds: Path) -> None:
    (reeds / "data/editions/reeds-1e/abilities.yaml").write_text("a: [\n")
    database, _ = load(Project.open(reeds))
    assert said(reeds) == [
        "abilities.yaml:2:1: is not YAML: a value is missing here, or a sign is too many; mend the line  [yaml]"
    ]
    assert list(database.editions["reeds-1e"].records) == ["tool/long-tools"]


def test_what_an_edition_declares_stands_in_its_folder(reeds: Path) -> None:
    (reeds / "data/editions/reeds-1e/vocabulary.yaml").write_text("musters: {profiles: [tool]}\n")
    database, _ = load(Project.open(reeds))
    assert said(reeds) == []
    vocabulary = database.editions["reeds-1e"].vocabulary
    assert vocabulary.section("musters") == {"profiles": ["tool"]}
    assert str(vocabulary.place("musters.profiles")).endswith("reeds-1e/vocabulary.yaml:1:21")
    assert vocabulary.section("packs") == {} == database.vocabulary.section("musters")


def test_a_layer_above_adds_to_what_an_edition_declares(tmp_path: Path) -> None:
    own = tmp_path / "data/editions/kensei-2e"
    own.mkdir(parents=True)
    (own / "vocabulary.yaml").write_text("packs: {always: []}\n")
    database, problems = load(Project.open(tmp_path), ["kensei-2e"])
    packs = database.editions["kensei-2e"].vocabulary.section("packs")
    assert problems == [] and packs["always"] == [] and packs["of-faction"] == ["clan-action"]


def test_what_the_common_vocabulary_says_of_an_edition_by_name_is_said_with_its_place(reeds: Path) -> None:
    file = reeds / "data" / "vocabulary.yaml"
    file.write_text(f"musters: {{reeds-1e: {{profiles: [tool]}}}}\n{file.read_text()}")
    _, problems = load(Project.open(reeds))
    [problem] = problems
    assert problem.severity == "warning"
    assert said(reeds) == [
        "data/vocabulary.yaml:1:21: 'musters' of reeds-1e is not read here; move it to "
        "data/editions/reeds-1e/vocabulary.yaml, below 'musters:'  [data]"
    ]


def test_a_vocabulary_with_a_key_twice_is_read_all_the_same(reeds: Path) -> None:
    file = reeds / "data" / "vocabulary.yaml"
    file.write_text(file.read_text() + "hooks: {}\n")
    assert [line.partition(": ")[2] for line in said(reeds)] == ["'hooks' stands here a second time; keep one  [yaml]"]
