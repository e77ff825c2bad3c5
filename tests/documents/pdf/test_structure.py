"""What a reader who can't see the page is told: headings, paragraphs and tables, in order."""

import pikepdf
import pytest


def kids_of(element):
    """The kids of an element, one or several."""
    kids = element.get("/K", [])
    return list(kids) if isinstance(kids, pikepdf.Array) else [kids]


def told(element):
    """An element's tags and pieces: (tag, [kids]); a piece of a page's content is None."""
    kids = [kid for kid in kids_of(element) if isinstance(kid, pikepdf.Dictionary)]
    return str(element.S)[1:], [told(kid) if "/S" in kid else None for kid in kids]


def tags(tree):
    tag, kids = tree
    yield tag
    for kid in kids:
        if kid:
            yield from tags(kid)


def structure(pdf):
    (document,) = pdf.Root.StructTreeRoot.K
    return document


def test_a_page_is_headings_paragraphs_and_tables(printed):
    with pikepdf.open(printed.pdf("quick-reference")) as pdf:
        (face,) = structure(pdf).K[0].K
        found = list(tags(told(face)))
        assert found[0] == "Sect"
        assert {"H1", "H2", "P", "Table", "TR", "TH", "TD"} <= set(found)
        assert found.count("P") > 3
        assert "Span" not in found and "Figure" not in found


def test_a_card_that_is_printed_once_is_more_than_one_paragraph(printed):
    with pikepdf.open(printed.pdf("ability-cards", "es")) as pdf:
        wade = structure(pdf).K[0].K[0]
        assert str(wade.T) == "Vadear"
        assert list(tags(told(wade)))[:4] == ["Sect", "P", "P", "P"]


def test_a_card_that_is_printed_often_is_one_paragraph_wherever_it_stands(printed):
    with pikepdf.open(printed.pdf("command-deck")) as pdf:
        first = structure(pdf).K[0].K
        assert [(str(face.S), str(face.T), int(face.K)) for face in first[:2]] == [
            ("/P", "Deck of reeds", 0),
            ("/P", "Deck of reeds", 1),
        ]


def test_a_head_of_a_table_says_whether_it_is_over_a_column_or_beside_a_row(printed):
    scopes = []

    def look(element):
        for kid in kids_of(element):
            if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
                if str(kid.S) == "/TH":
                    scopes.append(str(kid.A.Scope))
                look(kid)

    with pikepdf.open(printed.pdf("quick-reference")) as pdf:
        look(structure(pdf).K[0])
    assert {"/Row", "/Column"} == set(scopes)


@pytest.mark.parametrize("kind", ["ability-cards", "command-deck", "markers", "quick-reference"])
def test_every_marked_piece_of_content_belongs_to_an_element_and_the_other_way_round(printed, kind):
    with pikepdf.open(printed.pdf(kind)) as pdf:
        numbers = list(pdf.Root.StructTreeRoot.ParentTree.Nums)
        parents = {int(numbers[i]): numbers[i + 1] for i in range(0, len(numbers), 2)}
        streams = [page.obj for page in pdf.pages]
        streams += {form.objgen: form for page in pdf.pages for form in page.Resources.XObject.values()}.values()
        seen = 0
        for stream in streams:
            pieces = [
                int(i.operands[1].MCID)
                for i in pikepdf.parse_content_stream(stream)
                if str(i.operator) == "BDC" and "/MCID" in i.operands[1]
            ]
            if not pieces:
                continue
            owners = parents[int(stream.StructParents)]
            for piece in pieces:
                assert piece in [
                    int(kid.MCID) if isinstance(kid, pikepdf.Dictionary) else int(kid)
                    for kid in kids_of(owners[piece])
                    if not isinstance(kid, pikepdf.Dictionary) or "/MCID" in kid
                ]
            seen += len(pieces)
        assert seen


@pytest.mark.parametrize(("language", "said"), [("en", "en"), ("es", "es")])
def test_every_document_says_its_language_title_and_author(printed, language, said):
    for kind in ("ability-cards", "command-deck", "markers", "quick-reference"):
        with pikepdf.open(printed.pdf(kind, language)) as pdf:
            assert (str(pdf.Root.Lang), bool(pdf.Root.MarkInfo.Marked)) == (said, True)
            assert str(pdf.docinfo.Title) and str(pdf.docinfo.Author) == "Kensei Docs"


def test_every_element_knows_what_holds_it_and_every_piece_its_page_and_form(printed):
    for kind in ("ability-cards", "quick-reference", "markers"):
        with pikepdf.open(printed.pdf(kind)) as pdf:
            root = pdf.Root.StructTreeRoot
            owners: dict[tuple[int, int], set[int]] = {}

            def walk(element, page=None, owners=owners):
                page = element.get("/Pg", page)
                for kid in kids_of(element):
                    if isinstance(kid, int):
                        owners.setdefault(page.objgen, set()).add(element.objgen)
                    elif "/S" in kid:
                        assert kid.P.objgen == element.objgen
                        walk(kid, page)
                    else:
                        assert (kid.Pg.objgen, str(kid.Stm.Subtype)) == (page.objgen, "/Form")
                        owners.setdefault(kid.Stm.objgen, set()).add(element.objgen)

            (document,) = root.K
            assert document.P.objgen == root.objgen
            walk(document)
            found = {page.obj.objgen: page.obj.get("/StructParents") for page in pdf.pages}
            found |= {
                one.objgen: one.get("/StructParents")
                for page in pdf.pages
                for one in page.obj.Resources.XObject.values()
            }
            numbers = list(root.ParentTree.Nums)
            told = {
                int(key): {one.objgen for one in some if one is not None}
                for key, some in zip(numbers[::2], numbers[1::2], strict=True)
            }
            assert owners == {who: told[int(key)] for who, key in found.items() if key is not None and told[int(key)]}
