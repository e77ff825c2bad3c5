"""Pages in headless Chromium, driven over its pipe of the DevTools protocol: no library, no port."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select
from typing import Any

import axe_core_python
import pytest

AXE = Path(axe_core_python.__file__).with_name("axe.min.js")
CHROMIUM = shutil.which("chromium")
# Of keys that are no letter: the code that Chromium knows them by.
_KEYS = {"Enter": 13, "Escape": 27, "ArrowUp": 38, "ArrowDown": 40, "ArrowLeft": 37, "ArrowRight": 39, "Tab": 9}
# Seconds to wait for a browser, a server or another process: so long a wait means that something hangs, even on a
# machine with much else to do.
PATIENCE = 300
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed: apt-get install chromium")


class Left(AssertionError):
    """A page was left for another one while a script ran in it."""


class Chromium:
    """A running browser; ``page`` opens a page in a context of its own, without what others kept."""

    def __init__(self, profile: Path) -> None:
        assert CHROMIUM
        here_in, there_out = os.pipe()
        there_in, here_out = os.pipe()
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"]
        options += [f"--user-data-dir={profile}", "--remote-debugging-pipe", "--force-color-profile=srgb"]
        command = f'exec "$0" "$@" 3<&{there_in} 4>&{there_out}'
        # What lays out faces in this process leaves a configuration without the machine's fonts behind.
        settings = {name: value for name, value in os.environ.items() if not name.startswith("FONTCONFIG")}
        self._process = subprocess.Popen(
            ["bash", "-c", command, CHROMIUM, *options],
            env=settings,
            pass_fds=(there_in, there_out),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(there_in)
        os.close(there_out)
        self._out, self._in = os.fdopen(here_out, "wb", 0), os.fdopen(here_in, "rb", 0)
        self._rest, self._count = b"", 0
        self.events: list[dict[str, Any]] = []

    def send(self, method: str, session: str = "", **values: Any) -> dict[str, Any]:
        """Send a command and return its result; events that come before it are kept."""
        self._count += 1
        number = self._count
        message = {"id": number, "method": method, "params": values, **({"sessionId": session} if session else {})}
        self._out.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == number:
                if "navigated" in answer.get("error", {}).get("message", ""):
                    raise Left(f"{method}: {answer['error']}")
                assert "error" not in answer, f"{method}: {answer['error']}"
                found: dict[str, Any] = answer["result"]
                return found
            self.events.append(answer)

    def wait(self, method: str, session: str) -> None:
        """Wait for an event of a page."""
        while not any(one.get("method") == method and one.get("sessionId") == session for one in self.events):
            self.events.append(self._read())

    def forget(self, method: str, session: str) -> None:
        """Forget the events of a kind of a page."""
        self.events = [one for one in self.events if (one.get("method"), one.get("sessionId")) != (method, session)]

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            assert select([self._in], [], [], PATIENCE)[0], f"Chromium does not answer: {self.events[-3:]}"
            data = self._in.read(1 << 16)
            assert data, "Chromium has ended"
            self._rest += data
        one, _, self._rest = self._rest.partition(b"\0")
        found: dict[str, Any] = json.loads(one)
        return found

    @contextmanager
    def page(self, url: str, width: int = 1280, height: int = 800, **settings: Any) -> Iterator[Page]:
        """Open a page: ``dark`` asks for dark colours, ``phone`` for a touch screen."""
        context = self.send("Target.createBrowserContext")["browserContextId"]
        target = self.send("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session)
        page.open(url, width, height, **settings)
        yield page
        self.send("Target.disposeBrowserContext", browserContextId=context)

    def close(self) -> None:
        """End the browser."""
        self._out.close()
        try:
            self._process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._in.close()


class Page:
    """A page: what its reader does, and what its script says."""

    def __init__(self, browser: Chromium, session: str) -> None:
        self._browser, self._session = browser, session

    def send(self, method: str, **values: Any) -> dict[str, Any]:
        """Send a command to this page."""
        return self._browser.send(method, self._session, **values)

    def open(self, url: str, width: int, height: int, dark: bool = False, phone: bool = False) -> None:
        """Load an address at a size of the screen, and wait until it is there."""
        for domain in ("Page", "Runtime", "Log"):
            self.send(f"{domain}.enable")
        self.resize(width, height, phone)
        features = [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        self.send("Emulation.setEmulatedMedia", features=features)
        if phone:
            self.send("Emulation.setTouchEmulationEnabled", enabled=True)
        self._load("Page.navigate", url=url)

    def reload(self) -> None:
        """Load the page anew, and wait until it is there."""
        self._load("Page.reload")

    def _load(self, method: str, **values: Any) -> None:
        # Pages that it showed before were loaded, too.
        self._browser.forget("Page.loadEventFired", self._session)
        self.send(method, **values)
        self._browser.wait("Page.loadEventFired", self._session)
        self("document.fonts.ready.then(() => 1)")

    def resize(self, width: int, height: int, phone: bool = False) -> None:
        """Set the size of the screen in CSS pixels."""
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)

    def __call__(self, script: str) -> Any:
        """Return the value of a script; it runs whatever the page's policy lets run."""
        answer = self.send(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def press(self, *keys: str, held: int = 0) -> None:
        """Press keys by name, such as ``Enter`` or ``j``; ``held`` are others: 1 Alt, 2 Control, 8 Shift, or a sum."""
        for key in keys:
            code = _KEYS.get(key, ord(key[0].upper()))
            more = {"text": key} if len(key) == 1 and not held else {"text": "\r"} if key == "Enter" else {}
            for kind, text in (("keyDown", more), ("keyUp", {})):
                given = {"key": key, "windowsVirtualKeyCode": code, "modifiers": held, **text}
                self.send("Input.dispatchKeyEvent", type=kind, **given)

    def type(self, text: str) -> None:
        """Type a text, letter by letter."""
        self.press(*text)
        self.frame()

    def frame(self) -> None:
        """Wait until the page was drawn, or was left."""
        self._tried("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")

    def click(self, selector: str) -> None:
        """Press the mouse on the middle of the first element that a selector finds."""
        place = f"""(() => {{ const one = document.querySelector({json.dumps(selector)});
            let box = one.getClientRects()[0];
            if (box.y < 0 || box.bottom > innerHeight) one.scrollIntoView({{ block: "center", behavior: "instant" }});
            box = one.getClientRects()[0]; return [box.x + box.width / 2, box.y + box.height / 2]; }})()"""
        x, y = self(place)
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        self.frame()

    def drag(self, selector: str, right: float, down: float, alt: bool = False) -> None:
        """Drag the first element that a selector finds by its middle, by some pixels, in two steps."""
        x, y = self(f"""(() => {{ const one = document.querySelector({json.dumps(selector)});
            one.scrollIntoView({{ block: "center", behavior: "instant" }});
            const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()""")
        for kind, share in (
            ("mouseMoved", 0),
            ("mousePressed", 0),
            ("mouseMoved", 0.5),
            ("mouseMoved", 1),
            ("mouseReleased", 1),
        ):
            at = {"x": x + share * right, "y": y + share * down, "modifiers": int(alt)}
            self.send("Input.dispatchMouseEvent", type=kind, button="left", buttons=int(share > 0), clickCount=1, **at)
        self.frame()

    def until(self, script: str, patience: float = PATIENCE) -> Any:
        """Wait until a script gives something true, and return that; else what the page says is in the error."""
        end = time.monotonic() + patience
        while not (found := self._tried(script)):
            assert time.monotonic() < end, f"{script}: {self('document.body.innerText')} {self.errors}"
            time.sleep(0.02)
        return found

    def _tried(self, script: str) -> Any:
        """Return the value of a script; None where the page was left meanwhile, as one is that waits for another."""
        try:
            return self(script)
        except Left:
            return None

    @property
    def errors(self) -> list[str]:
        """What the page's script and its policy complained about."""
        found = []
        for one in self._browser.events:
            if one.get("sessionId") != self._session:
                continue
            if one["method"] == "Runtime.exceptionThrown":
                found.append(one["params"]["exceptionDetails"]["exception"].get("description", "?"))
            elif one["method"] == "Log.entryAdded" and one["params"]["entry"]["level"] == "error":
                found.append(one["params"]["entry"]["text"])
        return found

    def picture(self, file: Path) -> None:
        """Write what the screen shows as a PNG."""
        file.write_bytes(b64decode(self.send("Page.captureScreenshot")["data"]))


def faults_of_access(page: Page) -> list[str]:
    """Return what axe-core finds on a page: contrast, names, landmarks, headings; each with the first places."""
    page(AXE.read_text(encoding="utf-8") + "; 1")
    rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
    found = page(f"axe.run(document, {{ runOnly: {json.dumps(rules)} }}).then((said) => said.violations)")
    return [f"{one['id']}: {', '.join(node['html'][:120] for node in one['nodes'][:4])}" for one in found]
