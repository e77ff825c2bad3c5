"""What targets are made as: each module here has ``pieces`` (files to be) and ``make`` (them)."""
