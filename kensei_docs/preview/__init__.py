"""A live preview: the faces of a kind in the browser, laid out again as their files change.

``watched_project`` notices which files changed. ``update_thread`` brings the views up to date that someone looks at:
one thread, because the renderer is not made for several. ``redrawn_faces`` lays out and draws what changed. ``page`` is
what the browser shows, and ``server`` answers the browser.
"""
