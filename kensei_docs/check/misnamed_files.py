"""Files and folders of a project that nothing reads, since their names are almost those that are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from kensei_docs.catalogues import messages
from kensei_docs.catalogues.po import read_po_file
from kensei_docs.discover import files_of
from kensei_docs.problems import Place, Problem, closest
from kensei_docs.project import (
    BESIDE,
    CATALOGUES,
    COVERAGE,
    DATA,
    EDITIONS,
    ERRATA,
    LINEAGES,
    PROOFREADING,
    READ_FOLDERS,
    SHARED_TEMPLATES,
    WORDING,
    Project,
)
from kensei_docs.slugs import likeliest

_OF_DATA = (EDITIONS, ERRATA, CATALOGUES, LINEAGES, WORDING, COVERAGE, PROOFREADING)
# The names that are read in a folder of a project, by the folder.
_READ: dict[tuple[str, ...], tuple[str, ...]] = {
    (): (*READ_FOLDERS, *BESIDE),
    (DATA,): (*(name for _, name in _OF_DATA), "vocabulary.yaml", "glossary.yaml"),
}
# What is written for YAML, too.
_ENDINGS = {".yml": ".yaml"}


def misnamed_files(project: Project, of_templates: Iterable[str]) -> Iterator[Problem]:
    """Yield a problem for each file or folder of the project itself whose name is almost one that is read there.

    That one is missing: what stands beside it is the author's own. ``of_templates`` are the names that are read in
    ``templates/_shared``.
    """
    for steps, names in {**_READ, SHARED_TEMPLATES: tuple(of_templates)}.items():
        folder = project.layers[0].joinpath(*steps)
        if folder.is_dir():
            # Where capitals make no difference, the folder 'Art' is 'art' too.
            missing = [name for name in names if not (folder / name).exists()]
            for entry in sorted(folder.iterdir()):
                # Of a .yml in it, the reader of the data says so.
                is_told = steps == (DATA,) and entry.suffix in _ENDINGS
                if entry.name not in names and not is_told and (meant := _meant(entry, missing)):
                    message = f"is not read; did you mean '{meant}'?; rename it"
                    yield Problem(Place(str(entry)), message, "")
    known = {*project.named_folders(*EDITIONS), messages.TEMPLATES, messages.VOCABULARY, messages.REPORTS}
    for language in project.named_folders(*CATALOGUES):
        folder = project.layers[0].joinpath(*CATALOGUES, language)
        # A comparison of two editions has the ids of both.
        unknown = [file for file in files_of(folder, ".po") if not known.issuperset(file.stem.split("--"))]
        for file in unknown:
            # Its messages say whose they are.
            domains = Counter(entry.context.partition("/")[0] for entry in read_po_file(file, language).messages)
            meant = next((name for name, _ in domains.most_common(1) if name in known), "")
            remedy = f"; rename it '{meant}.po', whose messages it has"
            if not meant or (folder / f"{meant}.po").exists():
                hint = closest(file.name, sorted(f"{name}.po" for name in known))
                remedy = f"{hint}; give it the id of one, or remove it"
            message = f"is the catalogue of no edition{remedy}"
            yield Problem(Place(str(file)), message, "")


def _meant(entry: Path, missing: Collection[str]) -> str | None:
    """Return the missing name that an entry is meant to have, if any; a folder is not meant to be a file."""
    suffix = entry.suffix.lower()
    name = entry.stem + _ENDINGS.get(suffix, suffix)
    alike = [one for one in missing if bool(Path(one).suffix) != entry.is_dir()]
    if capitals := next((one for one in alike if one.casefold() == name.casefold()), None):
        return capitals
    # Many a name has some letters of a short one: 'parts' is not 'art'.
    near = [one for one in alike if one[0] == name[:1].casefold() and abs(len(one) - len(name)) <= 1]
    return likeliest(name, near)
