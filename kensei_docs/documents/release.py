"""A release: all prints of an edition in some languages in one folder, a bundle, with notices, licences and checksums.

The folder is named after edition and version, such as ``kensei-2e-2e.3``. Everything is first printed into the
project's cache; only without errors, it is copied into a temporary folder, which is then renamed. The notices are a
change log (Markdown and HTML) and an Atom feed (RFC 4287) of errata; ``data/release.yaml`` has the settings.

What earlier builds left: outputs that this build did not make, although it was asked for what they show.

An output of which nothing can be printed any more, as its product or edition is gone or has no records or copies, is
deleted, if it is as the tool wrote it. One that could not be made this time is kept, and named on every run: it shows
an older state. A document that no build is known to have written is kept and named too.
"""

from __future__ import annotations

import hashlib
import itertools
import re
import shutil
import tempfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from pydantic import Field

from kensei_docs.catalogues import Translator
from kensei_docs.database import Database, Edition
from kensei_docs.database.errata import version_of
from kensei_docs.database.schema import Schema, read_as
from kensei_docs.database.yaml_files import read_cached
from kensei_docs.documents.build import Order, Printed, Watcher, older, refusing_unwritable, run
from kensei_docs.documents.cache import subject_of
from kensei_docs.documents.manifest import Manifest, Subject
from kensei_docs.documents.markup.environment import SHARED, environment
from kensei_docs.documents.markup.errata import ErrataLog
from kensei_docs.documents.products.papers import Paper
from kensei_docs.documents.targets.target import CHECK as TARGET
from kensei_docs.documents.targets.target import build_for_target, require_target
from kensei_docs.problems import Place, Problem, Unusable
from kensei_docs.project import DATA, EDITIONS, LICENCE_FILES, TEMPLATES, Project, shipped

LEFTOVERS = "leftovers"
# Parts of the path of a document in the folder of an order: edition, language and file.
_DEPTH = 3


def leftovers(
    project: Project, order: Order, printed: Printed, target: str | None, broken: Collection[str] = ()
) -> list[Problem]:
    """Delete the outputs that nothing can be printed of any more; return what was deleted, and what is kept, as notes
    and warnings.

    ``target`` is the name of the target that the order was printed for; None if it was sheets of paper. ``broken`` are
    the names of products of the order that can't be read, or have a fault that may be why nothing is printed of them.
    """
    manifest = Manifest(project.cache)
    records = dict(manifest.recorded_in(order.out))
    current = {output.path.resolve() for output in printed.outputs}
    of_edition = ("", *(edition.id for edition in order.editions))
    failed = {*printed.failed, *(Subject(*one) for one in itertools.product(of_edition, order.languages, broken))}
    made = {of for path, of in records.items() if path in current}
    ordered = {subject_of(*one) for one in itertools.product(order.products, order.editions, order.languages)}
    # A target leaves out the products that it doesn't take, and a choice other faces, which says nothing about them.
    empty = ordered - made - failed if target is None and order.choice is None else set()
    options = order.options
    # A size or a layout that a product doesn't have says nothing about what was printed without it.
    says_nothing = options.size or options.layout or options.also or options.bleed
    products, editions = project.named_folders(TEMPLATES), project.named_folders(*EDITIONS)
    known = [(path, of) for path, of in sorted(records.items()) if path not in current and of.product and path.exists()]
    shows = _file_names(order.options.papers)
    unknown = () if target else _unknown(order, {*records, *current}, products, shows)
    found: dict[Problem, None] = {}
    for path, of in (*known, *unknown):
        why = _why_not(of, products, editions, empty)
        if why and path in records and manifest.remove(path):
            with suppress(OSError):
                # A folder that is not empty raises one.
                for folder in path.relative_to(order.out.resolve()).parents[:-1]:
                    (order.out / folder).rmdir()
            found[_problem(_document(path, shows), f"is deleted: {why}")] = None
        elif why:
            how = "it was changed after it was written" if path in records else "no build is known to have written it"
            found[_problem(path, f"is kept, since {how}, but {why}; delete it")] = None
        elif of in failed and not says_nothing and _is_asked_for(path, of, order, target, shows):
            found[older(_document(path, shows))] = None
    manifest.save()
    return list(found)


def older_in(project: Project, folder: Path) -> list[Problem]:
    """Return a warning if there are outputs of earlier builds in a folder into which this one can't print anything."""
    left = sorted(path for path, of in Manifest(project.cache).recorded_in(folder) if of.product and path.exists())
    if len(left) > 1:
        message = (
            f"has {len(left)} documents of an earlier build, such as {left[0].name}, since this one could print none"
        )
        return [Problem(Place(str(folder)), f"{message}; mend what is wrong, and build again", LEFTOVERS, "warning")]
    return [older(path) for path in left]


def _file_names(papers: Mapping[str, Paper]) -> re.Pattern[str]:
    """Return the pattern of the file names of documents on some papers, and of pages for the screen."""
    # Of two papers, one name may begin with the other.
    named = "|".join(sorted(map(re.escape, papers), key=len, reverse=True))
    return re.compile(
        rf"(?P<product>.+?)(?:-booklet)?-(?P<paper>{named})(?P<suffix>-.+)?\.(?:pdf|png|svg)|(?P<page>.+)\.html"
    )


def _unknown(
    order: Order, known: Collection[Path], products: Collection[str], file_names: re.Pattern[str]
) -> Iterator[tuple[Path, Subject]]:
    """Yield (path, what its name says that it shows) of the documents beside those of an order that are not known."""
    editions = ("", *(edition.id for edition in order.editions))
    for edition, language in itertools.product(editions, order.languages):
        folder = order.out / edition / language
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            shows = file_names.fullmatch(path.name)
            if shows and path.resolve() not in known:
                product = shows["product"] or shows["page"]
                yield path, Subject(edition, language, product if product in products else "")


def _why_not(of: Subject, products: Collection[str], editions: Collection[str], empty: Collection[Subject]) -> str:
    """Return why nothing can be printed any more of what an output shows; empty if something can."""
    if not of.product:
        return "no kind has the name that it begins with"
    if of.product not in products:
        return f"there is no kind '{of.product}' any more"
    if of.edition and of.edition not in editions:
        return f"there is no edition '{of.edition}' any more"
    return f"no record is printed as {of.product} any more" if of in empty else ""


def _is_asked_for(path: Path, of: Subject, order: Order, target: str | None, file_names: re.Pattern[str]) -> bool:
    """Return whether an order was for an output: for its target and, if it is one of sheets, its paper and theme."""
    inside = path.resolve().relative_to(order.out.resolve()).parts
    if path.suffix != ".html" and not (target in inside[:-1] if target else len(inside) <= _DEPTH):
        return False
    shows = file_names.fullmatch(path.name)
    if not shows or not shows["paper"]:
        return True
    products = [product for product in order.products if product.name == of.product]
    suffixes = {order.options.suffix + order.suffix(product) for product in products}
    return shows["paper"] in order.papers and (shows["suffix"] or "") in (suffixes or {order.options.suffix})


def _document(path: Path, file_names: re.Pattern[str]) -> Path:
    """Return the document that an output belongs to: itself, or for the files of a deck their folder."""
    return path if path.suffix in (".pdf", ".html") or file_names.fullmatch(path.name) else path.parent


def _problem(path: Path, message: str) -> Problem:
    return Problem(Place(str(path)), message, LEFTOVERS, "note")


# The file of the settings, in the folder of the data.
SETTINGS = "release.yaml"
RELEASE = "release"
# The file with checksums and the folder with licences in a bundle.
_CHECKSUMS = "SHA256SUMS"
_LICENCES = "licences"
# The folder of the cache for the prints of a release.
_STAGE = "release"
# The targets besides sheets of paper: pages for the screen, and decks for a virtual table.
_TARGETS = ("html", "tts")
_OTHER_CONTENTS = (
    "was released with other contents; a version is released once: put an erratum in force for a new one, or say "
    "--overwrite where nobody has this one yet"
)
MARKDOWN = "change-log.md"
PAGE = "change-log.html"
FEED = "feed.xml"
# The files of a bundle by their paths within it: a file to copy, or the content of a file.
_Files = dict[str, Path | bytes]
_NAMESPACE = uuid5(NAMESPACE_URL, "urn:kensei-docs:errata")


class Settings(Schema):
    """``release.yaml``: the ``address`` of the folder on the web with the bundles, and the ``author`` of feeds."""

    address: str = Field(default="", pattern=r"^(https?://[^\s?#]+)?$")
    author: str = ""

    @property
    def base(self) -> str:
        """The address with a slash at its end; empty if there is none."""
        return f"{self.address.removesuffix('/')}/" if self.address else ""


def read_settings(project: Project) -> Settings:
    """Return the settings of the topmost layer that has the file; raises Unusable for an invalid file."""
    file = project.file(DATA, SETTINGS)
    if file is None:
        return Settings()
    tree, faults = read_cached(file, project.parsed)
    if not faults:
        settings, faults = read_as(Settings, tree, RELEASE)
        if settings is not None and not faults:
            return settings
    raise Unusable(*faults)


@dataclass(frozen=True)
class Bundle:
    """A finished bundle: its folder, the paths of its files within it, their total size in bytes, and whether this run
    wrote it (``fresh``)."""

    folder: Path
    files: tuple[str, ...]
    size: int
    fresh: bool


def release(
    project: Project, database: Database, order: Order, watcher: Watcher, overwrite: bool = False
) -> tuple[list[Bundle], list[Problem]]:
    """Make the bundles of an order's editions in the folder ``order.out``; return them and the warnings of the prints.

    Either all of them are written or none. Raises Unusable if something can't be printed or has errors, or if there is
    a bundle of the same name with other contents, and ``overwrite`` is false.
    """
    problems: list[Problem] = []
    contents: dict[str, _Files] = {}
    for edition in order.editions:
        name = f"{edition.id}-{version_of(edition)}"
        contents[name] = _files_of(project, database, replace(order, editions=[edition]), name, watcher, problems)
    errors = [problem for problem in problems if problem.severity == "error"]
    if errors:
        raise Unusable(*dict.fromkeys(errors))
    with refusing_unwritable(order.out):
        order.out.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".release-", dir=order.out) as beside:
            made = {name: _write(Path(beside) / name, files) for name, files in contents.items()}
            fresh = {name for name, folder in made.items() if _digests(folder) != _digests(order.out / name)}
            others = [order.out / name for name in made if name in fresh and (order.out / name).exists()]
            if others and not overwrite:
                raise Unusable(*(Problem(Place(str(folder)), _OTHER_CONTENTS, RELEASE) for folder in others))
            for name in fresh:
                if (order.out / name).exists():
                    (order.out / name).replace(Path(beside) / f"{name}.old")
                made[name].replace(order.out / name)
    bundles = [
        Bundle(
            folder := order.out / name,
            files := tuple(_digests(folder)),
            sum((folder / file).stat().st_size for file in files),
            name in fresh,
        )
        for name in contents
    ]
    return bundles, [problem for problem in dict.fromkeys(problems) if problem.severity == "warning"]


def _files_of(
    project: Project, database: Database, order: Order, name: str, watcher: Watcher, problems: list[Problem]
) -> _Files:
    """Print the files of a bundle of one edition into the cache and return them; their problems are added to
    ``problems``."""
    [edition] = order.editions
    settings = read_settings(project)
    order = replace(order, out=project.cache / _STAGE)
    printed = [run(project, database, order, watcher)]
    targets = [require_target(project, target, None) for target in _TARGETS]
    for target, language, product in itertools.product(targets, order.languages, order.products):
        # Each deck of pictures is in another folder, so each has another address.
        order_of_deck = replace(order, languages=[language], products=[product])
        base = f"{settings.base}{name}/{language}/{target.name}/{product.name}" if settings.base else ""
        deck = build_for_target(project, database, order_of_deck, target, base, False, watcher)
        # Nobody asked for a deck of each kind: what a target does not take is no fault of the release.
        told = [replace(one, severity="note") if one.check == TARGET else one for one in deck.problems]
        printed.append(replace(deck, problems=told))
    problems += [problem for prints in printed for problem in (*prints.refused, *prints.problems)]
    home = order.out / edition.id
    files: _Files = {
        output.path.relative_to(home).as_posix(): output.path for prints in printed for output in prints.outputs
    }
    if not files:
        problems.append(Problem(edition.tree.place(), f"there is nothing to print of {edition.id}", RELEASE))
    for language in order.languages:
        translator = Translator(project, database, language)
        texts = notices(project, edition, translator, settings, name)
        files |= {f"{language}/{file}": text.encode() for file, text in texts.items()}
        problems += translator.problems
    return {**files, **licences_of(project)}


def licences_of(project: Project) -> dict[str, Path]:
    """Return the licence files of all layers of a project."""
    return {
        f"{_LICENCES}/{'kensei-docs/' if layer == shipped() else ''}{file.name}": file
        for layer in project.layers
        for pattern in LICENCE_FILES
        for file in sorted(layer.glob(pattern))
        if file.is_file()
    }


def _write(folder: Path, files: _Files) -> Path:
    """Write the files of a bundle and their checksums into a new folder, and return it; raises OSError."""
    for path, content in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Path):
            shutil.copyfile(content, file)
        else:
            file.write_bytes(content)
    lines = [f"{digest}  {path}\n" for path, digest in _digests(folder).items()]
    (folder / _CHECKSUMS).write_text("".join(lines), encoding="utf-8")
    return folder


def _digests(folder: Path) -> dict[str, str]:
    """Return the SHA-256 digest of each file in a folder by its path, sorted; raises OSError."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def notices(
    project: Project, edition: Edition, translator: Translator, settings: Settings, bundle: str
) -> dict[str, str]:
    """Return the texts of the change log and the feed of an edition by file name; without errata there is no feed.

    ``bundle`` is the name of the folder in which they are published.
    """
    base, language = settings.base, translator.language

    def id_of(erratum: str) -> str:
        return uuid5(_NAMESPACE, "/".join((base, edition.id, language, erratum))).urn

    filled = environment(project, translator, SHARED)
    log = ErrataLog(edition, translator)
    filled.globals |= {
        "edition": edition,
        "log": log,
        "base": base,
        # The address of the page: earlier versions have no link.
        "page": f"{base}{bundle}/{language}/{PAGE}",
        "author": settings.author or edition.game,
        "id_of": id_of,
    }
    texts = {
        name: filled.get_template(f"{name}.j2").render()
        for name in (MARKDOWN, PAGE, FEED)
        if name != FEED or log.issues
    }
    texts[MARKDOWN] = re.sub(r"\n{3,}", "\n\n", texts[MARKDOWN])
    return texts
