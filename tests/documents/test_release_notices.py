"""The change log and the feed of a release."""

from __future__ import annotations

import re
from uuid import UUID
from xml.etree import ElementTree

import pytest

from kensei_docs.catalogues import Translator
from kensei_docs.database import load
from kensei_docs.documents.release import FEED, MARKDOWN, PAGE, read_settings
from kensei_docs.documents.release import notices as notices_of
from kensei_docs.problems import Unusable

ATOM = "{http://www.w3.org/2005/Atom}"
RFC3339 = r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z"


@pytest.fixture
def notices(mended):
    """The files of the game's release in a language."""

    def made(language="en", settings=""):
        if settings:
            mended.write("data/release.yaml", settings)
        database, problems = load(mended.project)
        assert problems == []
        edition, translator = database.editions["herons"], Translator(mended.project, database, language)
        files = notices_of(mended.project, edition, translator, read_settings(mended.project), "herons-1.3")
        return {name: text.replace("\N{NO-BREAK SPACE}", " ") for name, text in files.items()}

    return made


def test_a_change_log_has_the_shape_of_keep_a_changelog(notices):
    assert (
        notices()[MARKDOWN]
        == """\
# Changes: Herons

## [1.3] - 2026-04-10

### Added

- **Stilts for silence.** Silence is hard to hear.
  - Stilts: Stands 7.5 cm above the water.

### Fixed

- **Stilts for silence.**
  - Depths, Lake, Far out: 4 cm (in place of 2.5 cm)

### Removed

- **Stilts for silence.**
  - Silence

## [1.2] - 2026-03-01

### Fixed

- **Patience costs more.** Nobody waited.
  - Patience, Text: Those who wait and watch lose −1 turn, and then another one after that.
- **Deeper water.** The pond was measured \\<anew\\> & rightly.
  - Wade: Water up to 3.5 cm deep is not a hindrance (in place of 2.5 cm)

## [1.0]

As its documents are printed.
"""
    )


def test_the_same_log_is_a_page_in_the_readers_language(notices):
    page = notices("es")[PAGE]
    assert '<html lang="es">' in page
    assert '<article id="2026-03-01-depth">' in page and "Agua más honda" in page
    assert "<del>2,5 cm</del> → <ins>3,5 cm</ins>" in page
    assert "&lt;anew&gt; &amp; rightly" in page
    assert "Deeper water" not in page and "http" not in page


def test_a_feed_has_all_that_rfc_4287_asks_for(notices):
    root = ElementTree.fromstring(notices()[FEED])
    assert root.tag == f"{ATOM}feed"
    for one in (root, *root.findall(f"{ATOM}entry")):
        # Section 4.1.1 and 4.1.2: exactly one id, title and updated.
        [identity], [title], [updated] = (one.findall(f"{ATOM}{name}") for name in ("id", "title", "updated"))
        assert UUID(identity.text.removeprefix("urn:uuid:"))
        assert title.text
        assert re.fullmatch(RFC3339, updated.text)
    # 4.1.1: a feed has an author where an entry has none. 4.1.2: without a link, an entry has its content.
    assert root.findtext(f"{ATOM}author/{ATOM}name") == "Herons"
    assert all(entry.find(f"{ATOM}content").get("type") == "html" for entry in root.findall(f"{ATOM}entry"))
    identities = [element.text for element in root.iter(f"{ATOM}id")]
    assert len(set(identities)) == len(identities) == 4
    assert [entry.findtext(f"{ATOM}title") for entry in root.findall(f"{ATOM}entry")] == [
        "1.3: Stilts for silence",
        "1.2: Patience costs more",
        "1.1: Deeper water",
    ]
    assert root.findtext(f"{ATOM}updated") == "2026-04-10T00:00:00Z"
    assert root.find(f"{ATOM}link") is None


def test_an_entrys_content_is_html_that_was_escaped_once(notices):
    root = ElementTree.fromstring(notices()[FEED])
    content = root.findall(f"{ATOM}entry")[-1].findtext(f"{ATOM}content")
    assert content.startswith("<p>The pond was measured &lt;anew&gt; &amp; rightly.</p>")


def test_an_address_of_the_project_gives_links_and_ids_of_its_own(notices):
    without = ElementTree.fromstring(notices()[FEED])
    found = notices(settings="address: https://herons.example/rules\nauthor: The committee\n")
    root = ElementTree.fromstring(found[FEED])
    assert root.findtext(f"{ATOM}author/{ATOM}name") == "The committee"
    assert {link.get("rel"): link.get("href") for link in root.findall(f"{ATOM}link")} == {
        "self": "https://herons.example/rules/herons/en/feed.xml",
        "alternate": "https://herons.example/rules/herons-1.3/en/change-log.html",
    }
    entry = root.findall(f"{ATOM}entry")[-1]
    assert entry.find(f"{ATOM}link").get("href").endswith("/change-log.html#2026-03-01-depth")
    assert root.findtext(f"{ATOM}id") != without.findtext(f"{ATOM}id")
    assert found[MARKDOWN].endswith("\n[1.3]: https://herons.example/rules/herons-1.3/en/change-log.html\n")


def test_ids_stay_when_errata_are_added(notices, mended):
    later = mended.folder / "data/errata/herons/2026-04-10-stilts.yaml"
    all_ = ElementTree.fromstring(notices()[FEED])
    later.unlink()
    fewer = ElementTree.fromstring(notices()[FEED])
    identities = [[element.text for element in root.iter(f"{ATOM}id")] for root in (fewer, all_)]
    assert set(identities[0]) < set(identities[1])


def test_an_edition_without_errata_has_a_change_log_and_no_feed(notices, mended):
    for file in (mended.folder / "data/errata/herons").iterdir():
        file.unlink()
    found = notices()
    assert set(found) == {MARKDOWN, PAGE}
    assert found[MARKDOWN] == "# Changes: Herons\n\n## [1.0]\n\nAs its documents are printed.\n"


@pytest.mark.parametrize(
    ("text", "line"), [("address: herons.example\n", 1), ("author: We\naddres: https://herons.example\n", 2)]
)
def test_a_fault_in_the_settings_is_named_with_its_place(notices, text, line):
    with pytest.raises(Unusable, match=rf"release\.yaml:{line}:\d+: .*addres"):
        notices(settings=text)


def test_what_reads_the_same_in_a_language_is_listed_with_its_reason_alone(notices, mended):
    """The Spanish of the rule was right before the erratum mended the English."""
    said = "Quien espera pierde %(loss)s turno."
    mended.translate({"ability/patience.text": said, "erratum/2026-03-01-patience.name": "La paciencia cuesta más"})
    log = notices("es")[MARKDOWN].splitlines()
    at = next(number for number, line in enumerate(log) if line.startswith("- **La paciencia cuesta más.**"))
    assert log[at].endswith(r"\[Nobody waited.\]")
    assert not log[at + 1].startswith("  -")
