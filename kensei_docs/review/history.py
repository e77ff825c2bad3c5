"""The actions of a review, kept in a folder so that each can be undone, after a restart too."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from kensei_docs.files import digest_of, write_whole
from kensei_docs.problems import Said, say, unusable
from kensei_docs.review import CHECK, refused

_PENDING = "pending.json"


class History:
    """The actions on the files of the project in the folder ``root``.

    ``folder`` has a JSON file for each action: its description, the texts of the files before it, and their digests
    after it. If an action was interrupted, ``pending.json`` is there too: the action is undone at once.
    """

    def __init__(self, root: Path, folder: Path) -> None:
        self._root = root
        self._folder = folder
        pending = folder / _PENDING
        if pending.is_file():
            self._restore(json.loads(pending.read_text(encoding="utf-8")))
            pending.unlink()

    def do(self, description: Said, name: str, act: Callable[[], object], files: Collection[Path]) -> None:
        """Run ``act``, which changes ``files`` for the record ``name``, and keep it as an action to undo.

        If it raises an exception, the files are restored, and the exception is raised again.
        """
        before = {str(file.relative_to(self._root)): _text(file) for file in dict.fromkeys(files)}
        write_whole(self._folder / _PENDING, json.dumps(before))
        try:
            act()
        except BaseException:
            self._restore(before)
            (self._folder / _PENDING).unlink()
            raise
        changed = {name: text for name, text in before.items() if _text(self._root / name) != text}
        if changed:
            digests = {name: _digest(self._root / name) for name in changed}
            action = {"did": description.message, "name": name, "before": changed, "after": digests}
            write_whole(self._folder / f"{len(self._files()) + 1:05}.json", json.dumps(action, ensure_ascii=False))
        (self._folder / _PENDING).unlink()

    def last(self) -> str | None:
        """Return the description of the last action; None if there is none to undo."""
        files = self._files()
        return _description(json.loads(files[-1].read_text(encoding="utf-8"))) if files else None

    def undo(self) -> str:
        """Undo the last action and return its description; raises Unusable if one of its files has changed since."""
        steps = self._files()
        if not steps:
            raise refused(say("there is nothing to undo"))
        action: dict[str, Any] = json.loads(steps[-1].read_text(encoding="utf-8"))
        for name, digest in action["after"].items():
            if _digest(self._root / name) != digest:
                message = say(
                    "was changed by hand since; undo '%(did)s' by hand, or take your change back first",
                    did=_description(action),
                )
                raise unusable(self._root / name, message, CHECK)
        self._restore(action["before"])
        steps[-1].unlink()
        return _description(action)

    def _files(self) -> list[Path]:
        """Return the files of the actions, the last action last."""
        return sorted(self._folder.glob("[0-9]*.json")) if self._folder.is_dir() else []

    def _restore(self, files: Mapping[str, str | None]) -> None:
        """Write the texts of files, by path in the project; None deletes the file."""
        for name, text in files.items():
            file = self._root / name
            if text is None:
                file.unlink(missing_ok=True)
                # An empty folder of templates would be read as a kind of document.
                with suppress(OSError):
                    file.parent.rmdir()
            else:
                write_whole(file, text.encode("utf-8"))


def _description(action: Mapping[str, Any]) -> str:
    """Return the description of an action, with the name of its record."""
    # Actions written by earlier versions have a whole sentence in English.
    if "name" not in action:
        return str(action["did"])
    return say("%(did)s: %(name)s", did=say(action["did"]), name=action["name"])


def _text(file: Path) -> str | None:
    """Return the text of a file with its line ends unchanged; None if there is no file."""
    return file.read_bytes().decode("utf-8") if file.is_file() else None


def _digest(file: Path) -> str | None:
    return digest_of(file.read_bytes()) if file.is_file() else None
