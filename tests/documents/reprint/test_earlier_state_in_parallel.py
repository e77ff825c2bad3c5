"""Templates filled in by a second process give what this one makes of them, whatever befalls that process."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from kensei_docs.database import load
from kensei_docs.documents.build import Order, Plan, fill_in, plan
from kensei_docs.documents.markup.templates import Templates
from kensei_docs.documents.products.product import load_products, require_products
from kensei_docs.documents.reprint import changed_cards as module
from kensei_docs.documents.reprint.changed_cards import filled_in_parallel
from tests.browser import PATIENCE
from tests.documents.reprint.reprints import again, erratum


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    # Two processes can share one core all the same.
    monkeypatch.setattr(module, "can_fork", lambda: True)


@pytest.fixture
def order(herons) -> Order:
    wanted, _ = require_products(*load_products(herons.project), ["ability-cards", "command-deck", "quick-reference"])
    database, _ = load(herons.project)
    return Order(wanted, list(database.editions.values()), ["en", "es"], ["a4", "letter"], herons.project.output)


def markup(found: Plan) -> list[tuple[Path, dict[str, str]]]:
    """Return the markup of each face of each document of a plan."""
    return [(one.path, {slot: face.html for slot, face in one.faces.fragments.items()}) for one in found.documents]


def test_a_second_process_fills_in_the_templates_as_this_one_does(herons, order, monkeypatch):
    database, _ = load(herons.project)
    alone = plan(herons.project, database, order, screen=False)
    with filled_in_parallel(herons.project, database, order) as fill:
        fill_in_what_it_sent = fill()
    # This process fills in none.
    monkeypatch.setattr(Templates, "markup", None)
    beside = plan(herons.project, database, order, screen=False, fill=fill_in_what_it_sent)
    assert markup(beside) == markup(alone)
    assert [one.key for one in beside.documents] == [one.key for one in alone.documents]


def test_without_a_second_core_there_is_no_second_process(herons, order, monkeypatch):
    database, _ = load(herons.project)
    monkeypatch.setattr(module, "can_fork", lambda: False)
    with filled_in_parallel(herons.project, database, order) as fill:
        assert multiprocessing.active_children() == []
        assert fill() is fill_in


def test_what_a_killed_process_leaves_is_filled_in_here(herons, order):
    database, _ = load(herons.project)
    with filled_in_parallel(herons.project, database, order) as fill:
        [process] = multiprocessing.active_children()
        process.kill()
        process.join()
        beside = plan(herons.project, database, order, screen=False, fill=fill())
    assert markup(beside) == markup(plan(herons.project, database, order, screen=False))


def test_a_process_that_is_not_needed_any_longer_is_ended(herons, order, capfd):
    database, _ = load(herons.project)
    with pytest.raises(ZeroDivisionError), filled_in_parallel(herons.project, database, order):
        raise ZeroDivisionError
    assert multiprocessing.active_children() == []
    assert capfd.readouterr().err == ""


def test_a_process_that_misses_its_interrupt_is_not_waited_for_for_ever(herons, order, monkeypatch):
    def late(*_: object) -> dict[tuple[str, str], list[str]]:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        # More than a pipe holds: sending waits for a reader.
        return {("cards", "one"): ["x" * 1_000_000]}

    def waits(*_: object) -> None:
        pytest.fail("waits for a process that waits to send what nobody receives")

    monkeypatch.setattr(module, "_markup_of", late)
    before = signal.signal(signal.SIGALRM, waits)
    signal.alarm(60)
    try:
        with filled_in_parallel(herons.project, load(herons.project)[0], order):
            time.sleep(0.5)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    assert multiprocessing.active_children() == []


def test_a_template_with_a_fault_is_told_once(herons, order, capfd):
    folder = herons.folder / "templates/ability-cards"
    shipped = folder.resolve()
    folder.unlink()
    shutil.copytree(shipped, folder)
    (folder / "face.html.j2").write_text("{{ record.nothing.at_all }}", encoding="utf-8")
    database, _ = load(herons.project)
    with filled_in_parallel(herons.project, database, order) as fill:
        beside = plan(herons.project, database, order, screen=False, fill=fill())
    assert beside.refused == plan(herons.project, database, order, screen=False).refused
    assert beside.refused
    assert capfd.readouterr().err == ""


def test_a_reprint_is_the_same_on_one_core_and_on_two(herons, monkeypatch):
    herons.print("ability-cards")
    erratum(herons)
    two = again(herons, "longer-wait", "ability-cards")
    printed = [output.path.read_bytes() for output in two.outputs]
    for output in two.outputs:
        output.path.unlink()
    monkeypatch.setattr(module, "can_fork", lambda: False)
    one = again(herons, "longer-wait", "ability-cards")
    assert [output.path.read_bytes() for output in one.outputs] == printed
    assert replace(one, outputs=[]) == replace(two, outputs=[])


def test_an_interrupted_reprint_says_only_that(herons):
    erratum(herons)
    command = subprocess.Popen(
        [sys.executable, "-m", "kensei_docs", "--project", str(herons.folder), "build", "--since", "longer-wait"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    children = Path(f"/proc/{command.pid}/task/{command.pid}/children")
    until = time.monotonic() + 60
    while not children.read_text():
        assert time.monotonic() < until
        time.sleep(0.005)
    # As a terminal does: all processes of the command are interrupted.
    os.killpg(command.pid, signal.SIGINT)
    said, _ = command.communicate(timeout=PATIENCE)
    assert said.strip() == "Aborted!"
    assert command.returncode == 1
