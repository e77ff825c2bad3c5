"""A live preview: the faces of a kind in the browser, laid out again as their files change.

``updates`` notices which files changed, and lays out and draws the faces that changed with them. ``page`` is what the
browser shows. ``server`` answers the browser, and brings the views up to date that someone looks at, in one thread,
because the renderer is not made for several.
"""
