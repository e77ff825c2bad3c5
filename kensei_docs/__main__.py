"""``python -m kensei_docs`` is the command ``kensei-docs``.

Worker processes may import this file again, so the command is imported only where it is run.
"""

import gc
import sys

# The collector runs after this many new objects.
_MANY_OBJECTS = 20_000


def main() -> None:
    """Run the command.

    A run makes many objects and little garbage: the collector's default thresholds cost a tenth of a short run.
    """
    gc.set_threshold(_MANY_OBJECTS, 10, 10)
    try:
        from kensei_docs.cli import main as command

        command()
    except (KeyboardInterrupt, RuntimeError) as fault:
        # A KeyboardInterrupt while a class is created (during an import) arrives as the cause of a RuntimeError.
        if KeyboardInterrupt not in map(type, (fault, fault.__cause__)):
            raise
        # The message that click prints; click may not be imported yet.
        sys.exit("\nAborted!")
    finally:
        # The process ends: this skips the last garbage collection.
        gc.freeze()


if __name__ == "__main__":
    main()
