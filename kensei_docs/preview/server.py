"""The pages of the preview, and what they ask for: news of a view, a close look at a face, a change of its layout."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any

from jinja2 import Environment

from kensei_docs import faults
from kensei_docs.catalogues import Translator
from kensei_docs.documents.layout.placed_boxes import PARTS, Rectangle
from kensei_docs.documents.products.options import load_themes
from kensei_docs.documents.products.product import FACES, load_products
from kensei_docs.figures import localise
from kensei_docs.languages import language
from kensei_docs.preview.close_look import first_sheet, look_at, refused
from kensei_docs.preview.layout_edits import LayoutEdits
from kensei_docs.preview.updates import UpdateThread, WatchedProject
from kensei_docs.preview.views import PageState, View, preview_languages
from kensei_docs.problems import Said, Unusable, say, unusable
from kensei_docs.project import EDITIONS, TEMPLATES, Project
from kensei_docs.serving import HOST, LocalServer, Pages, Response, as_json, html, render, whole_number

# In templates/_shared, where the words of all pages are.
PAGE, FACE, STATE = "preview.html.j2", "preview-face.html.j2", "preview-state.html.j2"
ASSETS = ("screen.css", "screen.js", "patch.js", "preview.css", "preview.js", "preview-look.js")
# Seconds after which a request for a newer state is answered, even if there is none.
_NEWS_TIMEOUT_S = 20.0
# Seconds that the request for a page waits for its first faces.
_FIRST_FACES_TIMEOUT_S = 2.0
# The addresses by which known editors open a file at a line.
EDITORS = {
    "vscode": "vscode://file{file}:{line}:{column}",
    "vscodium": "vscodium://file{file}:{line}:{column}",
    "cursor": "cursor://file{file}:{line}:{column}",
    "zed": "zed://file{file}:{line}:{column}",
    "idea": "idea://open?file={file}&line={line}",
    "sublime": "subl://open?url=file://{file}&line={line}",
    "textmate": "txmt://open?url=file://{file}&line={line}",
}
# An address with a scheme of its own, and such as a browser itself would take for a page or a script.
_ADDRESS = re.compile(r"([a-z][a-z0-9+.-]*):\S+", re.I)
_OF_BROWSER = {"javascript", "data", "vbscript", "file", "blob", "about", "view-source"}


def editor_address(name: str) -> str:
    """Return the address of a place in an editor, by its name or as it is; empty without one.

    Raises Unusable for one that has no ``{file}``, or runs or shows something in the browser.
    """
    if not name or name in EDITORS:
        return EDITORS.get(name, "")
    match = _ADDRESS.fullmatch(name)
    if not match or "{file}" not in name or match[1].lower() in _OF_BROWSER:
        said = say(
            "'%(name)s' opens no editor; write %(known)s, or an address such as %(example)s",
            name=name,
            known=", ".join(EDITORS),
            example="my-editor://open?file={file}&line={line}",
        )
        raise unusable("preview", said, "editor")
    return name


class Preview(LocalServer):
    """Serves the preview of a project until it is shut down: a page for each view, in the view's language."""

    def __init__(self, project: Project, start: View, port: int, host: str = HOST, editor: str = "") -> None:
        """Listen on a port, 0 for any free port, of an address; raises Unusable if that can't be.

        ``editor`` is the address of a place in an editor, for links on this machine; empty for none.
        """
        super().__init__("preview", port, Pages(project, ASSETS, (PAGE, FACE, STATE)), host)
        self.project, self.start = project, start
        self.updates = UpdateThread(project)
        self._layout = LayoutEdits(project)
        self._editor = editor

    @property
    def first(self) -> Mapping[str, str]:
        """The view that the preview starts with."""
        return asdict(self.start)

    def answer(self, path: str, fields: Mapping[str, str], here: bool) -> Response:
        """Return the page of a view, its news, a close look, the first sheet, a picture or an asset."""
        view = self._view(fields)
        match path:
            case "/":
                environment, translator = self.pages.environment(view.language)
                parts = self._parts(environment, translator, self.updates.state(view, 0, _FIRST_FACES_TIMEOUT_S))
                given: dict[str, Any] = {"view": asdict(view), "choices": self._choices(view, translator)}
                # Another machine can neither change files nor open them.
                local = {"secret": self.token, "editor": self._editor, "folder": Path.cwd().as_posix()}
                given |= local if here else dict.fromkeys(local, "")
                return html(render(environment, PAGE, language=translator.language, **given, **parts))
            case "/news":
                # What the browser's script replaces on the page.
                environment, translator = self.pages.environment(view.language)
                since = whole_number(fields.get("since", ""))
                state = self.updates.state(view, -1 if since is None else since, _NEWS_TIMEOUT_S)
                return as_json({"version": state.version, **self._parts(environment, translator, state)})
            case "/look":
                return self._look(view, fields, here)
            case "/sheet":
                pictures = partial(first_sheet, self.updates, view)
                return as_json(self._told(view, lambda: {"pictures": self.updates.do(pictures)}))
        return self.part(path)

    def act(self, path: str, fields: Mapping[str, Any]) -> Response:
        """Change the layout of a face, and return the look at it as it is then, with what was done or why not.

        ``of`` is the slot of the box: the other side, or the art beneath, perhaps.
        """
        words = {name: str(value) for name, value in fields.items() if isinstance(value, str)}
        view, slot, stamp = self._view(words), words.get("slot", ""), words.get("stamp", "")
        of = words.get("of", slot)
        number = fields.get("number")
        number = number if isinstance(number, int) else -1
        layout = self._layout

        def do(watched: WatchedProject) -> Said:
            match path:
                case "/do/move":
                    return layout.move(watched, view, of, number, stamp, _rectangle(fields))
                case "/do/take-out":
                    return layout.take_out(watched, view, of, number, stamp)
                case "/do/copy":
                    return layout.copy_kind(watched, view, slot)
                case "/do/undo":
                    return layout.undo()
                case "/do/redo":
                    return layout.redo()
            raise refused(say("there is no such action; load the page anew"))

        return self._look(view, words, True, do)

    def _look(
        self, view: View, fields: Mapping[str, str], here: bool, do: Callable[[WatchedProject], Said] | None = None
    ) -> Response:
        """Return a close look at a face, after something was done, for the page's script."""
        slot, also = fields.get("slot", ""), fields.get("also", "")
        _, translator = self.pages.environment(view.language)

        def look(watched: WatchedProject) -> dict[str, Any]:
            shown = look_at(self.updates, watched, view, slot, also, self._editor if here else "")
            for side in shown["sides"]:
                side["fault"] = translator.report(side["fault"] or "")
                for box in side["boxes"]:
                    box["refusal"] = translator.report(box["refusal"])
            own = here and self._layout.is_own(self.project.named_folders(TEMPLATES)[shown["kind"]])
            done, undone = self._layout.undoable, self._layout.redoable
            return {
                **shown,
                "here": here,
                "own": own,
                "undo": translator.report(done) if done and here else "",
                "redo": translator.report(undone) if undone and here else "",
            }

        told = self._told(view, lambda: {"said": translator.report(self.updates.do(do))}) if do else {}
        # The files are looked at again in between: what was written is filled in anew.
        return as_json(self._told(view, lambda: self.updates.do(look)) | told)

    def _told(self, view: View, answer: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Return an answer of the thread of updates, or its fault in words."""
        _, translator = self.pages.environment(view.language)
        try:
            return answer()
        except Unusable as fault:
            return {"fault": self._words_of(fault, translator)}
        except OSError as fault:
            said = say("%(file)s can't be read or written (%(reason)s)", file=fault.filename, reason=fault.strerror)
        except Exception as fault:
            # A fault of ours: the page stays, and the terminal names the report of it.
            print(faults.report_of(fault), file=sys.stderr)
            said = say("this program has a fault; its terminal says what to do")
        return {"fault": translator.report(said)}

    def _words_of(self, fault: Unusable, translator: Translator) -> str:
        told = (translator.problem(problem) for problem in fault.problems)
        return " ".join(one.message if one.place.file == "preview" else f"{one.place}: {one.message}" for one in told)

    def _view(self, fields: Mapping[str, str]) -> View:
        """Return the view that fields name; those that are lacking are those of the first view."""
        return replace(self.start, **{name: fields[name] for name in asdict(self.start) if name in fields})

    def picture(self, key: str) -> bytes | None:
        """Return the picture of a face that was shown, as a PNG, or None."""
        return self.updates.picture(key)

    def _parts(self, environment: Environment, translator: Translator, state: PageState) -> dict[str, Any]:
        """Return the HTML of the ``faces`` in order, each with a stamp that tells whether it changed, and of the state;
        raises Unusable where a template has a fault."""
        faces = [
            {"id": face.slot, "stamp": face.stamp, "html": render(environment, FACE, face=face)}
            for face in state.faces.values()
        ]
        took = None if state.took is None else localise(f"{state.took:.2f}", translator.language)
        return {"faces": faces, "state": render(environment, STATE, page=state, took=took)}

    def _choices(self, view: View, translator: Translator) -> Mapping[str, dict[str, str]]:
        """Return what can be chosen, by the name of the field: each value with its label."""
        products, _ = load_products(self.project)
        themes, _ = load_themes(self.project)
        choices = {
            "kind": {name: translator.template(name, product.title) for name, product in products.items()},
            "edition": {name: name for name in self.project.named_folders(*EDITIONS)},
            "language": {name: language(name).own_name for name in preview_languages(self.project)},
            "theme": {name: name for name in themes},
            "size": {"": "—", **{name: f"{name} ({size} mm)" for name, size in FACES.items()}},
        }
        for name, chosen in asdict(view).items():
            # An invalid value stays chosen; the page reports it.
            choices[name].setdefault(chosen, chosen)
        return choices

    def __exit__(self, *fault: Any) -> None:
        """Close the port, and end the thread of updates."""
        super().__exit__(*fault)
        self.updates.close()


def _rectangle(fields: Mapping[str, Any]) -> Rectangle:
    """Return the rectangle that a page sends; raises Unusable if it is none."""
    lengths = [fields.get(part) for part in PARTS]
    if not all(isinstance(one, int | float) and math.isfinite(one) for one in lengths):
        raise refused(say("this is not a request of the page"))
    return Rectangle(*(float(one) for one in lengths if one is not None))
