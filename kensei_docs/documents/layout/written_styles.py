"""What is wrong with the style sheets of a product as they are written, before any face is laid out.

A print says more, for it sees what each rule is used for: pictures, typefaces behind the first, values of variables.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from kensei_docs.documents.layout.renderer import renderer
from kensei_docs.documents.layout.style_findings import defects_of_records
from kensei_docs.documents.markup.font_families import PARTS, families_of
from kensei_docs.documents.products.product import Product, StyleSheet
from kensei_docs.problems import Place, Problem, closest
from kensei_docs.project import Project
from kensei_docs.slugs import likeliest

# Comments, and what is written out: neither has names. Their lines stay.
_NO_NAMES = re.compile(r"/\*.*?\*/|url\([^)]*\)|@font-face\s*\{[^}]*\}", re.S)
_URL = re.compile(r"url\(\s*[\"']?(?!typeface:|data:)[^)]*\)")
_SELECTOR = re.compile(r"([^{};]+)\{")
_CLASS = re.compile(r"\.([a-zA-Z_][\w-]*)")
_ELEMENT = re.compile(r"(?<![\w.#:()\[\]=\"'@-])[a-zA-Z][\w-]*(?![\w-]*[\])\"'])")
_CLASSES = re.compile(r"""(?<![\w-])class\s*=\s*(?:"([^"]*)"|'([^']*)')""")
# What a template may make a class of: names in quotation marks, and the beginnings of those that it puts together.
_QUOTED = re.compile(r""""[^"<>]*"|'[^'<>]*'""")
_NAME = re.compile(r"[\w-]+")
_BEGINNING = re.compile(r"([\w-]+)\{[{%]")
_FILLED_IN = re.compile(r"\S*\{[{%#].*?[}%#]\}\S*", re.S)
_COMMENT = re.compile(r"\{#.*?#\}|<!--.*?-->", re.S)
_VARIABLE = re.compile(r"(?<![\w-])--([\w-]+)\s*:")
_FIELD = re.compile(r"""\bdata-field=["']([\w-]+)["']""")
_USED = re.compile(r"var\(\s*--([\w-]+)\s*\)")
_FIRST_FAMILY = re.compile(r"""font-family\s*:\s*["']?([^;,}"'!]+)|(?<![\w-])font\s*:[^;}]*?["']([^"']+)["']""")
_FACE_FAMILY = re.compile(r"""@font-face\s*\{[^}]*?font-family\s*:\s*["']?([^;}"']+)""")
_NOT_NAMED = (
    *("serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "math", "emoji"),
    *("ui-serif", "ui-sans-serif", "ui-monospace", "ui-rounded", "inherit", "initial", "unset"),
)
# The variables that a face has besides those of its sizes of type.
_OF_FACES = ("face-width", "face-height", "vermilion")


def faults_of_styles(project: Project, sheet: StyleSheet, product: Product, known: Iterable[str]) -> Iterator[Problem]:
    """Yield a problem for each rule, property, value, variable and family of type of a product's own style sheets that
    can't be printed. ``known`` are the names of the colours, which are variables.

    Raises Unusable where the libraries of the renderer are missing.
    """
    markup = "\n".join(text for _, text in _texts_of(product))
    variables = {*known, *product.fit, *_OF_FACES, *_VARIABLE.findall(markup), *_VARIABLE.findall(sheet.css)}
    fields = {*_FIELD.findall(markup)}
    families = {family.strip() for family in _FACE_FAMILY.findall(sheet.css)} | {*families_of(project).names}
    families |= {*PARTS.values(), *_NOT_NAMED}
    lower = {family.lower() for family in families}
    for file, text in sheet.files:
        if not project.holds(file):
            continue
        for defect in defects_of_records(renderer().style_sheet(_URL.sub("none", text)).records, text, of_sheet=True):
            yield Problem(Place(str(file), defect.line or None, defect.column or None), defect.message, "")
        bare = _NO_NAMES.sub(_blank, text)
        for used in _USED.finditer(bare):
            # Shared rules may be for fields that this product has none of.
            # A field that 'fit' misspells is told there.
            is_misspelt = used[1] in fields and likeliest(used[1], product.fit.keys() - fields)
            if used[1] not in variables and file.parent == product.folder and not is_misspelt:
                near = closest(f"--{used[1]}", [f"--{name}" for name in variables])
                said = f"the variable '--{used[1]}' has no value here{near}; mend the name, or give it one"
                yield Problem(_place(file, text, used.start()), said, "")
        for named in _FIRST_FAMILY.finditer(bare):
            family = (named[1] or named[2]).strip()
            if family.lower() not in lower and "var(" not in family:
                near = closest(family, families.difference(_NOT_NAMED))
                said = f"there is no typeface '{family}'{near}; mend the name, or put its files into fonts/"
                yield Problem(_place(file, text, named.start(named.lastindex or 0)), said, "")


def misspelt_classes(product: Product, sheet: StyleSheet, shared: Iterable[Path]) -> Iterator[Problem]:
    """Yield a problem for each class of a product's templates that no style sheet has, but almost.

    The one that is alike stands in the product's own style sheet, and in no template of it, nor in those of the
    ``shared`` ones that it names.
    """
    own, texts = _templates_of(product, shared)
    quoted = "\n".join(part for text in texts for part in _QUOTED.findall(text))
    named, beginnings = set(_NAME.findall(quoted)), tuple(set(_BEGINNING.findall(quoted)))
    styled = {file: _classes_in(text) for file, text in sheet.files}
    known = set[str]().union(*styled.values())
    unused = {
        name
        for file, names in styled.items()
        for name in names - named
        if file.parent == product.folder and not name.startswith(beginnings)
    }
    for file, text in own.items() if unused else ():
        for attribute in _CLASSES.finditer(text):
            value = _FILLED_IN.sub(_blank, attribute[1] or attribute[2] or "")
            for name in value.split():
                meant = None if name in known else likeliest(name, unused)
                # 'no-icon' is the opposite of 'icon'.
                if meant and name not in meant.split("-") and meant not in name.split("-"):
                    fault = f"no style sheet has the class '{name}', and no template the class '{meant}' of the style"
                    yield Problem(_place(file, text, attribute.start()), f"{fault}; mend one of the two", "")


def classes_without_dot(product: Product, sheet: StyleSheet, shared: Iterable[Path]) -> Iterator[Problem]:
    """Yield a problem for each element in a product's own style sheet that its templates have as a class alone.

    ``shared`` are the templates that these may name.
    """
    _, texts = _templates_of(product, shared)
    named = {name for text in texts for part in _QUOTED.findall(text) for name in _NAME.findall(part)}
    for file, text in sheet.files:
        for element, place in _elements_in(file, text) if file.parent == product.folder else ():
            if element in named and not any(re.search(rf"<{element}\b(?!-)", one) for one in texts):
                fault = f"no template has an element '{element}'; did you mean '.{element}'?; write the dot of a class"
                yield Problem(place, fault, "")


def _templates_of(product: Product, shared: Iterable[Path]) -> tuple[dict[Path, str], list[str]]:
    """Return the templates of a product without comments, and the texts of all that they name."""
    own = {file: _COMMENT.sub(_blank, text) for file, text in _texts_of(product)}
    texts, more = [*own.values()], {file.name: file for file in shared}
    for text in texts:
        # Those that a template names are looked at, and then those that these name.
        for name in [name for name in more if name in text]:
            texts.append(more.pop(name).read_text(encoding="utf-8", errors="replace"))
    return own, texts


def _classes_in(css: str) -> set[str]:
    """Return the classes in the selectors of a style sheet."""
    return {name for selector in _SELECTOR.findall(_NO_NAMES.sub(_blank, css)) for name in _CLASS.findall(selector)}


def _elements_in(file: Path, css: str) -> Iterator[tuple[str, Place]]:
    """Yield each element in the selectors of a style sheet, with its place."""
    plain = _NO_NAMES.sub(_blank, css)
    for selector in _SELECTOR.finditer(plain):
        if not selector[1].lstrip().startswith("@"):
            for element in _ELEMENT.finditer(selector[1]):
                yield element[0], _place(file, plain, selector.start(1) + element.start())


def _texts_of(product: Product) -> Iterator[tuple[Path, str]]:
    """Yield each template of a product with its text."""
    for file in sorted(product.folder.glob("*.j2")):
        yield file, file.read_text(encoding="utf-8", errors="replace")


def _place(file: Path, text: str, index: int) -> Place:
    return Place(str(file), text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index))


def _blank(part: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", part[0])
