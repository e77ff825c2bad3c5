"""Words in every language: gettext catalogues of the records', the vocabulary's and the templates'
messages, and the translator that printed pages take their texts from."""

from kensei_docs.catalogues.messages import MESSAGE_LANGUAGE, Message, collect, languages
from kensei_docs.catalogues.translator import PSEUDO, Translator, translator_for

__all__ = ["MESSAGE_LANGUAGE", "PSEUDO", "Message", "Translator", "collect", "languages", "translator_for"]
