"""What is installed and what lies in a folder is found without importing it."""

from importlib.metadata import PackageNotFoundError, version

import pytest

from kensei_docs.discover import version_of


@pytest.mark.parametrize(
    "package",
    [
        "weasyprint",
        "pydyf",
        "fonttools",
        "Jinja2",
        "Babel",
        "pdfminer.six",
        "pdfplumber",
        "ruamel.yaml",
        "font-source-sans-pro",
    ],
)
def test_the_version_of_a_package_is_what_the_package_says(package: str) -> None:
    assert version_of(package) == version(package)


def test_a_package_that_is_not_installed_is_told() -> None:
    with pytest.raises(PackageNotFoundError, match="lamps-of-the-delta"):
        version_of("lamps-of-the-delta")
