"""The caches: laid-out faces and finished outputs, kept by the digest of everything that they are made from."""
