"""The scripts of a site: short, the same on every system, and those that a reader's browser runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kensei_docs.problems import Unusable
from kensei_docs.project import SHARED_TEMPLATES, shipped
from kensei_docs.site import runtime
from kensei_docs.site.offline import WORKER
from kensei_docs.site.pages import DOOR_SCRIPTS, SCRIPTS
from kensei_docs.site.runtime import minifier
from kensei_docs.site.scripts import _tight, shortened
from tests.site.conftest import RUNTIME, needs_runtime

# The bytes that the scripts of all pages may have together, with the library, and those with the two workers besides:
# one keeps the site for use without a network, one runs the engine. The engine itself and data are apart.
MOST, MOST_WITH_WORKERS = 80_000, 83_200
SCRIPT = """\
"use strict";
// What it is for.
(() => {
  const longName = 1;
  console.log(longName + longName);
})();
"""
TEMPLATE = """\
const draw = (open, name) => html`<div class="row" data-keep>
<${Button} icon="plus" label="All of them" value="" go=${() => open(name)} />
<b>${name}</b> and
${name}</div>`;
"""


def scripts_of(site: Path) -> dict[str, bytes]:
    """Return the scripts of a site by address: neither data nor Python for the browser."""
    found = {file.name: file.read_bytes() for file in site.glob("*.js")}
    # What it keeps, and under which digests, is data in front of its script.
    found[WORKER] = re.sub(rb"(?m)\A(?:const [A-Z]+ = .*;\n)+", b"", found[WORKER])
    return {**found, "engine/engine.js": (site / "engine" / "engine.js").read_bytes()}


def test_without_the_program_comments_and_indentation_are_taken_off():
    assert shortened({"one.js": SCRIPT})["one.js"].decode().splitlines() == [
        '"use strict";',
        "(() => {",
        "const longName = 1;",
        "console.log(longName + longName);",
        "})();",
    ]


def test_templates_lose_what_is_no_part_of_the_page():
    assert _tight(TEMPLATE) == (
        "const draw = (open, name) => html`<div class=row data-keep>"
        '<${Button} icon=plus label="All of them" value="" go=${() => open(name)}/>'
        "<b>${name}</> and${name}</>`;\n"
    )
    assert (
        _tight('made.innerHTML = `<p class="name">${name}</p>`;') == 'made.innerHTML = `<p class="name">${name}</p>`;'
    )


def test_every_system_has_the_program_in_the_same_version():
    programs = [file for file in runtime._declared()["files"] if "program" in file]
    assert {file["system"] for file in programs} >= {
        "linux-x64",
        "linux-arm64",
        "darwin-x64",
        "darwin-arm64",
        "win32-x64",
    }
    assert len({file["asks"].rpartition("@")[2] for file in programs}) == 1
    assert all(file["asks"].startswith(f"@esbuild/{file['system']}@") for file in programs)


@pytest.mark.parametrize(
    ("system", "processor", "asked"),
    [
        ("linux", "x86_64", ["@esbuild/linux-x64@"]),
        ("darwin", "arm64", ["@esbuild/darwin-arm64@"]),
        ("win32", "AMD64", ["@esbuild/win32-x64@"]),
        ("freebsd14", "amd64", []),
    ],
)
def test_the_command_fetches_the_program_of_the_machine_alone(monkeypatch, system, processor, asked):
    monkeypatch.setattr(runtime.sys, "platform", system)
    monkeypatch.setattr(runtime.platform, "machine", lambda: processor)
    assert re.findall(r"@esbuild/[\w-]+@", " ".join(runtime.commands())) == asked


def test_a_program_that_does_not_run_is_told():
    with pytest.raises(Unusable) as refused:
        shortened({"one.js": SCRIPT}, b"no program")
    assert "makes no script short here" in str(refused.value)


@needs_runtime
def test_a_fault_in_a_script_is_told_with_its_place():
    with pytest.raises(Unusable) as refused:
        shortened({"one.js": SCRIPT + "const ;"}, minifier(RUNTIME))
    assert "one.js:6" in str(refused.value)


@needs_runtime
def test_names_within_a_script_are_short_and_it_says_the_same_each_time():
    short = shortened({"one.js": SCRIPT}, minifier(RUNTIME))
    assert b"longName" not in short["one.js"]
    assert short["one.js"].startswith(b'"use strict";')
    # What stands beside it makes no difference.
    assert shortened({"other.js": "let a;", "one.js": SCRIPT}, minifier(RUNTIME))["one.js"] == short["one.js"]


@needs_runtime
def test_all_scripts_of_a_site_together_stay_short(shipped_site):
    found = scripts_of(shipped_site)
    # This site has neither cards nor several editions.
    others = [name for name in (*SCRIPTS, *DOOR_SCRIPTS) if name not in found]
    sources = {name: shipped().joinpath(*SHARED_TEMPLATES, name).read_text(encoding="utf-8") for name in others}
    sizes = {name: len(content) for name, content in (found | shortened(sources, minifier(RUNTIME))).items()}
    told = "\n".join(f"{size:7} {name}" for name, size in sorted(sizes.items(), key=lambda one: -one[1]))
    assert {"site-army.js", "site-play.js", "site-odds.js", "site-cards.js", "preact.js", WORKER} <= sizes.keys()
    of_pages = sum(size for name, size in sizes.items() if name not in (WORKER, "engine/engine.js"))
    assert of_pages < MOST, f"{of_pages} bytes of pages:\n{told}"
    assert sum(sizes.values()) < MOST_WITH_WORKERS, told


@needs_runtime
def test_the_browser_runs_the_scripts_that_were_made_short(shipped_site):
    folder = shipped().joinpath(*SHARED_TEMPLATES)
    found = {name: content for name, content in scripts_of(shipped_site).items() if (folder / name).is_file()}
    sources = {name: (folder / name).read_text(encoding="utf-8") for name in found}
    assert len(found) > 8
    assert found == shortened(sources, minifier(RUNTIME))
    assert all(len(content) < len(shortened(sources)[name]) for name, content in found.items())
