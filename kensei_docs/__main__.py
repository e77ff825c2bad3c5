"""``python -m kensei_docs`` is the command ``kensei-docs``.

Worker processes may import this file again, so the command is imported only where it is run.
"""

import gc
import os
import signal
import sys

# Seconds until SIGINT is sent again after Python dropped a KeyboardInterrupt.
_RESEND_DELAY_S = 0.01

# New objects after which the garbage collector runs.
_GC_THRESHOLD = 20_000


def main() -> None:
    """Run the command.

    A run makes many objects and little garbage: the collector's default thresholds cost a tenth of a short run.
    """
    gc.set_threshold(_GC_THRESHOLD, 10, 10)
    open_closed_streams()
    sys.unraisablehook = interrupt_again
    try:
        from kensei_docs.cli import main as command

        command()
    except (KeyboardInterrupt, Exception) as error:
        # A KeyboardInterrupt while a class is created (during an import) arrives as the cause of a RuntimeError.
        if KeyboardInterrupt in map(type, (error, error.__cause__)):
            # The message that click prints; click may not be imported yet.
            sys.exit("\nAborted!")
        from kensei_docs import faults

        print(faults.report_of(error), file=sys.stderr)
        sys.exit(faults.EXIT_STATUS)
    finally:
        # The process ends: this skips the last garbage collection.
        gc.freeze()


def open_closed_streams() -> None:
    """Open the null device for each standard stream that is closed (``>&-``): what is printed there goes nowhere.

    The next file that is opened would get its number otherwise, and what a library prints would be written into it.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            number = os.open(os.devnull, os.O_RDWR)
            # Processes that are started have it too.
            os.set_inheritable(number, True)
            setattr(sys, name, open(number, mode, encoding="utf-8"))  # noqa: PTH123, SIM115  open until the end


def interrupt_again(dropped: "sys.UnraisableHookArgs") -> None:
    """Interrupt the command again when Python drops a KeyboardInterrupt; report other dropped exceptions as Python
    does.

    ``dropped`` is the argument of ``sys.unraisablehook``. Python drops exceptions of its own callbacks, such as the
    one that frees a module's lock after an import: the command would print a traceback and run on.
    """
    if not issubclass(dropped.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(dropped)
        return
    # Importing it takes time that most runs need not spend.
    import threading

    # Later, because an exception that is raised here is dropped too.
    again = threading.Timer(_RESEND_DELAY_S, os.kill, (os.getpid(), signal.SIGINT))
    again.daemon = True
    again.start()


if __name__ == "__main__":
    main()
