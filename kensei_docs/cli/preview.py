"""Show cards and sheets in the browser while you work on them."""

from __future__ import annotations

import click

from kensei_docs.catalogues import PSEUDO
from kensei_docs.cli._opening import require_editions, require_language
from kensei_docs.cli._printing import options_of
from kensei_docs.cli._terminal import language_option, port_option, serve, size_option, theme_option
from kensei_docs.documents.products.product import load_products, require_products
from kensei_docs.preview import Preview, first_view
from kensei_docs.project import Project, ProjectOptions


@click.command()
@click.argument("kind", required=False)
@click.option("-e", "--edition", metavar="EDITION", help="By default your project's own.")
@language_option("A language, or pseudo to try templates with.")
@theme_option
@size_option
@port_option
@click.option("--no-browser", is_flag=True, help="Open no browser.")
@click.pass_obj
def command(
    where: ProjectOptions,
    kind: str | None,
    edition: str | None,
    language: str,
    theme: str,
    size: str | None,
    port: int,
    no_browser: bool,
) -> None:
    """Show the faces of KIND in the browser, and show them anew as you change their files.

    Watches the records, translations and templates of the project. What is wrong is said beside
    the face, whose last good picture stays. Only this machine can see the page. Ctrl-C ends it.
    """
    project = Project.open(where)
    require_editions(project, (edition,) if edition else ())
    if language != PSEUDO:
        require_language(project, language)
    options_of(project, size=size, theme=theme)
    if kind:
        require_products(*load_products(project), (kind,))
    start = first_view(project, kind, edition, language, theme, (size or "").lower())
    with Preview(project, start, port) as server:
        click.echo(f"showing {start.kind} of {start.edition} at {server.url}")
        serve(server, not no_browser)
