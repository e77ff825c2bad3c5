"""What the toolkit is held against: the same faces in one document, by WeasyPrint alone.

usage: plain_weasyprint.py IN.html OUT.pdf
"""

from __future__ import annotations

import sys

if __name__ == "__main__":
    from weasyprint import HTML

    HTML(filename=sys.argv[1]).write_pdf(sys.argv[2])
