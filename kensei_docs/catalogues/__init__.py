"""Words in every language: the catalogues of messages, and the translator that printed pages take their texts from.

``messages`` collects the messages that can be printed; ``update_status_compile`` keeps catalogues up to date, with
``po_lines``, and ``catalogue_files`` reads them. ``translator`` returns the words to print in a language, with
``numbers_and_nouns`` for numbers in words and counted nouns, and ``fact_names`` for facts without a text; ``pseudo`` is
the test language. ``localised_messages`` has each message in each language, for the checks of words.
"""

from kensei_docs.catalogues.messages import MESSAGE_LANGUAGE, Message, collect, languages, written_languages
from kensei_docs.catalogues.translator import PSEUDO, Translator, translator_for

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
