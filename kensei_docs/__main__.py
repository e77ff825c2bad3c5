"""``python -m kensei_docs`` is the command ``kensei-docs``.

Processes that help this one may run its file again, so the command is imported only to be run.
"""

import gc
import sys

# So many new objects, and the collector looks for garbage among them.
_MANY_OBJECTS = 20_000


def main() -> None:
    """Run the command.

    Much is made and little is garbage: a tenth of a short run would go into looking for it.
    """
    gc.set_threshold(_MANY_OBJECTS, 10, 10)
    try:
        from kensei_docs.cli import main as command

        command()
    except (KeyboardInterrupt, RuntimeError) as fault:
        # Python wraps whatever is raised while a class is being made, as at every import.
        if KeyboardInterrupt not in map(type, (fault, fault.__cause__)):
            raise
        # As click says it, of whom nothing may have been imported yet.
        sys.exit("\nAborted!")
    finally:
        # Nor is anything looked through that goes with the process.
        gc.freeze()


if __name__ == "__main__":
    main()
