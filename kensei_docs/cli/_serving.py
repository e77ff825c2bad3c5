"""Serving a page to the browser: the port, and how a server runs until it is interrupted."""

from __future__ import annotations

import webbrowser

import click

from kensei_docs.serving import LocalServer

port_option = click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="Where to listen; 0 takes any port that is free.",
)


def serve(server: LocalServer, browser: bool) -> None:
    """Serve until Ctrl-C; ``browser`` opens the first page in one."""
    click.echo("Ctrl-C ends it")
    if browser:
        webbrowser.open(server.url)
    try:
        server.serve_forever(poll_interval=0.2)
    except KeyboardInterrupt:
        click.echo("ended")
