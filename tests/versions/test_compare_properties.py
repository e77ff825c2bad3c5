"""Of any two editions: none differs from itself, and there and back mirror each other."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from kensei_docs.database import Edition
from kensei_docs.versions.compare import compare
from kensei_docs.versions.lineage import Lineage
from tests.versions.editions import DATABASE, edition, lineage, mirrored

VALUES = st.sampled_from(["1", "+1", "2 cm", "2cm", "1D6", "4+", None, "oar, net"])
EFFECT = st.fixed_dictionaries(
    {"hook": st.sampled_from(list(DATABASE.vocabulary.hooks)), "add": st.sampled_from(["+1", "-1", "+1D6", "$far"])},
    optional={"when": st.dictionaries(st.sampled_from(["self.charging", "self.mounted"]), st.booleans(), min_size=1)},
)
RECORD = st.fixed_dictionaries(
    {},
    optional={
        "figures": st.dictionaries(st.sampled_from(["far", "near"]), VALUES),
        "effects": st.dictionaries(st.sampled_from(["on", "off"]), EFFECT),
        "steps": st.dictionaries(
            st.sampled_from(["sit", "dip"]),
            st.fixed_dictionaries({"number": st.sampled_from(["1", "2"])}, optional={"text": st.just("Sit down.")}),
        ),
        "kinds": st.dictionaries(st.sampled_from(["sit", "dip"]), st.just(["oar"])),
        "weapons": st.lists(st.sampled_from(["oar", "net"]), unique=True),
        "text": st.sampled_from(["Row %(far)s.", "Row on."]),
        "base": VALUES,
        "was": st.sampled_from(["row", "tow"]),
    },
)
IDS = st.sampled_from(["rule/row", "rule/tow", "roll/row", "weapon/oar"])
EDITIONS = st.tuples(
    st.dictionaries(IDS, RECORD), st.lists(st.sampled_from(["weapon", "rule:effects"]), unique=True)
).map(lambda parts: edition("one", parts[0], tuple(parts[1])))
EDGES = st.sampled_from(["same", "replaced", "renamed"])
PARTS = ("figures.far", "effects", "effects.on", "steps", "steps.sit", "kinds.dip", "weapons", "base")


def seen(a: Edition, b: Edition, words: bool, line: Lineage | None = None) -> list[str]:
    return sorted(str(change.as_json("")) for change in compare(a, b, DATABASE, line, words))


@settings(max_examples=60, deadline=None)
@given(EDITIONS, st.booleans())
def test_an_edition_does_not_differ_from_itself(one: Edition, words: bool) -> None:
    assert compare(one, one, DATABASE, None, words) == []


@settings(max_examples=120, deadline=None)
@given(EDITIONS, EDITIONS, st.booleans())
def test_there_and_back_mirror_each_other(a: Edition, b: Edition, words: bool) -> None:
    back = sorted(str(mirrored(change).as_json("")) for change in compare(b, a, DATABASE, None, words))
    assert seen(a, b, words) == back


@st.composite
def related(draw: st.DrawFn) -> tuple[Edition, Edition, Lineage]:
    """Two editions, with edges between some records, and between some parts, that both have."""
    a, b = draw(EDITIONS), draw(EDITIONS)
    ours, theirs = (
        [f"{name}:{part}" for name in one.records for part in PARTS if one.has(f"{name}:{part}")] for one in (a, b)
    )
    records = [(name, name) for name in a.records if name in b.records]
    parts = [(old, new) for old in ours for new in theirs if old.partition(":")[2] == new.partition(":")[2]]
    edges: dict[str, list[Any]] = {}
    for among, most in ((records, 4), (parts, 3)):
        for old, new in draw(st.lists(st.sampled_from(among), max_size=most, unique=True)) if among else ():
            edges.setdefault(draw(EDGES), []).append(([old], [new]))
    return a, b, lineage(**edges)


@settings(max_examples=80, deadline=None)
@given(related(), st.booleans())
def test_a_lineage_reads_the_same_from_either_end(pair: tuple[Edition, Edition, Lineage], words: bool) -> None:
    a, b, there = pair
    home = Lineage(tuple(edge.mirrored() for edge in there.edges))
    back = sorted(str(mirrored(change).as_json("")) for change in compare(b, a, DATABASE, home, words))
    assert seen(a, b, words, there) == back
