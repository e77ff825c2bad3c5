"""Words in every language: gettext catalogues of the records', the vocabulary's and the templates'
messages, and the translator that printed pages take their texts from."""

from kensei_docs.catalogues.messages import MESSAGE_LANGUAGE, Message, collect, languages
from kensei_docs.catalogues.translator import Translator

__all__ = ["MESSAGE_LANGUAGE", "Message", "Translator", "collect", "languages"]
