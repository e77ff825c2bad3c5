"""What tests of the pages that ask the engine do on them: press what has a name, fill in what has a label, read."""

from __future__ import annotations

import json

from tests.browser import Page

_NAMED = """(name, at) => {
  const box = [...document.querySelectorAll("dialog[open]")].pop() || document.querySelector("main");
  const all = [...box.querySelectorAll("button, a")];
  // Words are kept together by spaces of their own.
  const plain = (text) => (text || "").replace(/\\s+/g, " ").trim();
  // What stands in the page for all languages shows one.
  const says = (one) => [one.getAttribute("aria-label"), one.textContent, one.innerText].map(plain);
  const found = all.filter((one) => says(one).includes(name))[at];
  if (found) found.click();
  return found ? "" : all.map((one) => says(one).find(Boolean)).join(", ");
}"""
_FILLED = """(label, text) => {
  const plain = (one) => one.textContent.replace(/\\s+/g, " ");
  const box = [...document.querySelectorAll("label")].find((one) => plain(one).startsWith(label));
  const field = box.querySelector("input, select");
  field.value = text;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}"""
# What can be pressed and is smaller than a thumb; links within a text may be.
SMALL = """[...document.querySelectorAll("button, a[href], input, select")].filter((one) => {
  const box = one.getBoundingClientRect();
  const small = box.height < 43.5 || box.width < 43.5;
  return box.width && small && !one.closest(".skip, .txt, .cite") && !one.matches(".lnk, .skip");
}).map((one) => `${one.getAttribute("aria-label") || one.textContent} ${one.getBoundingClientRect().height}`)"""


def press(page: Page, name: str, at: int = 0) -> None:
    """Press the button or link of that name, the first or a later one, in the sheet that is open or on the page."""
    others = page(f"({_NAMED})({json.dumps(name)}, {at})")
    assert not others, f"{name} is not among {others}"
    page.frame()


def type_into(page: Page, label: str, text: str) -> None:
    """Fill in the field of a label."""
    page(f"({_FILLED})({json.dumps(label)}, {json.dumps(text)})")
    page.frame()


def said(page: Page, selector: str = "#app") -> str:
    """Return what a part of the page says, with plain spaces."""
    text = page(f"document.querySelector({json.dumps(selector)}).innerText")
    return " ".join(str(text).split())
