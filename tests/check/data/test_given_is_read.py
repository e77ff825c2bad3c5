"""given-is-read"""

from collections.abc import Callable

PLAY = "play: {base: {load: self.attack}}\n"
VOCABULARY = "quantities: {self.attack: {}}\n"
TEAS = "green: {name: Green, effects: {mild: {hook: load, add: 1, when: {self.laden: true}}}}\n"


def test_what_an_example_gives_is_read_by_an_expression_or_a_rule(findings_of: Callable[..., list[str]]) -> None:
    example = """\
        road:
          name: On the road
          given: {self: {laden: true}, cups: 3}
          expect: {load: 3}
          asks: {load: given.cups}
        """
    assert findings_of("given-is-read", VOCABULARY, PLAY, teas=TEAS, examples=example) == []
    found = findings_of(
        "given-is-read",
        VOCABULARY,
        PLAY,
        teas=TEAS,
        examples=example.replace("laden: true", "laden: true, season: spring").replace("cups: 3", "cups: 3, cupps: 4"),
    )
    assert [one.partition("example/road: ")[2] for one in found] == [
        "'given.self.season' is read by no expression and no rule; did you mean 'self.season'?; mend the name or take "
        "it out  [given-is-read]",
        "'given.cupps' is read by no expression and no rule; did you mean 'cups'?; mend the name or take it out  "
        "[given-is-read]",
    ]
