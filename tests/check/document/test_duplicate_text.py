"""duplicate-text"""

from collections.abc import Callable

PARAGRAPH = "Whoever grinds at night may not sell his flour before the sun has risen again."


def test_a_paragraph_that_stands_twice(proofread: Callable[..., list[str]]) -> None:
    text = f"{PARAGRAPH}\n\nThe wind blows.\n\n{PARAGRAPH}"
    assert proofread("duplicate-text", text) == [
        "5: 15 words from 'whoever grinds at night' on repeat those of line 1; strike one copy"
    ]


def test_a_copy_in_another_chapter_and_a_turn_of_phrase_are_right(proofread: Callable[..., list[str]]) -> None:
    between = "\n".join(f"The wind blows {n} times." for n in range(20))
    assert proofread("duplicate-text", f"{PARAGRAPH}\n\n{between}\n\n{PARAGRAPH}") == []
    assert (
        proofread(
            "duplicate-text",
            "Add one to the roll of the mill for each sail.\n\n"
            "Take one from the roll of the mill for each sail that broke.",
        )
        == []
    )


def test_rows_of_tables_may_repeat(proofread: Callable[..., list[str]]) -> None:
    assert proofread("duplicate-text", f"{PARAGRAPH}\n\nThe wind blows.\n\n{PARAGRAPH}", rows=(5,)) == []
