"""A static site of editions: rules, cards and what to print, for any host, from a folder, and without a network.

What goes in is the database, the templates of the reference and the printed faces of cards; what comes out is a folder
of pages, pictures, and scripts with data. Nothing in it is fetched from elsewhere, all addresses are relative.
"""
