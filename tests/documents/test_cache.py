"""The face cache: a face is laid out again when its cache key changes, which says what that was, and not before."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.documents import build
from kensei_docs.documents.cache import ORIGINS, REASONS, CacheKey, FaceCache
from kensei_docs.documents.layout import workers
from kensei_docs.documents.layout.faces import LaidOutFace, Pack
from kensei_docs.documents.layout.renderer import Element
from kensei_docs.documents.layout.text_fitting import Defect
from kensei_docs.problems import Unusable
from tests.documents.conftest import game_of_herons

pytestmark = pytest.mark.usefixtures("laid_out_each_time")

PARTS = {part: f"digest of {part}" for part in REASONS}
KEY = CacheKey(PARTS, dict.fromkeys(ORIGINS, "old"))


@given(st.sampled_from(sorted(REASONS)))
def test_every_part_decides_and_origins_do_not(part: str) -> None:
    assert CacheKey({**PARTS, part: "another"}).digest != KEY.digest
    assert CacheKey(PARTS, {"data": "new"}).digest == KEY.digest


def cache_with_one_face(folder: Path) -> FaceCache:
    cache = FaceCache(folder)
    defect = Defect("text", "it runs over", "overflow")
    cache.add(
        Pack(b"%PDF", [[Element("P", [0])]], (LaidOutFace("front", (2, 3), (defect,)), LaidOutFace("back", (0,), ()))),
        lambda _: KEY,
    )
    return cache


def test_the_reason_names_each_part_that_changed_and_where_words_come_from(tmp_path: Path) -> None:
    cache = cache_with_one_face(tmp_path)
    for part, reason in REASONS.items():
        assert cache.reason("front", CacheKey({**PARTS, part: "another"}, KEY.origins)) == reason
    both = CacheKey({**PARTS, "style": "another", "fonts": "another"}, KEY.origins)
    assert cache.reason("front", both) == f"{REASONS['style']}; {REASONS['fonts']}"
    words = CacheKey({**PARTS, "words": "another"}, {**KEY.origins, "template": "new"})
    assert cache.reason("front", words) == ORIGINS["template"]
    assert cache.reason("front", KEY) == "its pack in the cache is missing or damaged"
    assert cache.reason("art", KEY) == "it was never laid out"


def test_a_saved_face_is_found_by_another_run_with_its_pages_and_defects(tmp_path: Path) -> None:
    cache = cache_with_one_face(tmp_path)
    cache.save(["front"])
    found = FaceCache(tmp_path).entry("front", KEY.digest)
    assert found and (found.pages, found.defects) == ((2, 3), (Defect("text", "it runs over", "overflow"),))
    assert FaceCache(tmp_path).pack(found.pack) == Pack(b"%PDF", [[Element("P", [0])]], ())
    assert FaceCache(tmp_path).entry("front", "another key") is None
    assert FaceCache(tmp_path).entry("back", KEY.digest) is None


def test_a_copied_face_survives_its_original(tmp_path: Path) -> None:
    first, second = cache_with_one_face(tmp_path / "first"), FaceCache(tmp_path / "second")
    entry = first.entry("front", KEY.digest)
    assert entry
    second.copy("front", entry, first)
    second.save(["front"])
    first.save([])
    assert list((tmp_path / "first").glob("*.pack")) == []
    assert FaceCache(tmp_path / "second").entry("front", KEY.digest) == entry
    third = FaceCache(tmp_path / "third")
    third.copy("front", entry, first)
    assert third.entry("front", KEY.digest) is None


FROM_OUTSIDE = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from conftest import Press
press = Press(Path(sys.argv[1]))
problems = press.print("ability-cards", "quick-reference", languages=("en", "es"))
print(problems, press.reasons, [output.fresh for output in press.outputs].count(True),
      [name for name in ("weasyprint", "fontTools") if name in sys.modules])
"""


def everything(herons):
    return {file: file.read_bytes() for file in herons.project.output.glob("herons/**/*.pdf")}


def slots(reasons):
    return {reason.partition(":")[0] for reason in reasons}


def test_a_second_run_lays_nothing_out_writes_nothing_and_imports_no_renderer(herons):
    herons.print("ability-cards", "quick-reference", languages=("en", "es"))
    before = {file: file.stat().st_mtime_ns for file in everything(herons)}
    here = str(Path(__file__).parent)
    done = subprocess.run(
        [sys.executable, "-c", FROM_OUTSIDE, str(herons.folder), here], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[] [] 0 []"
    assert {file: file.stat().st_mtime_ns for file in everything(herons)} == before


def test_a_changed_figure_lays_out_the_one_face_that_shows_it(herons):
    herons.print("ability-cards")
    herons.edit("data/editions/herons/abilities.yaml", "loss: -1", "loss: -2")
    assert herons.print("ability-cards") == []
    assert herons.reasons == ["ability-cards patience.front: its data changed"]
    assert "lose −2 turn" in herons.text("ability-cards")


def test_a_changed_style_lays_out_the_faces_of_its_kind(herons):
    shutil.rmtree(herons.folder / "templates")
    herons.write("templates/frogs/kind.yaml", "title: Frogs\neach: ability\nface: 40x30\n")
    herons.write("templates/frogs/face.html.j2", "{{ name(record) }}")
    herons.write("templates/frogs/face.css", "p { margin: 0 }")
    herons.write("templates/_shared/footer.txt.j2", "{{ title }}")
    herons.write(
        "templates/_shared/theme.css",
        "@font-face { font-family: A; src: url(typeface:SourceSansPro-Regular) }\nhtml { font: 9pt A }\n",
    )
    herons.print()
    herons.write("templates/frogs/face.css", "p { margin: 1mm }")
    herons.print()
    assert herons.reasons == [
        f"frogs {slug}.front: the style of its kind changed" for slug in ("wade", "patience", "silence")
    ]


def test_what_made_the_words_of_a_face_change_is_told(herons, monkeypatch):
    own = herons.folder / "templates/ability-cards"
    shipped = own.resolve()
    own.unlink()
    shutil.copytree(shipped, own)
    herons.print("ability-cards", languages=("en", "es"))
    herons.edit("data/locale/es/herons.po", "Paciencia", "Calma")
    herons.print("ability-cards", languages=("en", "es"))
    assert herons.reasons == [
        "ability-cards patience.front: its words changed: a translation, or another record that it shows"
    ]
    herons.edit("templates/ability-cards/back.html.j2", "{{ back(", "<p></p>{{ back(")
    herons.print("ability-cards")
    assert herons.reasons == ["ability-cards wade.back: a template changed"]
    monkeypatch.setattr("kensei_docs.documents.cache.renderer_version", lambda: "another")
    herons.print("ability-cards")
    assert set(herons.reasons) == {
        f"ability-cards {slot}: the renderer changed"
        for slot in ("wade.front", "wade.art", "wade.back", "wade.back-art", "patience.front", "silence.front")
    }


def test_a_removed_record_is_gone_from_the_sheet_and_from_the_cache(herons):
    herons.print("ability-cards")
    herons.edit("data/editions/herons/abilities.yaml", "silence:\n  name: Silence\n  text: Nobody hears it come.\n", "")
    herons.print("ability-cards")
    assert "Silence" not in herons.text("ability-cards")
    index = herons.project.cache / "faces/herons/en/ability-cards/index.json"
    assert '"silence.front"' not in index.read_text(encoding="utf-8")


def test_an_output_that_is_gone_is_made_of_the_faces_that_are_kept(herons):
    herons.print("command-deck")
    before = herons.pdf("command-deck").read_bytes()
    herons.pdf("command-deck").unlink()
    herons.print("command-deck")
    assert (herons.reasons, herons.pdf("command-deck").read_bytes()) == ([], before)


def test_an_output_that_was_damaged_is_written_again(herons):
    herons.print("command-deck")
    before = herons.pdf("command-deck").read_bytes()
    herons.pdf("command-deck").write_bytes(before[:2000])
    herons.print("command-deck")
    assert herons.pdf("command-deck").read_bytes() == before


@pytest.fixture(scope="module")
def marked(tmp_path_factory):
    """The game with its markers printed, of which all faces were laid out. Only to be copied."""
    press = game_of_herons(tmp_path_factory.mktemp("marked") / "herons")
    assert press.print("markers") == []
    return press


@pytest.mark.parametrize("damage", [b"", b"%PDF-1.7 cut off", b"{}"])
@pytest.mark.parametrize("which", ["*.pack", "index.json"])
def test_a_damaged_cache_is_as_good_as_none(herons, marked, which, damage):
    shutil.copytree(marked.project.output, herons.project.output)
    shutil.copytree(marked.project.cache, herons.project.cache, dirs_exist_ok=True)
    assert herons.print("markers") == [] and herons.reasons == [], "the copy of a cache is as good as the cache"
    every_face = slots(marked.reasons)
    before = herons.pdf("markers").read_bytes()
    for file in herons.project.cache.glob(f"faces/herons/en/markers/{which}"):
        file.write_bytes(damage)
    herons.pdf("markers").unlink()
    assert herons.print("markers") == []
    assert slots(herons.reasons) == every_face
    assert {"markers fire.front", "markers used-unit-16.back", "markers used-unit-1.back-art"} < every_face
    assert herons.pdf("markers").read_bytes() == before


def test_a_pack_that_another_command_takes_away_meanwhile_is_told(herons, monkeypatch):
    herons.print("markers")
    whole = herons.pdf("markers").read_bytes()
    herons.edit("data/editions/herons/edition.yaml", "name: Herons", "name: Grey Herons")
    write = build._print

    def without_packs(*given):
        for file in herons.project.cache.glob("faces/herons/en/markers/*.pack"):
            file.unlink()
        return write(*given)

    monkeypatch.setattr(build, "_print", without_packs)
    with pytest.raises(Unusable, match=r"\.pack: is gone .* run this one again"):
        herons.print("markers")
    assert herons.pdf("markers").read_bytes() == whole
    assert [file.name for file in herons.pdf("markers").parent.iterdir()] == ["markers-a4.pdf"]


def test_a_damaged_manifest_costs_the_writing_and_no_layout(herons):
    herons.print("markers")
    before = herons.pdf("markers").read_bytes()
    (herons.project.cache / "outputs.json").write_text("[", encoding="utf-8")
    herons.print("markers")
    assert (herons.reasons, herons.pdf("markers").read_bytes()) == ([], before)


def test_the_same_game_gives_the_same_bytes_whatever_the_cache_went_through(herons):
    herons.print("ability-cards", "markers")
    herons.edit("data/editions/herons/abilities.yaml", "loss: -1", "loss: -2")
    herons.edit("data/editions/herons/abilities.yaml", "name: Wade", "name: Wading far out")
    herons.print("ability-cards", "markers")
    mended = everything(herons)
    shutil.rmtree(herons.project.output)
    shutil.rmtree(herons.project.cache)
    herons.print("ability-cards", "markers")
    assert everything(herons) == mended


def test_the_same_game_gives_the_same_bytes_elsewhere_and_with_another_hash_seed(herons, tmp_path):
    herons.print("ability-cards", "quick-reference", languages=("en", "es"))
    elsewhere = tmp_path / "far" / "off"
    shutil.copytree(herons.folder, elsewhere, symlinks=True, ignore=shutil.ignore_patterns("build"))
    here = str(Path(__file__).parent)
    subprocess.run(
        [sys.executable, "-c", FROM_OUTSIDE, str(elsewhere), here],
        check=True,
        capture_output=True,
        env={**os.environ, "PYTHONHASHSEED": "7"},
    )
    for file, data in everything(herons).items():
        assert (elsewhere / file.relative_to(herons.folder)).read_bytes() == data


def test_many_faces_are_laid_out_by_several_processes_with_the_same_result(herons, monkeypatch):
    pools, pool = [], workers.ProcessPoolExecutor
    monkeypatch.setattr(workers, "ProcessPoolExecutor", lambda *given: pools.append(given) or pool(*given))
    herons.print("ability-cards", "markers")
    alone = everything(herons)
    assert pools == []
    shutil.rmtree(herons.project.output)
    shutil.rmtree(herons.project.cache)
    monkeypatch.setattr(workers, "cores", lambda: 2)
    monkeypatch.setattr(workers, "can_fork", lambda: True)
    monkeypatch.setattr(workers, "MAX_FACES", 8)
    herons.print("ability-cards", "markers")
    assert everything(herons) == alone and pools
