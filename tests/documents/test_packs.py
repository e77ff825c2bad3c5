"""Faces are handed out in packs: all of them once, and never more than a few packs at a time."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.documents.layout import packs
from kensei_docs.documents.layout.packs import Batch, LaidBatch, batches
from kensei_docs.documents.layout.pages import Style
from kensei_docs.documents.layout.workers import cores

STYLE = Style("", "en", {})


@given(st.integers(0, 200), st.booleans())
def test_every_face_is_in_one_pack_and_no_pack_is_too_large(many: int, alone: bool) -> None:
    slots = [f"card-{number}" for number in range(many)]
    found = list(batches(Path("set"), STYLE, slots, lambda slot: pytest.fail(slot), alone))
    assert [slot for batch in found for slot in batch.slots] == slots
    sizes = [len(batch.slots) for batch in found]
    assert max(sizes, default=1) <= (1 if alone else packs.MOST)
    assert max(sizes, default=0) - min(sizes, default=0) <= 1


@pytest.fixture
def pool():
    with ThreadPoolExecutor(1) as crew:
        yield crew


@pytest.mark.parametrize("many", [1, 3, 40])
def test_no_more_faces_are_told_than_are_under_way(many, pool, tmp_path, monkeypatch) -> None:
    told: list[str] = []
    work = list(batches(Path("set"), STYLE, [str(n) for n in range(32 * many)], lambda slot: told.append(slot) or slot))
    monkeypatch.setattr(packs, "here", lambda: pool)
    monkeypatch.setattr(packs, "_laid", lambda style, missing, folder: LaidBatch(b"", b"", missing, ()))
    laid = 0
    for batch, found in packs.lay_out(work, tmp_path):
        assert found.entries == batch.slots
        laid += len(batch.slots)
        assert len(told) - laid <= packs._AHEAD * cores() * packs.MOST
    assert sorted(map(int, told)) == list(range(32 * many))


def test_what_a_crew_left_undone_is_laid_out_here(pool, tmp_path, monkeypatch) -> None:
    def laid(style: Style, missing: tuple, folder: Path) -> LaidBatch:
        if "gone" in missing:
            missing_before.append(missing)
            if len(missing_before) == 1:
                raise EOFError
        return LaidBatch(b"", b"", missing, ())

    missing_before: list[tuple] = []
    monkeypatch.setattr(packs, "here", lambda: pool)
    monkeypatch.setattr(packs, "_laid", laid)
    work = [Batch(Path("set"), STYLE, (slot,), str) for slot in ("a", "gone", "b", "c", "d", "e")]
    found = [found.entries for _, found in packs.lay_out(work, tmp_path)]
    assert sorted(found) == [("a",), ("b",), ("c",), ("d",), ("e",), ("gone",)]


def test_markup_that_cannot_be_read_is_told_by_whoever_asked(pool, tmp_path, monkeypatch) -> None:
    def told(slot: str) -> str:
        raise OSError(5, "Input/output error", "the shelf")

    in_threads: list[object] = []
    monkeypatch.setattr(threading, "excepthook", in_threads.append)
    monkeypatch.setattr(packs, "here", lambda: pool)
    work = list(batches(Path("set"), STYLE, ["a", "b"], told))
    with pytest.raises(OSError, match="the shelf"):
        list(packs.lay_out(work, tmp_path))
    assert in_threads == []
