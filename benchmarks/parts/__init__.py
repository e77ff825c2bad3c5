"""The parts of the benchmark, one module each: ``measure(folder, sizes, runs)`` yields its rows."""
