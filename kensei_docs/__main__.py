"""``python -m kensei_docs`` is the command ``kensei-docs``.

Worker processes may import this file again, so the command is imported only where it is run.
"""

import gc
import os
import signal
import sys

# How long after a lost interruption the next one comes, in seconds.
_SOON = 0.01

# The collector runs after this many new objects.
_MANY_OBJECTS = 20_000


def main() -> None:
    """Run the command.

    A run makes many objects and little garbage: the collector's default thresholds cost a tenth of a short run.
    """
    gc.set_threshold(_MANY_OBJECTS, 10, 10)
    sys.unraisablehook = interrupt_again
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


def interrupt_again(fault: "sys.UnraisableHookArgs") -> None:
    """Interrupt the command again when Python drops a KeyboardInterrupt; tell other dropped faults as Python does.

    fault: what ``sys.unraisablehook`` is given. Python drops what is raised in a callback of its own, such as the
    one that frees a module's lock after an import: the command would print a traceback and run on.
    """
    if not issubclass(fault.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(fault)
        return
    # Importing it takes time that most runs need not spend.
    import threading

    # Later: what is raised here is dropped too.
    again = threading.Timer(_SOON, os.kill, (os.getpid(), signal.SIGINT))
    again.daemon = True
    again.start()


if __name__ == "__main__":
    main()
