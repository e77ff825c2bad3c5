"""A live preview: the faces of a kind in the browser, laid out anew as their files change.

``watch`` notices what changed, ``bench`` (in one thread, for the renderer is not made for several)
lays out the faces that come out otherwise, ``screen`` draws them, ``server`` hands them to the
browser, and ``page`` is what they stand on.
"""
