"""What a PDF says of itself: title, language, and how to print it."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from kensei_docs import __version__
from kensei_docs.documents.kinds.paper import Flip
from kensei_docs.documents.pdf.objects import Pdf, ref, string

AUTHOR = "Kensei Docs"

_METADATA = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<pdf:Producer>{author} {version}</pdf:Producer>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
"""


@dataclass(frozen=True)
class About:
    """Title, subject, language and the edge to flip at when printing both sides."""

    title: str
    subject: str
    language: str
    flip: Flip | None


def describe(pdf: Pdf, about: About) -> None:
    """Give the PDF its language, its metadata, and how it is to be shown and printed."""
    pdf.catalog["Lang"] = string(about.language)
    # A sheet that a viewer shrinks to the printer's margins is a sheet of the wrong size.
    duplex = f"/Duplex/DuplexFlip{'Long' if about.flip == 'long-edge' else 'Short'}Edge"
    pdf.catalog["ViewerPreferences"] = f"<</DisplayDocTitle true/PrintScaling/None{duplex if about.flip else ''}>>"
    pdf.info.update(
        {
            "Title": string(about.title),
            "Author": string(AUTHOR),
            "Subject": string(about.subject),
            "Producer": string(f"{AUTHOR} {__version__}"),
        }
    )
    pdf.catalog["Metadata"] = ref(
        pdf.ready_stream(
            "/Type/Metadata/Subtype/XML",
            _METADATA.format(
                title=escape(about.title),
                author=AUTHOR,
                subject=escape(about.subject),
                language=escape(about.language),
                version=__version__,
            ).encode(),
        )
    )
