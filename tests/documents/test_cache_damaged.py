"""Whatever happens to the files of a cache, what is printed is what a clean cache prints."""

from __future__ import annotations

import random
import shutil
from xml.etree import ElementTree

import pytest

from kensei_docs.documents.layout.renderer import font_configuration
from tests.conftest import run_command

pytestmark = pytest.mark.usefixtures("laid_out_each_time")

KINDS = ("ability-cards", "quick-reference")


@pytest.fixture(scope="module")
def printed(tmp_path_factory, request):
    """A project that was printed once, for the screen too, and the folder of all its caches."""
    folder = tmp_path_factory.mktemp("damaged")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KENSEI_CACHE", str(folder / "kept"))
        assert run_command("init", folder / "game").status == 0

        def build():
            shutil.rmtree(folder / "game" / "build", ignore_errors=True)
            result = run_command("--project", folder / "game", "build", *KINDS, "-l", "en", "--paper", "a4")
            assert (result.status, result.err) == (0, "")
            return {file.name: file.read_bytes() for file in (folder / "game" / "build").rglob("*") if file.is_file()}

        yield build, build(), folder / "kept"


@pytest.mark.parametrize(
    "files", ["data/*", "faces/**/index.json", "faces/**/*.pack", "typefaces/*", "outputs.json", "compiled/*"]
)
def test_a_flipped_bit_anywhere_changes_no_byte_that_is_printed(printed, files):
    build, clean, caches = printed
    damaged = sorted(file for file in caches.glob(f"*/{files}") if file.is_file())
    assert damaged
    chance = random.Random(files)
    for _ in range(2):
        for file in damaged:
            whole = bytearray(file.read_bytes())
            whole[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
            file.write_bytes(whole)
        assert build() == clean


def test_what_lies_in_the_project_is_no_cache(printed):
    """A cache that came with a project: a build doesn't read it, and removes it if it is one of an earlier version."""
    build, clean, caches = printed
    game = caches.parent / "game"
    for name in ("faces", "typefaces", "revisions"):
        (game / "build" / ".cache" / name).mkdir(parents=True)
    (game / "build" / ".cache" / "outputs.json").write_text('{"outputs": {}, "orders": {}}')
    result = run_command("--project", game, "build", *KINDS, "-l", "en", "--paper", "a4")
    assert result.status == 0 and "build/.cache: the caches lie in your own cache folder now" in result.err
    assert not (game / "build" / ".cache").exists()
    (game / "build" / ".cache").mkdir()
    (game / "build" / ".cache" / "mine.txt").write_text("mine")
    result = run_command("--project", game, "build", *KINDS, "-l", "en", "--paper", "a4")
    assert result.err == "" and (game / "build" / ".cache" / "mine.txt").is_file()
    assert build() == clean


def test_printing_elsewhere_writes_nothing_into_the_project(printed, tmp_path):
    """A project on a disk that can only be read prints too."""
    _, _, caches = printed
    game = caches.parent / "game"
    before = {file: file.stat().st_mtime_ns for file in game.rglob("*")}
    out = ("--out", tmp_path / "out")
    result = run_command("--project", game, "build", *KINDS, "-l", "en", "--paper", "a4", *out)
    assert result.status == 0 and (tmp_path / "out").is_dir()
    assert {file: file.stat().st_mtime_ns for file in game.rglob("*")} == before


def test_a_folder_may_have_any_name_and_what_is_damaged_is_written_again(tmp_path, monkeypatch):
    monkeypatch.setenv("KENSEI_CACHE", str(tmp_path / "Swords & <Shields>"))
    config = font_configuration()
    assert ElementTree.parse(config).findtext("cachedir") == str(config.parent)
    whole = config.read_bytes()
    config.write_bytes(whole.replace(b"cachedir", b"\xff", 1))
    assert font_configuration() == config and config.read_bytes() == whole
