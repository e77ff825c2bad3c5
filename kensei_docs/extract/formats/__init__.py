"""How a document sets its figures: one recipe a module, named after the shape of the page.

Each module has ``KEY``, the key that names it in a reading (``passage``), and
``read(reading, findings)``, which adds what it finds to the findings.
"""
