"""Words in every language: the catalogues of messages, and the translator that printed pages take their texts from.

``messages`` collects the messages that can be printed; ``po`` reads and writes catalogues, and ``update`` keeps them up
to date. ``translator`` returns the words to print in a language, with ``number_words`` for numbers in words and counted
nouns, and ``fact_names`` for facts without a text; ``translation_faults`` has what is wrong with a translation.
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
