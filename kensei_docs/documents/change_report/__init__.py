"""A report of the changes between two versions, on paper or for the screen.

``report`` chooses and orders what it says; ``lines`` makes a line of each change, of the ``line_parts``. `diff` prints
it; reprints use the same lines to say why a card changed.
"""
