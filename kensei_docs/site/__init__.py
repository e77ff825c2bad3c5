"""A static site of editions: rules, cards and what to print, for any host, from a folder, and without a network.

What goes in is the database, the templates of the reference and the printed faces of cards; what comes out is a folder
of pages, pictures, and scripts with data. Nothing in it is fetched from elsewhere, all addresses are relative.

``snapshot`` writes a database as it was loaded, and reads it. ``questions`` answers what pages ask, from a snapshot:
that module, and all that it imports, runs in the browser. ``runtime`` packs them with the Python that runs there.
"""
