"""The checks of a document's text: functions with the decorator ``check``, which is their registration."""
