"""Names of entries that are the bold words with which their paragraphs begin."""

from collections.abc import Callable

import pytest

READINGS = """
- entries: ability
  from: Crew skills
  to: The end
  read:
    beacon: {figures.range: within <length>}
    deep-anchor: {}
    tow-line: {figures.bonus: adds <length>}
"""
PAGE = """Crew skills

Beacon** Boats within 10 cm of it see the shore. It helps
all boats of the fleet.
Deep Anchor** No current moves this boat.
Tow Line** It adds 2D6 cm, as long as no other boat has a
Beacon** or a lamp.
The end
"""


def test_bold_words_at_the_beginning_of_a_paragraph_are_its_name(read: Callable, facts: Callable) -> None:
    assert facts(read(PAGE, READINGS, page=3)) == {
        "ability/beacon name": "Beacon",
        "ability/beacon figures.range": "10 cm",
        "ability/deep-anchor name": "Deep Anchor",
        "ability/tow-line name": "Tow Line",
        "ability/tow-line figures.bonus": "2D6 cm",
    }


def test_a_new_name_among_such_names_is_a_new_entry(read: Callable, facts: Callable) -> None:
    page = PAGE.replace("Tow Line**", "Night Eyes** They see 30 cm far.\nTow Line**")
    found = facts(read(page, READINGS, page=3))
    assert (found["ability/night-eyes name"], found["ability/night-eyes figures.length"]) == ("Night Eyes", "30 cm")


@pytest.mark.parametrize("sign", [".", ":"])
def test_the_sign_after_all_names_is_no_part_of_them(read: Callable, facts: Callable, sign: str) -> None:
    assert facts(read(PAGE.replace("**", f"{sign}**"), READINGS, page=3)) == facts(read(PAGE, READINGS, page=3))


def test_bold_words_in_a_list_of_headings_on_lines_of_their_own_are_no_names(read: Callable, facts: Callable) -> None:
    page = """Crew skills
Beacon
Boats within 10 cm of it see the shore.
Note** It helps 2 boats.
Deep Anchor
No current moves this boat.
Tow Line
It adds 2D6 cm.
The end
"""
    headings = ("Beacon", "Deep Anchor", "Tow Line")
    names = [name for name in facts(read(page, READINGS, headings, page=3)) if name.endswith(" name")]
    assert names == ["ability/beacon name", "ability/deep-anchor name", "ability/tow-line name"]
