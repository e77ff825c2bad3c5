"""Which rules belong to one table: those around a head and the one at its foot, but not those around a text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from kensei_docs.extract.pdf.glyphs import DESCENT, PROSE, Rule, Run
from kensei_docs.extract.pdf.lines import lines_of
from kensei_docs.extract.pdf.table_columns import EXACT, NEAR, clusters, lefts_of_columns

ACROSS = 0.7  # of a table's width: a line of text that is longer is no cell
FEW_LINES = 3  # lines of a text, or of cells, at least
ROW = 2.5  # ems: lines of rows are nearer to one another
HEAD = 2  # rules: those above and below a head
WHOLE = 3  # rules: those of a head, and the one at the foot


def with_feet_joined(found: Sequence[list[Rule]], runs: Sequence[Run], rules: Sequence[Rule]) -> list[list[Rule]]:
    """Return groups of rules; two rules around a head are joined with those that end its table far below.

    There are no paragraphs and no other rule between them. A table that the end of a page breaks off has no such rule
    there, and none at the top of the next page: one is added.
    """
    whole: list[list[Rule]] = []
    for stack in sorted(found, key=lambda rules: rules[0].y):
        same = [one for one in whole if is_foot(stack[0], one)]
        last = tables_apart(same[-1], runs)[-1] if same else []
        if len(last) == HEAD and _is_body(last, stack[0], runs, rules):
            same[-1] += stack
        else:
            whole.append(list(stack))
    for stack in whole:
        if len(stack) == HEAD and (end := end_of_page(stack, runs)) and _is_body(stack, end, runs, rules):
            stack.append(end)
        if len(stack) == 1 and (top := _top_of_page(stack[0], runs, rules)):
            stack.insert(0, top)
    return whole


def tables_apart(stack: list[Rule], runs: Sequence[Run]) -> list[list[Rule]]:
    """Return the rules of tables directly below one another, each with rules around its head and at its foot alone.

    Between the foot of one and the head of the next one is nothing. The last one may lack its foot here. Other rules
    are those of one table.
    """
    parts = [[stack[0]]]
    for above, below in pairwise(stack):
        if not any(above.y < run.y <= below.y and run.x0 < below.x1 and run.x1 > below.x0 for run in runs):
            parts.append([])
        parts[-1].append(below)
    whole = all(len(part) == WHOLE for part in parts[:-1]) and len(parts[-1]) in (HEAD, WHOLE)
    return parts if whole else [stack]


def end_of_page(head: Sequence[Rule], runs: Sequence[Run]) -> Rule | None:
    """Return a rule below the last row of a table that the end of a page breaks off, as wide as those around its head.

    The lines below the head are as close as rows; nothing is below them, but perhaps the number of the page.
    """
    rule = head[-1]
    below = [run for run in runs if run.y > rule.y and not run.turn]
    lines = lines_of(below)
    if len(lines) > 1 and _are_far(lines[-2:]) and sum(len(run.words) for run in lines[-1]) < PROSE:
        lines = lines[:-1]
    inside = all(rule.x0 - NEAR < run.x0 and run.x1 < rule.x1 + NEAR for line in lines for run in line)
    if not lines or not inside or any(_are_far(pair) for pair in pairwise(lines)):
        return None
    last = max(lines[-1])
    return rule._replace(y=last.y + DESCENT * last.size + 1)


def _top_of_page(foot: Rule, runs: Sequence[Run], rules: Sequence[Rule]) -> Rule | None:
    """Return a rule above the first row of what is left of a table at the top of a page, as wide as that at its foot.

    Its lines are in several columns, and none is one of a text.
    """
    above = [run for run in runs if run.x0 < foot.x1 and run.x1 > foot.x0 and run.y < foot.y and not run.turn]
    lines = lines_of(above)
    if len(lines) < FEW_LINES or not lefts_of_columns(above) or any(_are_far(pair) for pair in pairwise(lines)):
        return None
    over = any(rule.y < foot.y - NEAR and rule.x0 < foot.x1 and rule.x1 > foot.x0 for rule in rules)
    inside = all(foot.x0 - NEAR < run.x0 and run.x1 < foot.x1 + NEAR for run in above)
    text = any(len(run.words) >= PROSE and abs(run.x0 - foot.x0) < EXACT for run in above)
    near = foot.y - lines[-1][0].y < ROW * lines[-1][0].size
    first = lines[0][0]
    return None if over or text or not inside or not near else foot._replace(y=first.y - first.size)


def _are_far(lines: Sequence[Sequence[Run]]) -> bool:
    """Return whether two lines are farther from one another than rows are."""
    return lines[1][0].y - lines[0][0].y > ROW * lines[1][0].size


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
