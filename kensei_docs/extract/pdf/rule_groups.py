"""Which rules belong to one table: those around a head and the one at its foot, but not those around a text."""

from __future__ import annotations

from collections.abc import Sequence

from kensei_docs.extract.pdf.glyphs import PROSE, Rule, Run
from kensei_docs.extract.pdf.lines import lines_of
from kensei_docs.extract.pdf.table_columns import EXACT, NEAR, clusters

ACROSS = 0.7  # of a table's width: a line of text that is longer is no cell
FEW_LINES = 3  # lines of a text, or of cells, at least
HEAD = 2  # rules: those above and below a head


def with_feet_joined(found: Sequence[list[Rule]], runs: Sequence[Run], rules: Sequence[Rule]) -> list[list[Rule]]:
    """Return groups of rules; two rules around a head are joined with those that end its table far below.

    There are no paragraphs and no other rule between them.
    """
    whole: list[list[Rule]] = []
    for stack in sorted(found, key=lambda rules: rules[0].y):
        same = [one for one in whole if is_foot(stack[0], one)]
        if same and len(same[-1]) == HEAD and _is_body(same[-1], stack[0], runs, rules):
            same[-1] += stack
        else:
            whole.append(list(stack))
    return whole


def is_foot(rule: Rule, above: Sequence[Rule]) -> bool:
    """Return whether a rule is as wide as some others and below them."""
    last = above[-1]
    return rule.y > last.y and abs(rule.x0 - last.x0) < NEAR and abs(rule.x1 - last.x1) < NEAR


def _is_body(head: Sequence[Rule], foot: Rule, runs: Sequence[Run], rules: Sequence[Rule]) -> bool:
    """Return whether the space between a head and the rule far below it has nothing but lines of cells."""
    top, bottom = head[-1], foot
    near = [run for run in runs if run.x0 < foot.x1 and run.x1 > foot.x0 and not run.turn]
    cells = lines_of([run for run in near if head[0].y < run.y < top.y])
    lines = lines_of([run for run in near if top.y < run.y < bottom.y])
    inside = any(top.y + NEAR < rule.y < bottom.y - NEAR and rule.x0 < foot.x1 and rule.x1 > foot.x0 for rule in rules)
    prose = [run for line in lines for run in line if len(run.words) >= PROSE]
    # A line of the last cell may be as long as one of a text, but begins below a head.
    lefts = [run.x0 for line in cells for run in line if run.x0 > min(other.x0 for other in line)]
    prose = [run for run in prose if not any(abs(run.x0 - left) < EXACT for left in lefts)]
    text = any(abs(run.x0 - foot.x0) < EXACT or run.x1 - run.x0 > ACROSS * (foot.x1 - foot.x0) for run in prose)
    return any(len(line) > 1 for line in cells) and len(lines) >= FEW_LINES and not inside and not text


def is_text_in_columns(runs: Sequence[Run], rule: Rule, others: Sequence[Run]) -> bool:
    """Return whether runs between two tables are lines of paragraphs in columns of the page.

    They begin at the left end of the ``rule``, where no cell of the tables, the ``others``, does, and farther right,
    where few of these do.
    """
    prose = [run for run in runs if len(run.words) >= PROSE]
    edges = [group for group in clusters([run.x0 for run in runs], EXACT) if len(group) >= FEW_LINES]
    begin = [sum(abs(run.x0 - edge[0]) < EXACT for run in others) for edge in edges]
    return (
        min(len(prose), len(others)) >= FEW_LINES
        and len(edges) > 1
        and abs(edges[0][0] - rule.x0) < EXACT
        and not begin[0]
        and any(2 * count < len(edge) for count, edge in zip(begin[1:], edges[1:], strict=True))
    )
