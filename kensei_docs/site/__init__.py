"""An edition on a static site: what a page asks, the engine answers in the browser, in the same Python.

``snapshot`` writes a database as it was loaded, and reads it. ``questions`` answers what pages ask, from a snapshot:
that module, and all that it imports, runs in the browser. ``runtime`` packs them with the Python that runs there.
"""
