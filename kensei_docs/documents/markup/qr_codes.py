"""QR codes that link a print to its rule in the HTML pages of an edition."""

from __future__ import annotations

from urllib.parse import quote, urlsplit

from markupsafe import Markup

from kensei_docs.problems import unusable

# Characters of an address at most: with more, the squares of a code on a card are too small for a telephone.
_MAX_LENGTH = 100


def require_address(address: str) -> str:
    """Return the address of a folder with HTML pages, with a slash at its end; raises Unusable for an invalid one."""
    parts = urlsplit(address)
    is_plain = address.isascii() and address.isprintable() and " " not in address
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment or not is_plain:
        message = f"'{address}' is not the address of a folder; write one such as https://example.org/rules"
    elif len(address) > _MAX_LENGTH:
        message = (
            f"this address has {len(address)} letters; a code on a card has room for {_MAX_LENGTH}, "
            "so use a shorter one"
        )
    else:
        return f"{address.removesuffix('/')}/"
    raise unusable("build", message, "codes")


def code_to(address: str, page: str, anchor: str = "") -> Markup:
    """Return a QR code with its quiet zone, as an SVG drawing that fills its box, in a link to the same URL.

    ``address`` is a result of ``require_address``, ``page`` a path below it, ``anchor`` the id of an element of the
    page.
    """
    # Imported here, because most prints have no codes.
    import segno

    url = address + quote(page) + (f"#{quote(anchor)}" if anchor else "")
    drawing = segno.make(url, error="m", micro=False).svg_inline(omitsize=True, svgclass=None, lineclass=None)
    return Markup('<a class="code" href="{}">{}</a>').format(url, Markup(drawing))
