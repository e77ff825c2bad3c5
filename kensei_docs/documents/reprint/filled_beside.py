"""Templates filled in by a second process, beside this one: a reprint fills in all of them for two states.

The second process is a copy of this one that ends with its answer. Its markup is what this process would have made of
the same data; where it has none, as it was killed perhaps, this one fills in the templates itself.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection

from kensei_docs.database import Database
from kensei_docs.documents.kinds.rows import Row
from kensei_docs.documents.layout.workers import can_fork
from kensei_docs.documents.markup.templates import Sides, Templates
from kensei_docs.documents.plan import Fill, Order, SetName, fill_in, plan
from kensei_docs.problems import Unusable
from kensei_docs.project import Project

# The markup of the faces of each row, by its face set and its slug.
_Markup = Mapping[tuple[SetName, str], Sequence[str]]


@contextmanager
def filled_beside(project: Project, database: Database, order: Order) -> Iterator[Callable[[], Fill]]:
    """Start to fill in the templates of an order in another process, where there is a core for it. What is yielded
    waits for it, and returns what fills in the rows of that order with its markup."""
    if not can_fork():
        yield lambda: fill_in
        return
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_send_markup, args=(sender, project, database, order), daemon=True)
    # A new process that is interrupted before it is ready for that would print a traceback.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    sender.close()
    try:
        yield lambda: _fill_with(_received(receiver))
    finally:
        receiver.close()
        if process.is_alive() and process.pid:
            os.kill(process.pid, signal.SIGINT)
        process.join()


def _fill_with(markup: _Markup) -> Fill:
    def fill(name: SetName, templates: Templates, row: Row) -> Sides:
        return templates.fill(row, markup.get((name, row.slug)))

    return fill


def _received(receiver: Connection) -> _Markup:
    try:
        found: _Markup = receiver.recv()
    except EOFError:
        return {}
    return found


def _send_markup(sender: Connection, project: Project, database: Database, order: Order) -> None:
    """Send the markup of an order; end silently when the user interrupts the command, or the markup is not wanted."""
    with suppress(KeyboardInterrupt, BrokenPipeError):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        sender.send(_markup_of(project, database, order))
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _markup_of(project: Project, database: Database, order: Order) -> _Markup:
    found: dict[tuple[SetName, str], Sequence[str]] = {}

    def fill(name: SetName, templates: Templates, row: Row) -> Sides:
        markup = found[name, row.slug] = templates.markup(row)
        return templates.fill(row, markup)

    # The other process finds what is unusable too, and tells it.
    with suppress(Unusable):
        plan(project, database, order, screen=False, fill=fill)
    return found
