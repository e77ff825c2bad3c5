"""A record with one message and its figures, as YAML, for tests of words."""

ABILITY = """reload:
  name: Reload
  figures: {{{figures}}}
  text: >-
    {text}
  status: prose
"""
