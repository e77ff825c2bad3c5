"""The review in the browser, over the example game: what is done there changes the project's files."""

from __future__ import annotations

import io
import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from PIL import Image

from kensei_docs.project import Project
from kensei_docs.review.server import ReviewServer
from kensei_docs.serving import TOKEN
from tests.browser import PATIENCE, Chromium, Page, faults_of_access, needs_chromium

from .conftest import Draft


@pytest.fixture
def server(pack_ice: Draft) -> Iterator[ReviewServer]:
    with serving(pack_ice) as server:
        yield server


@contextmanager
def serving(draft: Draft, language: str = "en") -> Iterator[ReviewServer]:
    with ReviewServer(Project.open(draft.folder), draft.review, draft.rulebook, language, 0) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def ask(server: ReviewServer, path: str, body: dict[str, Any] | None = None, **headers: str) -> tuple[int, bytes]:
    """Return the status and the content of an answer; a ``body`` is sent with the token of the page."""
    data = None if body is None else json.dumps(body).encode()
    headers = {TOKEN: server.token, **headers} if data is not None else headers
    request = urllib.request.Request(f"{server.url}{path}", data, headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read()


def test_each_record_has_a_picture_of_its_place_with_its_figures_boxed(server: ReviewServer) -> None:
    status, page = ask(server, "")
    assert status == 200 and page.count(b"<article ") == 29
    assert "Still to look at: 29 of 29" in page.decode().replace("\u00a0", " ")
    addresses = {part.split('"')[0] for part in page.decode().split('src="/')[1:] if part.startswith("picture")}
    assert len(addresses) == 29
    row = page.decode().partition('id="gun/flare"')[2].partition('src="/')[2].partition('"')[0]
    status, data = ask(server, row)
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    # Four cells are boxed in green; the table stands around them.
    greens = sum(count for count, (r, g, b) in picture.getcolors(1 << 20) or [] if g > r + 60 and g > b + 20)
    assert status == 200 and picture.width > picture.height and greens > 200


def test_only_a_page_of_this_run_may_change_anything(server: ReviewServer, pack_ice: Draft) -> None:
    before = pack_ice.files()
    stamp = pack_ice.review.item("gun/flare").stamp
    body = {"record": "gun/flare", "stamp": stamp}
    assert ask(server, "do/drop", body, **{TOKEN: "another"})[0] == 403
    assert ask(server, "do/drop", body, Host="example.org")[0] == 421
    assert ask(server, "do/drop")[0] == 404
    assert "there is no action" in json.loads(ask(server, "do/format", body)[1])["fault"]
    assert ask(server, "../../data/glossary.yaml")[0] == 404
    assert pack_ice.files() == before
    status, data = ask(server, "do/drop", {**body, "stamp": "other"})
    assert status == 200 and "was changed since this page showed it" in json.loads(data)["fault"]
    assert ask(server, "do/drop", body)[0] == 200 and pack_ice.files() != before


def test_a_fault_of_the_tool_leaves_the_files_and_is_told(
    server: ReviewServer, pack_ice: Draft, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = pack_ice.files()
    body = {"record": "gun/flare", "stamp": pack_ice.review.item("gun/flare").stamp, "value": "Light"}

    def broken(*_: object) -> None:
        raise KeyError("oars")

    monkeypatch.setattr("kensei_docs.review.actions.record_wording", broken)
    fault = json.loads(ask(server, "do/rename", body)[1])["fault"]
    assert fault == "can't be done (KeyError); the terminal says more"
    assert pack_ice.files() == before and "a fault of the program (KeyError at" in capsys.readouterr().err


def test_what_is_refused_told_and_undone_is_in_the_language_of_the_page(pack_ice: Draft) -> None:
    def done(action: str, record: str = "gun/flare", **fields: str) -> dict[str, Any]:
        stamp = next((item.stamp for item in pack_ice.review.items if item.record.id == record), "")
        body = {"record": record, "stamp": stamp, **fields}
        answer: dict[str, Any] = json.loads(ask(server, f"do/{action}", body)[1])
        return answer

    with serving(pack_ice, "es") as server:
        assert "Clase de registro: " in ask(server, "")[1].decode()
        assert done("rename", value="¿?")["fault"] == (
            "«¿?» no sirve de nombre: necesita letras o cifras de las que se pueda sacar un id"
        )
        assert done("drop", stamp="other")["fault"] == (
            "gun/flare ha cambiado desde que lo mostró esta página; vuelve a verlo"
        )
        assert done("undo")["fault"] == "no hay nada que deshacer"
        assert done("figure", path="figures.damage", value="Harm")["said"] == (
            "La columna cambia de nombre en 4 registros."
        )
        done("drop")
    pack_ice.open()
    with serving(pack_ice, "es") as server:
        kept = pack_ice.folder / "sources/pack-ice-rules/reading/guns.yaml"
        before = kept.read_bytes()
        kept.write_bytes(before + b"# mine\n")
        assert done("undo")["fault"].endswith(
            "reading/guns.yaml: se ha cambiado a mano desde entonces; "
            "deshaz «Quitado: Flare» a mano, o retira antes tu cambio"
        )
        kept.write_bytes(before)
        assert done("undo")["undo"] == "Nombre de una cifra cambiado: Flare"
        status, refused = ask(server, "do/drop", {}, **{TOKEN: "another"})
        assert (status, refused.decode()) == (403, "esta página es de otra ejecución; vuelve a cargarla\n")


def wait(page: Page, seen: str) -> None:
    page(f"new Promise((done) => {{ const look = () => ({seen}) ? done(1) : setTimeout(look, 30); look(); }})")


@needs_chromium
def test_in_a_browser_records_are_accepted_renamed_joined_and_it_is_undone(
    server: ReviewServer, pack_ice: Draft, chromium: Chromium
) -> None:
    before = pack_ice.files()
    kept = "sources/pack-ice-rules/review.yaml"
    skills = "data/editions/pack-ice/crew-skills.yaml"
    with chromium.page(server.url, 1280, 900) as page:
        on = "document.querySelector('article.on').id"
        assert page(on) == "rule/pack-ice"
        page.press("j", "ArrowDown", "k")
        assert page(on) == "rule/what-you-need"
        page.press("Enter")
        wait(page, "document.querySelector('#list .left').textContent.replace(/\\s/g, ' ').includes('28 of 29')")
        assert page(on) == "rule/the-turn" and "rule/what-you-need: " in pack_ice.text(kept)

        page("document.getElementById('crew-skill/stoker').querySelector('[data-do=rename]').click()")
        assert faults_of_access(page) == []
        page("document.querySelector('#ask input').value = 'Fire room'")
        page.press("Enter")
        wait(page, "document.getElementById('crew-skill/fire-room')")
        assert "fire-room:\n  name: Fire room\n" in pack_ice.text(skills)

        page('document.querySelector(\'[id="crew-skill/fire-room"] [data-path="figures.roll"]\').click()')
        page("document.querySelector('#ask input').value = 'Boiler'")
        page.press("Enter")
        wait(page, "document.querySelector('[data-path=\"figures.boiler\"]')")
        assert "boiler: 6+" in pack_ice.text(skills)

        page("document.getElementById('crew-skill/surgeon').querySelector('[data-do=join]').click()")
        page("document.querySelector('#ask select').value = 'crew-skill/fire-room'")
        page.click("#ask-yes")
        wait(page, "document.querySelector('#ask input')")
        assert page("document.querySelector('#ask input').name") == "point"
        assert "surgeon" in pack_ice.text(skills)
        page("document.querySelector('#ask input').value = 'Repair'")
        page.click("#ask-yes")
        wait(page, "!document.getElementById('crew-skill/surgeon')")
        assert "point: 1, roll: 1D10, within: 4 in, gains: 8+, repair: 1}" in pack_ice.text(skills)

        page("document.getElementById('rule/weather').querySelector('[data-do=kind]').click()")
        assert "gun" in page("[...document.querySelector('#ask input').list.options].map((one) => one.value)")
        assert faults_of_access(page) == []
        page("document.querySelector('#ask input').value = 'Engine rooms'")
        page.press("Enter")
        wait(page, "document.getElementById('engine-room/weather')")
        assert "engine-rooms: engine-room" in pack_ice.text("data/vocabulary.yaml")

        for left in range(5):
            wait(page, f"!document.querySelector('#undo').disabled || {left} == 5")
            page("document.querySelector('#undo').click()")
            wait(page, "document.querySelector('#toast:not([hidden])')?.textContent.startsWith('Undone')")
            page("document.querySelector('#toast').hidden = true")
        wait(page, "document.querySelector('#undo').disabled")
        assert pack_ice.files() == before
        for width in (320, 390, 1024, 1600):
            page.resize(width, 800, phone=width < 500)
            page.frame()
            assert page("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
        assert faults_of_access(page) == []
        assert page.errors == []


@needs_chromium
def test_in_a_browser_what_a_text_leaves_out_is_taken_away(
    server: ReviewServer, pack_ice: Draft, chromium: Chromium
) -> None:
    with chromium.page(server.url, 1280, 900) as page:
        page("document.getElementById('rule/weather').querySelector('[data-path]').click()")
        assert page("document.querySelector('#ask-other').textContent") == "Take away"
        page("document.querySelector('#ask-no').click()")
        page("document.getElementById('rule/weather').querySelector('[data-do=tell]').click()")
        page.type("It may snow.")
        page.click("#ask-yes")
        wait(page, "document.querySelector('#ask-title').textContent == 'Take away'")
        assert faults_of_access(page) == []
        page.click("#ask-yes")
        wait(page, "!document.querySelector('[id=\"rule/weather\"] [data-path]')")
        assert "figures" not in pack_ice.review.item("rule/weather").record.data
        assert page.errors == []


@needs_chromium
def test_in_a_browser_a_text_is_written_with_its_figures_to_choose(
    server: ReviewServer, pack_ice: Draft, chromium: Chromium
) -> None:
    with chromium.page(server.url, 1280, 900) as page:
        page("document.getElementById('crew-skill/ice-pilot').click()")
        page.press("t")
        wait(page, "document.querySelector('#ask textarea')")
        assert faults_of_access(page) == []
        page.type("Rolls gain")
        page("document.querySelector('#ask-fields .btn').click()")
        page("document.querySelectorAll('#ask-fields .btn')[1].click()")
        assert page("document.querySelector('#ask textarea').value") == "Rolls gain %(rolls)s %(hit)s"
        assert page("document.querySelectorAll('#ask-fields .used').length") == 2
        page.type(" hits")
        page.click("#ask-yes")
        wait(page, "document.querySelector('article.on').id == 'crew-skill/stoker'")
        assert "text: 'Rolls gain %(rolls)s %(hit)s {hit|hits}'" in pack_ice.text(
            "data/editions/pack-ice/crew-skills.yaml"
        )
        assert page.errors == []
