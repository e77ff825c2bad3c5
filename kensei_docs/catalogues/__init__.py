"""Words in every language: gettext catalogues of the records', the vocabulary's and the templates'
messages, and the translator that printed pages take their texts from."""

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
