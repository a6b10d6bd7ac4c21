"""Runs in Pyodide when the web client is built: archives of source become archives of bytecode, which starts sooner.

Of the standard library only what practice has loaded is kept. Docstrings are left out, assertions are not.
"""

import ast
import importlib._bootstrap_external as external
import importlib.util
import sys
import zipfile

NO_DATE = (1980, 1, 1, 0, 0, 0)
#: Beside what is loaded from the start: what is told of errors, and what time and texts may ask for.
ALSO = {"_strptime", "calendar", "encodings.ascii", "encodings.idna", "encodings.latin_1", "stringprep", "traceback"}
#: They load their modules one by one, when something needs them; so all of them are kept.
WHOLE = ("asyncio.", "collections.", "importlib.resources.", "json.", "pathlib.", "re.", "zipfile.")


def bytecode(source, name):
    tree = ast.parse(source, name)
    for node in ast.walk(tree):
        is_documented = isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        if is_documented and ast.get_docstring(node, clean=False) is not None:
            node.body[:1] = [] if len(node.body) > 1 else [ast.copy_location(ast.Pass(), node.body[0])]
    code = compile(tree, name, "exec", dont_inherit=True)
    return bytes(external._code_to_hash_pyc(code, importlib.util.source_hash(source), False))


def module_of(name):
    return name.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def convert(files, packed):
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as out:
        for name, data in sorted(files.items()):
            if name.endswith(".py"):
                name, data = f"{name}c", bytecode(data, name)
            out.writestr(zipfile.ZipInfo(name, NO_DATE), data)


def read(archive, is_wanted):
    with zipfile.ZipFile(archive) as zipped:
        return {name: zipped.read(name) for name in zipped.namelist() if not name.endswith("/") and is_wanted(name)}


def is_loaded(name):
    module = module_of(name)
    return module in sys.modules or module in ALSO or module.startswith(WHOLE)


def is_of_msgspec(name):
    """Without types, and what checks other formats than ours."""
    return name.startswith("msgspec/") and (name.endswith(".so") or module_of(name) in sys.modules)


convert(read("/stdlib.zip", is_loaded) | read("/cambio.zip", lambda name: True), "/python.zip")
convert(read("/msgspec.whl", is_of_msgspec), "/msgspec.zip")
