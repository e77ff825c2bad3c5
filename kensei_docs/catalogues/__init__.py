"""Words in every language: the catalogues of messages, and the translator that printed pages take their texts from.

``messages`` collects what can be printed; ``update_status_compile`` keeps catalogues up to date, with ``po_lines``, and
``catalogue_files`` reads them. ``translator`` decides which words are printed, with ``numbers_and_nouns``, and
``fact_names`` for facts without a text; ``pseudo`` is the test language. ``localised_messages`` are for the checks of
words.
"""

from kensei_docs.catalogues.messages import MESSAGE_LANGUAGE, Message, collect, languages, written_languages
from kensei_docs.catalogues.pseudo import PSEUDO, translator_for
from kensei_docs.catalogues.translator import Translator

__all__ = [
    "MESSAGE_LANGUAGE",
    "PSEUDO",
    "Message",
    "Translator",
    "collect",
    "languages",
    "translator_for",
    "written_languages",
]
