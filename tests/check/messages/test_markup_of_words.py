"""What is said of the markup of words: no end, no such icon, and another in a translation than in its message."""

from collections.abc import Callable

import pytest

EN = "data/editions/reeds-1e/abilities.yaml"
ES = "data/locale/es/reeds-1e.po"
PADDLE = "This boat is never heard."


def in_both(said: Callable[..., list[str]], check: str, message: str, translation: str) -> list[str]:
    """Return what a check says, once a text, its message in the catalogue and its translation are others."""
    said(check, PADDLE, message, EN)
    said(check, PADDLE, message.strip("'"), ES)
    return said(check, SPANISH, translation, ES)


SPANISH = "Nadie oye nunca esta barca."


@pytest.mark.parametrize(
    ("words", "finding"),
    [
        (
            "**Never heard.",
            "has '**Never', which no '**' ends; write '**' behind the bold words, or \\*\\* for two stars",
        ),
        (
            "Take {icon:reeed}.",
            "has {icon:reeed}, and there is no such icon; did you mean 'reed'?; mend the name, or draw ",
        ),
        ("Take {icon:otter}.", "has {icon:otter}, and there is no such icon; mend the name, or draw it as templates/_"),
        ("Take {icon:reed.", "has '{icon:reed.', which is no icon yet; write {icon:NAME}"),
    ],
)
def test_markup_that_can_not_be_printed(said, reeds, words, finding):
    (reeds / "templates/_shared/icons").mkdir(parents=True, exist_ok=True)
    (reeds / "templates/_shared/icons/reed.svg").write_text("<svg/>")
    found = said("markup-of-words", PADDLE, f"'{words}'", EN)
    assert [one.partition(": ")[0] for one in found] == [f"{EN}:17:9"]
    assert finding in found[0]


@pytest.mark.parametrize("folder", ["art", "art/set"])
@pytest.mark.parametrize(
    "words", ["**Never** *heard*, 2*3, D6*", "Take {icon:reed}.", "Take {icon:wave}, {icon:set:wave}."]
)
def test_markup_that_can_be_printed(said, reeds, words, folder):
    (reeds / "templates/_shared/icons").mkdir(parents=True, exist_ok=True)
    (reeds / "templates/_shared/icons/reed.es.svg").write_text("<svg/>")
    (reeds / folder).mkdir(parents=True)
    (reeds / folder / "icons.json").write_text('{"prefix": "set", "icons": {"wave": {"body": ""}}}')
    assert said("markup-of-words", PADDLE, f"'{words}'", EN) == []
    assert said("no-stray-characters") == []
    assert said("forms-agree-with-one-figure") == []


@pytest.mark.parametrize("words", ["Never \u2694\ufe0f heard.", "Never \U0001f469\u200d\U0001f467 heard."])
def test_what_joins_emoji_and_chooses_their_look_is_no_stray_character(said, words):
    assert said("no-stray-characters", PADDLE, f"'{words}'", EN) == []


def draw(reeds, *names):
    (reeds / "templates/_shared/icons").mkdir(parents=True, exist_ok=True)
    for name in names:
        (reeds / f"templates/_shared/icons/{name}.svg").write_text("<svg/>")


@pytest.mark.parametrize("written", ["{reed}", "{reeed}", "{icon reed}", "(icon:reed)", "{icon:reeed}"])
def test_what_comes_of_a_fault_of_the_message_is_told_there_alone(said, reeds, written):
    draw(reeds, "reed")
    found = in_both(said, "markup-of-words", f"'Take {written}.'", "Toma {icon:reed}.")
    assert [one for one in found if one.startswith(ES)] == []
    here = [*said("markup-of-words"), *said("forms-agree-with-one-figure")]
    assert [one.partition(": ")[0] for one in here] == [f"{EN}:17:9"]
    assert "reed}" in here[0].partition(written)[2] or "did you mean 'reed'?" in here[0]


@pytest.mark.parametrize("written", ["{reed}", "{reeed}"])
def test_an_icon_without_its_word_in_a_translation_is_one_finding(said, reeds, written):
    draw(reeds, "reed")
    assert in_both(said, "markup-of-words", "'Take {icon:reed}.'", f"Toma {written}.") == []
    (found,) = said("placeholders")
    assert found.startswith(ES)
    assert found.endswith("which would be printed as it stands; did you mean '{icon:reed}'?  [placeholders]")


def test_a_translation_has_the_icons_of_its_message(said, reeds):
    draw(reeds, "reed")
    found = in_both(said, "markup-of-words", "'Take {icon:reed}.'", "Toma {icon:red}.")
    assert [one.partition("es ")[2] for one in found if one.startswith(ES)] == [
        "has no {icon:reed}, which the message has; put it where it belongs  [markup-of-words]",
        "has {icon:red}, which the message hasn't; did you mean 'reed'?; mend the name, or take it out  "
        "[markup-of-words]",
    ]


@pytest.mark.parametrize(
    ("message", "translation", "finding"),
    [
        ("**Never** heard.", "**Nunca** se oye.", ""),
        ("**Never** heard.", "Nunca se oye.", "has no bold parts (**bold**), where the message has 1; mark the same"),
        ("Never heard.", "*Nunca* se oye.", "has 1 italic part (*italic*), where the message has none; mark the same"),
    ],
)
def test_a_translation_has_as_much_emphasis_as_its_message(said, message, translation, finding):
    found = in_both(said, "emphasis-in-translations", f"'{message}'", translation)
    assert [one for one in found if finding and finding not in one] == []
    assert len(found) == bool(finding)
    assert all(one.startswith(ES) for one in found)
