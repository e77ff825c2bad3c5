"""A bundle of all prints of an edition: complete, repeatable, and written whole or not at all."""

from __future__ import annotations

import hashlib
import json
import shutil
from datetime import date
from pathlib import Path

import pytest

from kensei_docs.database import load
from kensei_docs.documents.build import Order
from kensei_docs.documents.products.product import load_products, require_products
from kensei_docs.documents.release import release
from kensei_docs.problems import Unusable
from kensei_docs.project import Project
from tests.conftest import ROOT

KINDS = ("ability-cards", "errata-sheet")


@pytest.fixture
def publish(mended):
    """Release the game into a folder; return its bundle."""

    def into(folder: Path, project: Project | None = None, languages=("en", "es"), overwrite=False):
        project = project or mended.project
        database, problems = load(project)
        assert problems == []
        kinds, _ = require_products(*load_products(project), KINDS)
        order = Order(kinds, list(database.editions.values()), languages, ["a4"], folder)
        [bundle], warnings = release(project, database, order, mended, overwrite)
        assert warnings == []
        return bundle

    return into


def contents(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_a_bundle_is_named_by_its_version_and_holds_all_prints(publish, mended, tmp_path):
    (mended.folder / "LICENCE.txt").write_text("Do as you like.\n", encoding="utf-8")
    bundle = publish(tmp_path / "web")
    assert (bundle.folder, bundle.fresh) == (tmp_path / "web" / "herons-1.3", True)
    prints = ("ability-cards-a4.pdf", "errata-sheet-a4.pdf", "html/ability-cards.html")
    deck = ("", "-1", "-back")
    notices = ("change-log.html", "change-log.md", "feed.xml")
    expected = {"SHA256SUMS", "licences/LICENCE.txt"}
    for language in ("en", "es"):
        expected |= {f"{language}/{name}" for name in (*prints, *notices)}
        expected |= {f"{language}/tts/ability-cards/ability-cards{part}.{'png' if part else 'json'}" for part in deck}
    assert set(bundle.files) == set(contents(bundle.folder)) == expected
    assert bundle.size == sum(map(len, contents(bundle.folder).values()))


def test_the_checksums_are_those_of_its_files(publish, tmp_path):
    folder = publish(tmp_path).folder
    lines = (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    found = dict(reversed(line.split("  ", 1)) for line in lines)
    assert list(found) == sorted(found)
    assert found == {
        name: hashlib.sha256(data).hexdigest() for name, data in contents(folder).items() if name != "SHA256SUMS"
    }


def test_the_same_input_gives_the_same_bytes_in_another_folder(publish, mended, tmp_path):
    first = publish(tmp_path / "first", languages=["es"])
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for name in ("data", "templates"):
        (elsewhere / name).symlink_to(mended.folder / name)
    second = publish(tmp_path / "second", Project((elsewhere,), elsewhere / "build"), ["es"])
    assert contents(first.folder) == contents(second.folder)


def test_the_version_of_an_earlier_day_has_the_errata_of_that_day(publish, mended, tmp_path):
    project = Project((mended.folder,), mended.folder / "build", date(2026, 3, 1))
    folder = publish(tmp_path, project, ["en"]).folder
    assert folder.name == "herons-1.2"
    assert "1.3" not in (folder / "en/change-log.md").read_text(encoding="utf-8")


def test_a_release_again_changes_nothing_and_another_content_is_refused(publish, tmp_path):
    web = tmp_path / "web"
    publish(web, languages=["en"])
    before = contents(web)
    assert not publish(web, languages=["en"]).fresh
    with pytest.raises(Unusable, match=r"herons-1\.3: was released with other contents; .* --overwrite"):
        publish(web, languages=["es"])
    assert contents(web) == before
    assert publish(web, languages=["es"], overwrite=True).fresh
    assert {name.split("/")[1] for name in contents(web)} == {"es", "SHA256SUMS"}
    assert [path.name for path in web.iterdir()] == ["herons-1.3"]


def test_nothing_is_released_where_a_print_is_wrong(publish, mended, tmp_path):
    words = "A heron that talks about everything. " * 60
    mended.write("data/editions/herons/abilities.yaml", f"talk: {{name: Talk, text: {words}}}\n")
    for file in (mended.folder / "data/errata/herons").iterdir():
        file.unlink()
    mended.translate({})
    with pytest.raises(Unusable, match=r"ability-cards-a4 in en, 'talk\.front'"):
        publish(tmp_path / "web")
    assert not (tmp_path / "web").exists()


def test_nothing_is_released_where_a_translation_is_missing(publish, mended, tmp_path):
    catalogue = mended.folder / "data/locale/es/herons.po"
    catalogue.write_text(
        catalogue.read_text(encoding="utf-8").replace('msgstr "Agua más honda"', 'msgstr ""'), encoding="utf-8"
    )
    with pytest.raises(Unusable, match=r"2026-03-01-depth\.name' has no translation into es"):
        publish(tmp_path / "web")
    assert not (tmp_path / "web").exists()


def test_a_folder_that_cannot_be_written_is_refused(publish, tmp_path):
    taken = tmp_path / "taken"
    taken.write_text("", encoding="utf-8")
    with pytest.raises(Unusable, match=r"taken: can't be written .*choose another folder"):
        publish(taken, languages=["en"])


def test_a_deck_finds_its_pictures_at_the_address_of_the_project(publish, mended, tmp_path):
    mended.write("data/release.yaml", "address: https://herons.example/rules/\n")
    folder = publish(tmp_path, languages=["en"]).folder
    saved = json.loads((folder / "en/tts/ability-cards/ability-cards.json").read_text(encoding="utf-8"))
    [sheet] = saved["ObjectStates"][0]["CustomDeck"].values()
    assert sheet["FaceURL"] == "https://herons.example/rules/herons-1.3/en/tts/ability-cards/ability-cards-1.png"
    assert saved["ObjectStates"][0]["Description"] == "Herons 1.3"


def test_nothing_is_released_with_a_style_that_is_not_printed_however_often_it_was_printed(publish, mended, tmp_path):
    kind = mended.folder / "templates" / "ability-cards"
    kind.unlink()
    shutil.copytree(ROOT / "templates" / "ability-cards", kind)
    style = kind / "face.css"
    style.write_text(style.read_text(encoding="utf-8") + "\n.name { colr: red }\n", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(Unusable, match=r"face\.css:\d+:9: 'colr' is no property that can be printed"):
            publish(tmp_path / "web", languages=["en"])
        assert not (tmp_path / "web").exists()
