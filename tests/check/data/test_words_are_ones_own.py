"""words-are-ones-own"""

from collections.abc import Callable
from pathlib import Path


def test_texts_of_an_own_copy_are_counted_and_those_of_ones_own_are_not(
    findings_of: Callable[..., list[str]], tmp_path: Path
) -> None:
    copy = tmp_path / "own-copy" / "tea-road.yaml"
    copy.parent.mkdir()
    copy.write_text("tea/green: {text: Taken cold., words: document}\ntea/black: {text: Taken hot., words: document}\n")
    teas = "green: {name: Green}\nblack: {name: Black, text: Strong.}\nwhite: {name: White}\n"
    assert findings_of("words-are-ones-own", teas=teas) == [
        "own-copy/tea-road.yaml:1:19: tea/green: 1 of 3 texts are in the rulebook's own words, this one first; write "
        "them in your own ('kensei-docs source review')  [words-are-ones-own]"
    ]
