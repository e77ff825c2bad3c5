"""``kensei-docs check``: what an editor reads, and what a script does."""

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import kensei_docs
from kensei_docs.problems import Check

ABILITIES = "data/editions/reeds-1e/abilities.yaml"
TOOLS = "data/editions/reeds-1e/tools.yaml"


@pytest.fixture
def checked(run: Callable, reeds: Path, monkeypatch: pytest.MonkeyPatch) -> Callable:
    """Check the invented game alone, after changing words of its files."""
    monkeypatch.chdir(reeds)

    def check(*words: str, changes: tuple[tuple[str, str, str], ...] = ()) -> object:
        for name, old, new in changes:
            file = reeds / name
            text = file.read_text(encoding="utf-8")
            assert old in text
            file.write_text(text.replace(old, new), encoding="utf-8")
        return run("check", "reeds-1e", *words)

    return check


SELECTED = (
    "--select",
    "every-blank-has-a-reason",
    "--select",
    "units-of-measure",
    "--select",
    "duplicate-effect",
    "--select",
    "vocabulary",
)
BLANK = (TOOLS, "  note: the booklet gives no weight\n", "")
INCHES = (TOOLS, "2.5 cm", "2.5 in")
SAME = (ABILITIES, "status: prose", "status: prose\n\nquiet-oar:\n  name: Quiet Oar\n  text: This boat is never heard.")


def test_sound_data_has_no_findings(checked: Callable) -> None:
    result = checked(*SELECTED)
    assert (result.out, result.status) == ("No findings.\n", 0)


def test_findings_stand_by_file_and_are_counted(checked: Callable) -> None:
    result = checked(*SELECTED, changes=(BLANK, INCHES, SAME))
    assert result.out == (
        f"{TOOLS}\n"
        "  5:10  error    tool/long-tools: 'reach' is 2.5 in (reeds-booklet, line 20), but "
        "reeds-1e measures in centimetres; see which unit is meant  [units-of-measure]\n"
        "  6:11  warning  tool/long-tools: 'weight' is null without a reason; give the figure, or "
        "say in a note why there is none  [every-blank-has-a-reason]\n"
        "\n2 findings in 1 file: 1 error, 1 warning. 1 less severe not shown (--severity note "
        "shows them).\nBy check: units-of-measure 1, every-blank-has-a-reason 1.\n"
    )
    assert result.status == 1


@pytest.mark.parametrize(
    ("severity", "found"),
    [
        ("error", ["units-of-measure"]),
        ("warning", ["units-of-measure", "every-blank-has-a-reason"]),
        ("note", ["duplicate-effect", "units-of-measure", "every-blank-has-a-reason"]),
    ],
)
def test_the_least_severity_that_counts(checked: Callable, severity: str, found: list[str]) -> None:
    result = checked(*SELECTED, "--severity", severity, "--format", "json", changes=(BLANK, INCHES, SAME))
    assert [finding["check"] for finding in json.loads(result.out)] == found


def test_findings_below_the_severity_leave_the_status_at_nothing(checked: Callable) -> None:
    assert checked(*SELECTED, "--severity", "error", changes=(BLANK,)).status == 0


def test_a_finding_as_json(checked: Callable) -> None:
    result = checked("--select", "units-of-measure", "--format", "json", changes=(INCHES,))
    assert json.loads(result.out) == [
        {
            "check": "units-of-measure",
            "severity": "error",
            "edition": "reeds-1e",
            "record": "tool/long-tools",
            "message": "tool/long-tools: 'reach' is 2.5 in (reeds-booklet, line 20), but reeds-1e "
            "measures in centimetres; see which unit is meant",
            "file": TOOLS,
            "line": 5,
            "column": 10,
            "from": [{"document": "reeds-booklet", "page": None, "lines": [20, 20], "digest": "77bc"}],
            "ruling": None,
        }
    ]


def test_findings_as_sarif(checked: Callable) -> None:
    (run,) = json.loads(checked("--select", "units-of-measure", "--format", "sarif", changes=(INCHES,)).out)["runs"]
    (rule,) = run["tool"]["driver"]["rules"]
    assert rule["id"] == "units-of-measure" and "Wrong: " in rule["help"]["text"]
    assert rule["defaultConfiguration"] == {"level": "error"}
    (result,) = run["results"]
    assert (result["ruleId"], result["ruleIndex"], result["level"]) == ("units-of-measure", 0, "error")
    assert result["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": TOOLS},
        "region": {"startLine": 5, "startColumn": 10},
    }
    assert [place["message"]["text"] for place in result["relatedLocations"]] == ["reeds-booklet, line 20"]
    assert "suppressions" not in result


def test_a_ruled_finding_is_counted_apart(checked: Callable, reeds: Path) -> None:
    (reeds / "data/editions/reeds-1e/rulings.yaml").write_text(
        """\
inches:
  settles: [{check: units-of-measure, record: tool/long-tools}]
  question: Inches?
  decision: Inches.
  reason: The maker is a foreigner.
  by: referee
  date: 2026-11-22
""",
        encoding="utf-8",
    )
    words = ("--select", "units-of-measure,ruling-without-finding")
    result = checked(*words, changes=(INCHES,))
    assert (result.out, result.status) == ("No findings. 1 ruled (--ruled shows them).\n", 0)
    assert "[units-of-measure]  ruled by inches\n" in checked(*words, "--ruled").out
    assert json.loads(checked(*words, "--format", "json").out)[0]["ruling"] == "inches"
    (run,) = json.loads(checked(*words, "--format", "sarif").out)["runs"]
    assert run["results"][0]["suppressions"] == [
        {"kind": "external", "status": "accepted", "justification": "ruling/inches"}
    ]


def test_a_ruling_without_a_decision_is_a_finding(checked: Callable, reeds: Path) -> None:
    (reeds / "data/editions/reeds-1e/rulings.yaml").write_text(
        "inches:\n  settles: [{check: units-of-measure, record: tool/long-tools}]\n"
        "  question: Inches?\n  reason: None.\n  by: referee\n  date: 2026-11-22\n",
        encoding="utf-8",
    )
    result = checked("--select", "data")
    assert "'decision' is missing; add it  [data]" in result.out and result.status == 1


def test_beginnings_and_lists_of_checks(checked: Callable) -> None:
    result = checked(
        "--select", "units,every-blank", "--ignore", "every-b", "--format", "json", changes=(BLANK, INCHES)
    )
    assert [finding["check"] for finding in json.loads(result.out)] == ["units-of-measure"]


def test_a_document_is_proofread(run: Callable, tmp_path: Path) -> None:
    document = tmp_path / "rules.txt"
    document.write_text("The unit moves the the full distance. A troop on foot moves.\n", encoding="utf-8")
    result = run("check", "--document", document, "--language", "en", "--severity", "note", "--select", "doubled")
    assert "[doubled-or-corrupt-text]" in result.out and result.status == 1


def test_a_check_that_is_ignored_says_nothing(checked: Callable) -> None:
    result = checked(*SELECTED, "--ignore", "units-of-measure", changes=(BLANK, INCHES))
    assert "units-of-measure" not in result.out and "every-blank-has-a-reason" in result.out


def test_what_loading_finds_stands_among_the_findings(checked: Callable) -> None:
    result = checked(*SELECTED, changes=((ABILITIES, "hook: order.roll", "hook: order.rol"), INCHES))
    assert [line.rpartition("[")[2] for line in result.out.splitlines() if "[" in line] == [
        "vocabulary]",
        "units-of-measure]",
    ]
    assert "did you mean 'order.roll'?" in result.out
    assert result.status == 1


def test_a_file_that_is_no_yaml_is_a_finding_and_the_rest_is_checked(checked: Callable) -> None:
    result = checked(
        "--select", "yaml", "--select", "units-of-measure", changes=((ABILITIES, "figures: {", "figures: ["), INCHES)
    )
    assert f"{ABILITIES}\n  4:" in result.out and "is not YAML" in result.out
    assert f"{TOOLS}\n  5:10" in result.out
    assert result.status == 1


def test_nothing_is_written(checked: Callable, reeds: Path) -> None:
    before = {file: file.read_bytes() for file in reeds.rglob("*") if file.is_file()}
    checked()
    assert {file: file.read_bytes() for file in reeds.rglob("*") if file.is_file()} == before


def test_a_check_explains_itself(run: Callable) -> None:
    result = run("check", "--explain", "total-equals-rows")
    assert result.out.startswith("A stated total equals the sum of its rows")
    assert "Wrong: " in result.out and result.status == 0


def test_all_checks_are_listed(run: Callable) -> None:
    names = [line.partition(":")[0] for line in run("check", "--list").out.splitlines()]
    assert {"total-equals-rows", "translations", "yaml"} <= set(names) and names == sorted(names)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--select", "total-equal-rows"], "there is no check 'total-equal-rows'; did you mean 'total-equals-rows'?"),
        (["--explain", "everything"], "'kensei-docs check --list' names them all"),
        (["--severity", "grave"], "'grave' is not one of"),
        (["reeds-2e"], "there is no edition 'reeds-2e'; did you mean 'reeds-1e'?"),
    ],
)
def test_a_wrong_word_is_refused(run: Callable, reeds: Path, words: list[str], said: str) -> None:
    result = run("--project", reeds, "check", *words)
    assert result.status == 2 and said in result.err and "Traceback" not in result.err


def test_a_term_that_a_template_prints_and_the_glossary_lacks(run: Callable, tmp_path: Path) -> None:
    run("init", tmp_path / "fog")
    face = tmp_path / "fog/templates/tide-cards/face.html.j2"
    loop = (
        '{% for key, _ in (record.get("figures") or {}).items() %}{{ term(key) }}{% endfor %}{{ term("tide-hight") }}'
    )
    face.write_text(f"{face.read_text(encoding='utf-8')}{loop}\n", encoding="utf-8")
    (tmp_path / "fog/data/glossary.yaml").write_text("tide-height: {en: Height, es: Altura}\n", encoding="utf-8")
    told = run("--project", tmp_path / "fog", "check")
    rest = "which is no term of the glossary"
    assert f"tide/spring-tide: its card prints 'rise', {rest}; add it to data/glossary.yaml" in told.out
    assert f"prints 'tide-hight', {rest}; did you mean 'tide-height'?; add it" in told.out and told.status == 1


def test_a_template_that_asks_for_what_no_record_has(run: Callable[..., tuple], reeds: Path) -> None:
    import shutil

    from kensei_docs.project import shipped

    shutil.copytree(shipped() / "templates/ability-cards", reeds / "templates/ability-cards", dirs_exist_ok=True)
    face = reeds / "templates/ability-cards/face.html.j2"
    face.write_text(face.read_text(encoding="utf-8") + '\n{{ record.figure("figures.nonsense") }}\n', encoding="utf-8")
    told = run("--project", reeds, "check", "--select", "asked-paths-exist")
    assert told.status == 1 and "asks for 'figures.nonsense', which no record of" in told.out


def test_settings_that_nothing_reads(run: Callable[..., tuple], reeds: Path) -> None:
    theme = reeds / "templates/_shared/themes/dusk.yaml"
    theme.parent.mkdir(parents=True, exist_ok=True)
    theme.write_text("about: Dusk\ncolour: red\n", encoding="utf-8")
    told = run("--project", reeds, "check", "--select", "settings")
    assert told.status == 1 and "'colour' is not known here; did you mean 'colours'?" in told.out


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ("survey: {lines: many}", "'lines'"),
        ("survey: {lines: 0}", "'lines'"),
        ("survey: {again: 2}", "'again'"),
        ("survey: {line: 20}", "'line' is not known here; did you mean 'lines'?"),
        ("systems: {fighting: {roll: heavy}}", "'fighting.roll'"),
    ],
)
def test_a_wrong_weight_of_changes_is_found_at_its_place(run: Callable, reeds: Path, section: str, said: str) -> None:
    """A comparison refuses it in the same words."""
    vocabulary = reeds / "data/vocabulary.yaml"
    lines = vocabulary.read_text(encoding="utf-8").splitlines()
    vocabulary.write_text("\n".join([*lines, section, ""]), encoding="utf-8")
    found = run("--project", reeds, "check", "--select", "settings", "--format", "json")
    [finding] = json.loads(found.out)
    assert said in finding["message"] and finding["line"] == len(lines) + 1
    refused = run("--project", reeds, "diff", "reeds-1e", "reeds-1e@2000-01-01")
    assert refused.status == 2 and f"data/vocabulary.yaml:{len(lines) + 1}:" in refused.err


@pytest.mark.parametrize(
    ("file", "section"),
    [
        ("data/vocabulary.yaml", "columns: [size]"),
        ("data/vocabulary.yaml", "units: cm"),
        ("data/editions/reeds-1e/vocabulary.yaml", "musters: 3"),
    ],
)
def test_a_section_of_another_form_is_found_and_stops_no_check(
    run: Callable, reeds: Path, file: str, section: str
) -> None:
    vocabulary = reeds / file
    before = vocabulary.read_text(encoding="utf-8") if vocabulary.is_file() else ""
    vocabulary.write_text(f"{before}\n{section}\n", encoding="utf-8")
    name, found = section.partition(":")[0], run("--project", reeds, "check", "--select", "settings,data")
    assert f"'{name}' should be a {'list' if name == 'units' else 'mapping'}" in found.out


def test_templates_that_serve_other_editions_too_are_no_fault_of_one(run: Callable) -> None:
    assert run("check", "heroic-2002").status == 0


def test_every_check_of_the_package_is_run_and_listed(run):
    """A check that is written but that no command asks for would find nothing, unseen."""
    modules = [import_module(found.name) for found in walk_packages(kensei_docs.__path__, "kensei_docs.")]
    written = {one.name for module in modules for one in vars(module).values() if isinstance(one, Check)}
    listed = {line.partition(":")[0] for line in run("check", "--list").out.splitlines()}
    assert written <= listed


def test_a_drawing_that_is_not_there_is_found(checked):
    edition = "data/editions/reeds-1e/edition.yaml"
    found = checked("--select", "pictures-exist", changes=((edition, "name:", "look: {art: katanna}\nname:"),))
    assert found.status == 1
    assert "there is no drawing 'katanna'" in found.out


def test_a_colour_of_a_palette_that_nothing_uses_is_found(checked):
    edition = "data/editions/reeds-1e/edition.yaml"
    palette = 'look: {colour: moss, palette: {accnt: "#1f3a68", moss: "#5a6b3c", band-1: "#223344"}}\nname:'
    found = checked("--select", "colours-are-used", changes=((edition, "name:", palette),))
    assert found.status == 1
    assert "nothing uses the colour 'accnt'; did you mean 'accent'?; mend the name, or take it out" in found.out
    assert "moss" not in found.out and "band-1" not in found.out


def test_a_template_that_breaks_off_stops_no_other_check(run: Callable, reeds: Path) -> None:
    tools = reeds / "data/editions/reeds-1e/tools.yaml"
    tools.write_text(tools.read_text(encoding="utf-8") + "\nrake: {naem: Rake}\n", encoding="utf-8")
    kind = reeds / "templates" / "tool-cards"
    kind.mkdir(parents=True)
    (kind / "kind.yaml").write_text("title: Tools\neach: tool\nface: poker\n")
    (kind / "face.css").write_text("")
    (kind / "face.html.j2").write_text("<p>\n{{ name(record] }}")
    result = run("--project", reeds, "check")
    assert result.status == 2
    assert "has no name; add one" in result.out
    assert "face.html.j2:2: is not a template: unexpected ']', expected ')'; mend the line" in result.err
