// Compiles modules with the Python that runs them in a browser: node bytecode.mjs MODULES OUT, beside the files of the
// runtime. Both are archives (zip); OUT has each module of MODULES as bytecode, and nothing of it is run.
import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "./pyodide.mjs";

const [modules, out] = process.argv.slice(2);
const python = await loadPyodide();
python.FS.writeFile("/modules.zip", new Uint8Array(readFileSync(modules)));
python.runPython(`
import warnings
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash
from types import CodeType
from zipfile import ZipFile

warnings.simplefilter("ignore")

def bare(code, name):
    # Numbers of lines, for traces that nobody sees there, are a third of it.
    inner = tuple(bare(one, name) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=b"", co_filename=name, co_consts=inner)

with ZipFile("/modules.zip") as given, ZipFile("/out.zip", "w") as made:
    for name in given.namelist():
        source = given.read(name)
        # Without what is for readers, and without assertions, which the tests have held.
        code = compile(source, name, "exec", dont_inherit=True, optimize=2)
        made.writestr(name, _code_to_hash_pyc(bare(code, name.rpartition("/")[2]), source_hash(source), False))
`);
writeFileSync(out, python.FS.readFile("/out.zip"));
