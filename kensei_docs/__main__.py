"""``python -m kensei_docs`` is the command ``kensei-docs``.

Processes that help this one may run its file again, so the command is imported only to be run.
"""


def main() -> None:
    """Run the command."""
    from kensei_docs.cli import main as command

    command()


if __name__ == "__main__":
    main()
