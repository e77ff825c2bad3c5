"""Ability cards: what is left to the player's pen."""


def test_a_card_has_boxes_to_tick_where_abilities_work_always_or_for_ki(herons):
    assert herons.print("ability-cards") == []
    assert "Permanent" not in herons.text("ability-cards"), "the game has one kind of ability"
    herons.edit("data/vocabulary.yaml", "abilities: ability", "abilities: ability\n  rules: rule")
    herons.write("data/editions/herons/rules.yaml", "permanent-abilities: {name: Always, text: They always work.}\n")
    assert herons.print("ability-cards") == []
    assert "Permanent Ki" in " ".join(herons.text("ability-cards").split())


def test_what_touches_no_roll_is_special(herons):
    herons.write("data/editions/herons/abilities.yaml", "calm: {name: Calm, text: Nothing stirs it.}\n")
    assert herons.print("ability-cards") == []
    assert "Calm Special Nothing stirs it." in " ".join(herons.text("ability-cards").split())
