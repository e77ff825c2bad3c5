"""A floor: the words of the same cards, set by ReportLab.

usage: reportlab_cards.py CARDS.json OUT.pdf TYPEFACE.ttf
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

if __name__ == "__main__":
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.lib.units import mm
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import Frame, Paragraph

    cards = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    pdfmetrics.registerFont(TTFont("Sans", sys.argv[3]))
    canvas = Canvas(sys.argv[2], pagesize=A4)
    styles = {"name": ParagraphStyle("name", fontName="Sans", fontSize=14, leading=17)}
    plain = ParagraphStyle("plain", fontName="Sans", fontSize=10, leading=13)
    for number, card in enumerate(cards):
        column, row = number % 3, number // 3 % 3
        if number and not number % 9:
            canvas.showPage()
        frame = Frame((8 + 65 * column) * mm, (200 - 90 * row) * mm, 63 * mm, 88 * mm)
        frame.addFromList([Paragraph(text, styles.get(name, plain)) for name, text in card.items()], canvas)
    canvas.save()
