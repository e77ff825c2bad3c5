"""Templates filled in by a second process in parallel: a reprint fills in all templates for two states of the data.

The second process is a fork of this one, which ends after it has sent its markup. If it sends none, for example because
it was killed, this process fills in the templates itself, with the same result.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection

from kensei_docs.database import Database
from kensei_docs.documents.kinds.rows_and_copies import Row
from kensei_docs.documents.layout.workers import can_fork
from kensei_docs.documents.markup.templates import Sides, Templates
from kensei_docs.documents.plan import Fill, Order, SetName, fill_in, plan
from kensei_docs.problems import Unusable
from kensei_docs.project import Project

# The markup of the faces of each row, by its face set and its slug.
_Markup = Mapping[tuple[SetName, str], Sequence[str]]


@contextmanager
def filled_in_parallel(project: Project, database: Database, order: Order) -> Iterator[Callable[[], Fill]]:
    """Fill in the templates of an order in another process, if there is a free core.

    Yields a function that waits for that process and returns the ``Fill`` with its markup, for ``plan``.
    """
    if not can_fork():
        yield lambda: fill_in
        return
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_send_markup, args=(receiver, sender, project, database, order), daemon=True)
    # A process that is interrupted before it can handle the signal would print a traceback.
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
    """Wait for the markup of the other process and return it; an empty mapping if it ended without sending any."""
    try:
        markup: _Markup = receiver.recv()
    except EOFError:
        return {}
    return markup


def _send_markup(receiver: Connection, sender: Connection, project: Project, database: Database, order: Order) -> None:
    """Send the markup of an order; end silently if the user interrupts the command, or nobody receives the markup."""
    # As long as the fork keeps its copy of the receiving end open, sending waits for ever when nobody receives: an
    # interrupt that arrives in a callback of a library is lost, so that alone does not end this process.
    receiver.close()
    with suppress(KeyboardInterrupt, BrokenPipeError):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        sender.send(_markup_of(project, database, order))
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _markup_of(project: Project, database: Database, order: Order) -> _Markup:
    all_markup: dict[tuple[SetName, str], Sequence[str]] = {}

    def fill(name: SetName, templates: Templates, row: Row) -> Sides:
        markup = all_markup[name, row.slug] = templates.markup(row)
        return templates.fill(row, markup)

    # The first process finds the same problem, and reports it.
    with suppress(Unusable):
        plan(project, database, order, screen=False, fill=fill)
    return all_markup
