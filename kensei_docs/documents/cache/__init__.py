"""The caches: laid-out faces and finished outputs, kept by the digest of everything that they are made from.

``cache_key`` says when a face is laid out again, ``face_set`` which faces belong together, and ``face_cache`` keeps
them; ``output_cache`` says when an output is written again.
"""
