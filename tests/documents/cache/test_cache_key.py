"""A cache key changes with everything that decides how a face looks, and says what that was."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.documents.cache.cache_key import ORIGINS, REASONS, CacheKey
from kensei_docs.documents.cache.face_cache import FaceCache, StoredPack
from kensei_docs.documents.layout.faces import LaidOutFace, Pack
from kensei_docs.documents.layout.structure_elements import Element
from kensei_docs.documents.layout.text_fitting import Defect

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
        Pack(
            b"%PDF", [[Element("P", [0])]], (LaidOutFace("front", (2, 3), (defect,)), LaidOutFace("back", (0,), ())), ()
        ),
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
    assert found and (found.pages, found.defects) == ([2, 3], [Defect("text", "it runs over", "overflow")])
    assert FaceCache(tmp_path).pack(found.pack) == StoredPack(b"%PDF", '[[["P", [0], "", null]]]')
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
