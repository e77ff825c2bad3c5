"""The actions of a review, kept in a folder so that each can be undone, after a restart too."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from kensei_docs.files import digest_of, write_whole
from kensei_docs.problems import Said, say, unusable
from kensei_docs.review.refusals import CHECK, refused

_PENDING = "pending.json"


class History:
    """What was done to the files of a project ``root``, the last action last.

    ``kept`` is a folder with a file for each action: what it was, the files before it, and digests of them after it.
    An action that was cut off has files of its own there, and is undone at once.
    """

    def __init__(self, root: Path, kept: Path) -> None:
        self._root, self._kept = root, kept
        pending = kept / _PENDING
        if pending.is_file():
            self._put_back(json.loads(pending.read_text(encoding="utf-8")))
            pending.unlink()

    def do(self, did: Said, name: str, act: Callable[[], object], files: Collection[Path]) -> None:
        """Do something with the record ``name`` to files; where it fails, they are as they were, and the fault is
        raised again."""
        before = {str(file.relative_to(self._root)): _text(file) for file in dict.fromkeys(files)}
        write_whole(self._kept / _PENDING, json.dumps(before))
        try:
            act()
        except BaseException:
            self._put_back(before)
            (self._kept / _PENDING).unlink()
            raise
        changed = {name: text for name, text in before.items() if _text(self._root / name) != text}
        if changed:
            digests = {name: _digest(self._root / name) for name in changed}
            step = {"did": did.message, "name": name, "before": changed, "after": digests}
            write_whole(self._kept / f"{len(self._steps()) + 1:05}.json", json.dumps(step, ensure_ascii=False))
        (self._kept / _PENDING).unlink()

    def last(self) -> str | None:
        """Return what the last action was, None where there is none to undo."""
        steps = self._steps()
        return _done(json.loads(steps[-1].read_text(encoding="utf-8"))) if steps else None

    def undo(self) -> str:
        """Undo the last action and return what it was; raises Unusable where a file has changed since."""
        steps = self._steps()
        if not steps:
            raise refused(say("there is nothing to undo"))
        step: dict[str, Any] = json.loads(steps[-1].read_text(encoding="utf-8"))
        for name, digest in step["after"].items():
            if _digest(self._root / name) != digest:
                said = say(
                    "was changed by hand since; undo '%(did)s' by hand, or take your change back first", did=_done(step)
                )
                raise unusable(self._root / name, said, CHECK)
        self._put_back(step["before"])
        steps[-1].unlink()
        return _done(step)

    def _steps(self) -> list[Path]:
        return sorted(self._kept.glob("[0-9]*.json")) if self._kept.is_dir() else []

    def _put_back(self, files: Mapping[str, str | None]) -> None:
        for name, text in files.items():
            file = self._root / name
            if text is None:
                file.unlink(missing_ok=True)
                # An empty folder of templates would be a kind of document.
                with suppress(OSError):
                    file.parent.rmdir()
            else:
                write_whole(file, text.encode("utf-8"))


def _done(step: Mapping[str, Any]) -> str:
    """Return what was done, of a step that is kept."""
    # Steps that earlier versions kept have it in English only.
    return say("%(did)s: %(name)s", did=say(step["did"]), name=step["name"]) if "name" in step else str(step["did"])


def _text(file: Path) -> str | None:
    """Return the text of a file with its own line ends, None where there is none."""
    return file.read_bytes().decode("utf-8") if file.is_file() else None


def _digest(file: Path) -> str | None:
    return digest_of(file.read_bytes()) if file.is_file() else None
