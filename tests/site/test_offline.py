"""A site without a network, and a new version of it: over a server that is there, and then is not."""

from __future__ import annotations

import socket

from kensei_docs.project import Project
from kensei_docs.site.server import SiteServer
from tests.browser import PATIENCE, needs_chromium
from tests.site.conftest import RUNTIME, game_with_rules, make_site, needs_runtime
from tests.site.test_table import game_with_a_turn


def got(server, path):
    with socket.create_connection(("127.0.0.1", server.server_port), PATIENCE) as there:
        host = f"127.0.0.1:{server.server_port}"
        there.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: there.recv(1 << 16), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), head.decode(), body


def test_a_server_gives_the_files_of_the_folder_and_nothing_beside_it(site, served, tmp_path):
    folder = tmp_path / "shown"
    folder.mkdir()
    (folder / "index.html").write_text("door", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    with served(folder) as server:
        status, head, body = got(server, "/")
        assert (status, body) == (200, b"door")
        assert "worker-src 'self'" in head
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/link.txt", "/none.html", "//etc/passwd", "/%00"):
            status, _, body = got(server, path)
            assert status == 404, path
            assert b"secret" not in body


def test_other_machines_need_the_key_of_the_address(tmp_path):
    with SiteServer(Project.open(), tmp_path, 0, "0.0.0.0") as server:
        assert "?key=" in server.url_elsewhere


@needs_chromium
def test_from_the_second_visit_on_it_needs_no_network(chromium, site, served):
    with served(site.folder) as server:
        address = f"http://127.0.0.1:{server.server_port}"
        with chromium.page(f"{address}/index.html") as page:
            page.until("navigator.serviceWorker.ready.then((one) => !!one.active)")
            page.until("!!navigator.serviceWorker.controller")
            page.click("#keep")
            page.until("document.querySelector('#offline-state').textContent.startsWith('All cards are kept')")
            server.shutdown()
            server.server_close()
            page(f"void (location.href = '{address}/rules.html#ability/wade')")
            page.until("document.querySelector('#rule h2')?.textContent === 'Wade'")
            page.until("document.querySelector('#rule .faces img').naturalWidth > 0")
            page(f"void (location.href = '{address}/cards.html')")
            page.until("document.querySelectorAll('#deck img').length > 3")
            # The page of one rule is not kept, and leads to the rule all the same.
            page(f"void (location.href = '{address}/rules/roll/catch/index.html')")
            page.until("document.querySelector('#rule h2')?.textContent === 'Catch'")


@needs_chromium
def test_a_new_version_is_offered_and_loaded_whole_when_the_reader_says_so(chromium, served, tmp_path):
    press = game_with_rules(tmp_path / "herons")
    folder = tmp_path / "site"
    make_site(press, folder, cards=False)
    with served(folder) as server:
        address = f"http://127.0.0.1:{server.server_port}/rules.html#roll/catch"
        with chromium.page(address) as page:
            page.until("!!navigator.serviceWorker.controller")
            press.edit("data/editions/herons/rolls.yaml", "Throw for every frog.", "Throw twice for every frog.")
            make_site(press, folder, cards=False)
            page.reload()
            page.until("document.querySelector('#fresh')?.hidden === false && !!document.querySelector('#rule h2')")
            assert "Throw for every frog" in page("document.querySelector('#rule').innerText")
            page.click("#load")
            page.until("document.querySelector('#rule')?.innerText.includes('Throw twice')")
            names = page("caches.keys()")
            assert len([name for name in names if not name.endswith("-lasting")]) == 1


KEPT = """(async () => { const found = [];
    for (const name of (await caches.keys()).filter((one) => one.endsWith("-lasting")))
      for (const one of await (await caches.open(name)).keys()) found.push(one.url.replace(/.*\\/engine\\//, ""));
    return found.sort(); })()"""


@needs_chromium
@needs_runtime
def test_the_engine_is_kept_and_a_new_text_of_a_rule_fetches_its_snapshot_alone(chromium, served, tmp_path):
    press = game_with_a_turn(tmp_path / "herons")
    folder = tmp_path / "site"
    make_site(press, folder, cards=False, runtime=RUNTIME)
    with served(folder) as server, chromium.page(f"http://127.0.0.1:{server.server_port}/play.html") as page:
        page.until("!!navigator.serviceWorker.controller")
        before = set(page(KEPT))
        assert {one.partition("?")[0] for one in before} == {file.name for file in (folder / "engine").iterdir()}
        press.edit("data/editions/herons/rolls.yaml", "Throw for every frog.", "Throw twice for every frog.")
        make_site(press, folder, cards=False, runtime=RUNTIME)
        page.reload()
        page.until("document.querySelector('#fresh')?.hidden === false")
        page.click("#load")
        # What is no longer of the site goes.
        others = f"found.length === {len(before)} && found.join() !== {','.join(sorted(before))!r}"
        page.until(f"{KEPT}.then((found) => {others})")
        after = set(page(KEPT))
        assert {one.partition("?")[0] for one in after - before} == {"snapshot.bin", "engine.json"}


@needs_chromium
def test_a_page_of_a_folder_says_what_works(chromium, site):
    with chromium.page((site.folder / "index.html").as_uri()) as page:
        assert page("document.querySelector('#offline-state').textContent").startswith("Opened from a folder")
        assert page("document.querySelector('#keep').hidden")
