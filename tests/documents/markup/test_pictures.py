"""A picture on a page for a screen: in the page, no larger than a screen, upright, transparent where it is."""

from __future__ import annotations

from base64 import b64decode
from io import BytesIO

import pytest
from PIL import Image

from kensei_docs.documents.markup.art_folder import Pictures
from kensei_docs.documents.markup.pictures import for_screen
from kensei_docs.project import Project
from tests.documents.drawn_pictures import RED, disc, halves, near, photograph, put


def on_screen(folder, name, content, **options):
    put(folder, name, content, **options)
    head, _, data = for_screen(Pictures(Project((folder,), folder), "", []).find(name)).partition(",")
    return head, b64decode(data)


@pytest.mark.parametrize(("wide", "found"), [(3000, (1200, 600)), (300, (300, 150))])
def test_a_picture_is_at_most_as_wide_as_a_page(tmp_path, wide, found):
    head, data = on_screen(tmp_path, "a.png", photograph(wide, wide // 2))
    with Image.open(BytesIO(data)) as picture:
        assert (head, picture.format, picture.size) == ("data:image/webp;base64", "WEBP", found)


def test_it_is_upright_and_what_is_transparent_stays_so(tmp_path):
    exif = Image.Exif()
    exif[0x0112] = 6
    with Image.open(BytesIO(on_screen(tmp_path, "a.jpg", halves(60, 40), exif=exif)[1])) as picture:
        assert picture.size == (40, 60)
    with Image.open(BytesIO(on_screen(tmp_path, "b.png", disc(90))[1])) as picture:
        assert picture.getpixel((1, 1))[3] == 0 and near(picture.getpixel((45, 45)), RED)


def test_a_drawing_has_its_pictures_in_it(tmp_path):
    put(tmp_path, "a.png", halves(60, 40))
    svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><image href='a.png' width='9'/></svg>"
    head, data = on_screen(tmp_path, "b.svg", svg)
    assert head == "data:image/svg+xml;base64" and b'href="data:image/webp;base64,' in data


def test_a_page_for_the_screen_has_the_pictures_of_its_template(herons):
    put(herons.folder, "a.png", halves(60, 40))
    herons.write("templates/frogs/kind.yaml", "title: Frogs\neach: ability\nface: 60x60\n")
    herons.write("templates/frogs/face.html.j2", "<p>{{ name(record) }}</p>")
    herons.write("templates/frogs/face.css", "")
    herons.write("templates/frogs/page.html.j2", "<!DOCTYPE html><html><head></head>{{ picture('a.png') }}</html>")
    assert herons.print("frogs") == []
    page = (herons.project.output / "herons/en/frogs.html").read_text(encoding="utf-8")
    assert 'src="data:image/webp;base64,' in page and "picture:" not in page
