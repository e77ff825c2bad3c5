"""Expressions: what the data of an edition may compute, without code: ``floor(given.wounds / roll/x:figures.each)``.

``grammar.lark`` is how they are written, and ``syntax`` reads it. ``schema`` says what an expression may be and what is
wrong with one; ``evaluation`` computes it, with a trace. The other modules hold the operators, a function each.
``docs/expressions.md`` explains them to those who write rules.
"""
