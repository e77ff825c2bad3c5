"""Expressions: what the data of an edition may compute, without code.

An expression is the name of a value, a list of expressions, or a mapping of one operator to its
operands: ``add: [given.die, 'roll/x:figures.bonus']``. A name is something ``given``
(``given.x?`` is false where it isn't given), a fact (``record:path``), another computation of
``play.computes``, a word in quotes, or ``none`` for nothing. Figures of rules never stand in an
expression: they are facts, and named.

``evaluation`` computes expressions, ``schema`` says what they may be. The other modules hold the
operators, a function each; ``docs/expressions.md`` lists them.
"""
