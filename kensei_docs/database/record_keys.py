"""The keys with a fixed meaning in records of every game, at any depth: messages, and what is no fact of a rulebook."""

from __future__ import annotations

# Keys whose string is a message to the reader.
MESSAGES = frozenset({"name", "text", "reminder", "remark", "question", "decision", "reason", "place"})
# Keys that hold a mapping of messages.
MESSAGE_GROUPS = frozenset({"rules", "columns", "captions"})

_OF_RECORDS = {
    "status": "how much of a rule is formal",
    "note": "a remark for editors",
    "from": "the citations",
    "was": "the former ids",
    "todo": "what is still to be written",
}
_OF_PRINTING = {
    "icon": "the picture of a marker",
    "look": "colours and pictures",
    "ruled": "what a ruling gives a troop whose document leaves it out, printed with a mark",
    "on-sheet": "the place of a worked example on the sheet of examples, and the answers that it shows",
    "told": "the steps of a worked example, in sentences",
    "borrows": "the edition whose figures are printed, with a mark, where the record has none",
}
_OF_EFFECTS = {
    "hook": "the value that an effect changes",
    "when": "the conditions",
    "whose": "the side that has the effect",
    "named": "whether it counts only where a player names it",
    "per": "the quantity that multiplies it",
    "of": "the quantity that the engine uses for X",
    "restates": "the record that states the same effect",
    "replaces": "the rule that is ignored in favour of it",
    "says": "the conditions that a name already states",
    "does": "what the engine computes from it",
}
_OF_CHECKS = {
    "includes": "which ends of a band belong to it",
    "limits": "what is counted of an army",
    "troop": "the troop that a row of a sample army is",
    "asks": "the values that a worked example computes",
    "supposes": "the conditions that a worked example assumes",
    "should": "the answers of the rules where the document's are wrong",
}
# Keys that say how a record is kept, printed, computed with or checked. What stands under them is no fact.
FORMAT_KEYS = frozenset({*_OF_RECORDS, *_OF_PRINTING, *_OF_EFFECTS, *_OF_CHECKS})
