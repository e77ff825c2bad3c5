"""The caches: laid-out faces and finished outputs, kept by the digest of everything that they are made from.

``face_cache`` keeps faces, and says by their cache keys when they are laid out again; ``face_set`` says which faces
belong together, ``output_cache`` when an output is written again.
"""
