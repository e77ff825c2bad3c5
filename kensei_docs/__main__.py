"""``python -m kensei_docs`` is the command ``kensei-docs``.

Processes that help this one may run its file again, so the command is imported only to be run.
"""

import gc


def main() -> None:
    """Run the command."""
    from kensei_docs.cli import main as command

    try:
        command()
    finally:
        # At the end of a process nothing needs to be looked through for garbage.
        gc.freeze()


if __name__ == "__main__":
    main()
