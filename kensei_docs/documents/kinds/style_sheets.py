"""The style sheet of a kind: several files, joined and then changed by a theme; and where something in it stands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from kensei_docs.documents.kinds.kind import MANIFEST, STYLE, Kind
from kensei_docs.problems import Place, Problem, Unusable, closest, unusable
from kensei_docs.project import SHARED_TEMPLATES, Project

# The style sheet of all kinds, and the folder of the style sheets that a kind names under `styles`.
THEME = "theme.css"
STYLES = "styles"
# The folder of the files of themes.
THEMES = "themes"
CHECK = "style"

# What opens or closes a block, and what may hold a brace that does neither: a comment, a string, a URL. A string ends
# with its line at the latest.
_PART = re.compile(
    r"""/\*.*?(?:\*/|\Z)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|(?i:url)\(\s*(?:[^"'\s)][^)\n]*)?\)|[{}]""", re.S
)
_CLOSED = re.compile(r"""/\*.*\*/|(["'])(?:\\.|[^\\])*\1""", re.S)


@dataclass(frozen=True)
class StyleSheet:
    """The texts of the files of a kind's style sheet, in order: those of all kinds, then the kind's own.

    ``theme`` is the file of the theme that changes it and adds to it.
    """

    files: tuple[tuple[Path, str], ...]
    theme: Path | None

    @property
    def css(self) -> str:
        """The texts of all files, joined."""
        return "\n".join(text for _, text in self.files)

    def place(self, line: int, column: int, css: str) -> Place:
        """Return the place in a file of a line and column of ``css``: this sheet as the theme has changed it."""
        themed = css.split("\n")[line - 1]
        for file, text in self.files:
            lines = text.split("\n")
            if line <= len(lines):
                # The theme may have changed lengths and colours before the column.
                return Place(str(file), line, column if lines[line - 1] == themed else None)
            line -= len(lines)
        lines = self.theme.read_text(encoding="utf-8").split("\n") if self.theme else []
        return Place(str(self.theme), next((n for n, one in enumerate(lines, 1) if themed.strip() in one), None))


def read_style_sheet(project: Project, kind: Kind, theme: str) -> StyleSheet:
    """Return the style sheet of a kind; ``theme`` is a name.

    Raises Unusable for a file that is missing or can't be read, and for a block, a string or a comment that nothing
    closes: it would take all that follows with it, in other files too.
    """
    shared = [folder / THEME for folder in reversed(project.folders(*SHARED_TEMPLATES))]
    known = project.named_files(*SHARED_TEMPLATES, STYLES, suffix=".css")
    for name in kind.styles:
        if name not in known:
            message = f"'styles' names '{name}', which is not a style sheet of _shared/{STYLES}{closest(name, known)}"
            raise unusable(kind.folder / MANIFEST, f"{message}; mend the name, or add the file", CHECK)
    first = [file for file in shared if file.is_file()]
    own = [*(known[name] for name in kind.styles), kind.folder / STYLE]
    files = tuple((file, _read(file)) for file in (*first, *own))
    themes = project.named_files(*SHARED_TEMPLATES, THEMES)
    return StyleSheet(files, themes.get(theme))


def _read(file: Path) -> str:
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as fault:
        line = file.read_bytes()[: fault.start].count(b"\n") + 1
        raise unusable(file, "is not UTF-8 text; save it in that encoding", CHECK, line) from fault
    except OSError as fault:
        raise unusable(file, f"can't be read ({fault.strerror}); check the file", CHECK) from fault
    if (opened := _unclosed(text)) is not None:
        parts = {"/": ("comment", "'*/'"), "{": ("block", "'}'")}
        what, closing = parts.get(text[opened], ("string", "its quotation mark again"))
        place = Place(str(file), text.count("\n", 0, opened) + 1, opened - text.rfind("\n", 0, opened))
        raise Unusable(Problem(place, f"this {what} is never closed; write {closing} at its end", CHECK))
    return text


def _unclosed(css: str) -> int | None:
    """Return where the first string or comment that nothing closes begins, or else the last such block; or None."""
    opened: list[int] = []
    for part in _PART.finditer(css):
        if part[0] == "{":
            opened.append(part.start())
        elif part[0] == "}" and opened:
            opened.pop()
        elif part[0][0] in "/\"'" and not _CLOSED.fullmatch(part[0]):
            return part.start()
    return opened[-1] if opened else None
