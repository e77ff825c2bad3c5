"""The game of the herons with troops, orders and weapons, printed with the shipped templates."""

from __future__ import annotations

import pytest

from tests.documents.conftest import ROOT, Press

KINDS = (
    "unit-cards",
    "character-cards",
    "order-cards",
    "weapon-cards",
    "blank-cards",
    "strategy-cards",
    "clan-actions",
    "commander-orders",
)

VOCABULARY = """
    kinds:
      abilities: ability
      armies: army
      armour: armour
      characteristics: characteristic
      characters: character
      clan-actions: clan-action
      clans: clan
      classes: class
      commander-orders: commander-order
      creatures: creature
      elements: element
      leaders: leader
      markers: marker
      orders: order
      ranged-weapons: ranged-weapon
      reactions: reaction
      rolls: roll
      spirits: spirit
      strategies: strategy
      titles: title
      units: unit
      weapons: weapon
    hooks:
      shoot.roll: {name: Shoot Roll}
      combat.pool: {name: Combat dice}
    atoms:
      self.mounted: {values: boolean, phrase: {true: when mounted, false: when on foot}}
    """
GLOSSARY = """
    beak: {en: beak, es: pico, part: weapon}
    claw: {en: claw, es: garra, part: weapon}
    """
GAME = {
    "classes": "fisher: {name: Fisher}\nwader: {name: Wader}\n",
    "characteristics": """
        attributes:
          name: Attributes
          columns: {fisher: Fisher, wader: Wader}
          rows:
            movement: {name: Movement, fisher: 12 cm, wader: null}
            wounds: {name: Wounds, fisher: 3, wader: null}
        """,
    "abilities": """
        patience: {name: Patience, figures: {loss: -1}, text: "Those who wait lose %(loss)s turn."}
        """,
    "titles": "hunter: {name: Hunter, rules: {night: It hunts at night.}}\n",
    "units": """
        grey-herons:
          name: Grey herons
          class: fisher
          title: hunter
          points: 40
          miniatures: 6
          weapons: [beaks]
          armour: []
          abilities: [patience]
          profile: {movement: 9 cm}
        """,
    "spirits": """
        mist: {name: Mist, profile: {wounds: 2, movement: null}}
        on-mist: {name: About mist, text: It comes at dawn.}
        """,
    "armies": """
        first: {name: First army, rows: {crane: {name: Crane, miniatures: 2, points: 17}}}
        """,
    "leaders": "first-heron: {name: First heron, text: It flies in front.}\n",
    "characters": "old-stork: {name: Old stork, text: It has seen many springs.}\n",
    "weapons": """
        beaks:
          name: Beaks
          type: 4
          weapons: [beak]
          effects: {riders: {hook: combat.pool, add: +1D6, when: {self.mounted: true}}}
        claws: {name: Claws, type: 5, weapons: [claw], effects: null}
        """,
    "ranged-weapons": "pebbles: {name: Pebbles, reach: 30 cm, weapons: [beak]}\n",
    "armour": "down: {name: Down, figures: {less: -1}, text: 'Hits on it get %(less)s.'}\n",
    "rolls": """
        peck: {name: Peck, modifiers: {dive: {name: Diving, hook: combat.pool, add: +2D6}}}
        """,
    "markers": "fire: {name: Reeds on fire, icon: fire}\n",
    "orders": """
        about: {name: About orders, text: Give them.}
        dive:
          name: Dive
          category: movement
          figures: {cost: 2}
          text: Down it goes.
          rules: {wet: It gets wet.}
          applies: ['roll/peck:modifiers.dive']
          marker: fire
        """,
    "reactions": "dive: {name: Dodge, category: movement, figures: {cost: 1}, text: Up it goes.}\n",
    "elements": "water: {name: Water, text: For one against one.}\n",
    "strategies": """
        ripple: {name: Ripple, element: water, text: Look away.}
        splash:
          name: Splash
          element: water
          figures: {near: 3 cm}
          levels: {first: {level: 1, text: 'Splashes %(near)s.'}, second: {level: 2, effect: none}}
        gust:
          name: Gust
          element: water
          figures: {uses: 2, beats: -1, range: 3 cm, far: 9 cm}
          text: 'Within %(range)s or %(far)s: %(beats)s. Uses: %(uses)s.'
          effects:
            beats: {hook: combat.pool, whose: opponent, add: $beats}
        """,
    "clans": "grey: {name: Grey clan, figures: {most: 1}, text: 'Actions: %(most)s.'}\n",
    "clan-actions": "dawn: {name: Dawn, clan: grey, figures: {uses: 2}, text: 'Uses: %(uses)s.'}\n",
    "commander-orders": """
        using: {name: Using them, text: Pay for each.}
        retreat: {name: Fly up, clan: grey, figures: {cost: 3}, text: All fly up.}
        """,
}


@pytest.fixture
def cards(herons: Press) -> Press:
    """The game, with everything that a card can show; its Spanish stands in square brackets."""
    for file in (herons.folder / "data" / "editions" / "herons").glob("*.yaml"):
        if file.stem != "edition":
            file.unlink()
    for kind in KINDS:
        (herons.folder / "templates" / kind).symlink_to(ROOT / "templates" / kind)
    herons.write("data/vocabulary.yaml", VOCABULARY)
    herons.write("data/glossary.yaml", GLOSSARY)
    for name, text in GAME.items():
        herons.write(f"data/editions/herons/{name}.yaml", text)
    herons.translate({})
    return herons
