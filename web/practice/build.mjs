// Makes the folder of offline practice: node build.mjs <sources of Cambio, zipped> <folder>
//
// Pyodide itself runs here, to compile everything for the Python that will load it. Only brotli copies are kept: every
// browser takes brotli where a page may work offline, and nothing is there twice.

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { loadPyodide } from "pyodide";

const [sources, folder] = process.argv.slice(2);
const here = new URL(".", import.meta.url);
const pyodideFolder = new URL("../node_modules/pyodide/", here);
const cache = new URL("../node_modules/.cache/cambio/", here);
const WHEEL = "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl";
/** The best would save a tenth of the download, and let whoever builds the page wait for most of a minute. */
const QUALITY = 9;
/** Plays a round, and one of each level, so that all that practice loads is loaded. */
const REHEARSE = `
import asyncio, json
from cambio import Game
from cambio.bots.levels import LADDER
from cambio.bots.round_runner import play_round, seated
from cambio.bots.styles import STYLES
from cambio.server.practice.practice_server import PracticeServer
from cambio.server.protocol.messages import VERSION
from cambio.server.settings import Settings

OFFLINE = [name for name, style in STYLES.items() if style.plays_offline]
for level in OFFLINE:
    game = Game("cambia", seats=2, seed=1)
    play_round(game, seated(game, [LADDER[level]] * 2, seed=1))

told = []
server = PracticeServer(lambda line, text: told.append(json.loads(text or "{}")), Settings(pace=0, window=0))
for path in ("choices", "presets", "levels", "rules/schema", "rules/gallery"):
    assert server.answer("GET", path, "es", "")[0] == 200
assert server.answer("POST", "rules", "en", '{"rules": "cambia", "changes": {"snap.penalty": 1}}')[0] == 200
assert server.answer("POST", "tables", "en", '{"rules": "none"}')[0] == 422
made = json.loads(server.answer("POST", "tables", "en", json.dumps({"bots": OFFLINE[-3:], "start": True}))[1])
server.answer("POST", "session", "en", '{"name": "Ana"}')
server.open_line(1, made["table"])
server.receive(1, json.dumps({"type": "hello", "ticket": "practice", "version": VERSION}))

async def play():
    answered = set()
    while not any((message.get("board") or {}).get("phase") == "over" for message in told):
        yours = next((message["yours"] for message in reversed(told) if message.get("yours")), {})
        question = yours.get("question")
        if question is not None and question not in answered and yours.get("legal"):
            answered.add(question)
            legal = yours["legal"]
            action = next((each for each in ("ready", "call", "throw", "skip", "keep") if each in legal), legal[0])
            command = {"type": "act", "action": action, "question": question, "cmd_id": f"{len(told):024x}"}
            server.receive(1, json.dumps(command))
        await asyncio.sleep(0.01)
    server.close_line(1)

await asyncio.wait_for(play(), 120)
`;

async function compile() {
  // The order of sets must not depend on the day.
  const pyodide = await loadPyodide({
    indexURL: pyodideFolder.pathname,
    env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0", CAMBIO_ENGINE: "interpreted" },
  });
  const bring = async (name, path) => pyodide.FS.writeFile(name, new Uint8Array(await readFile(path)));
  await bring("/stdlib.zip", new URL("python_stdlib.zip", pyodideFolder));
  await bring("/cambio.zip", sources);
  await bring("/msgspec.whl", new URL(WHEEL, here));
  pyodide.unpackArchive(pyodide.FS.readFile("/msgspec.whl"), "wheel", { extractDir: "/packages" });
  pyodide.runPython(`import sys; sys.path[:0] = ["/packages", "/cambio.zip"]`);
  await pyodide.runPythonAsync(REHEARSE);
  pyodide.runPython(await readFile(new URL("compile.py", here), "utf8"));
  return { "python.zip": pyodide.FS.readFile("/python.zip"), "msgspec.zip": pyodide.FS.readFile("/msgspec.zip") };
}

const digest = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("hex");

/** Large files take some seconds, and hardly ever change. */
async function compress(bytes) {
  const kept = new URL(`${digest(bytes)}.${QUALITY}.br`, cache);
  if (existsSync(kept)) return readFile(kept);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const compressed = await promisify(brotliCompress)(bytes, { params });
  await mkdir(cache, { recursive: true });
  await writeFile(new URL(`${digest(bytes)}.part`, cache), compressed);
  await rename(new URL(`${digest(bytes)}.part`, cache), kept);
  return compressed;
}

const files = await compile();
for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"])
  files[name] = await readFile(new URL(name, pyodideFolder));
const names = Object.keys(files).sort();
const version = digest(...names.flatMap((name) => [name, files[name]])).slice(0, 16);
await rm(folder, { recursive: true, force: true });
await mkdir(join(folder, version), { recursive: true });
const listed = await Promise.all(
  names.map(async (name) => {
    const compressed = await compress(files[name]);
    await writeFile(join(folder, version, `${name}.br`), compressed);
    return { path: `/practice/${version}/${name}`, size: files[name].length, download: compressed.length };
  }),
);
const { info } = JSON.parse(await readFile(new URL("pyodide-lock.json", pyodideFolder), "utf8"));
await writeFile(join(folder, "practice.json"), JSON.stringify({ version, info, files: listed }, null, 1) + "\n");
// Timers that Python has given up would be waited for.
process.exit();
