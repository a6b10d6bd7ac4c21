// The worker in which Python runs: the same rules, bots and tables as on a server. The page stays quick, whatever is
// computed here.

import type { FromWorker, ToWorker } from "./messages";

/** As much of Pyodide as is needed. */
type Pyodide = {
  FS: { writeFile: (path: string, content: Uint8Array) => void };
  unpackArchive: (archive: ArrayBuffer, format: string, options: { extractDir: string }) => void;
  runPython: (code: string) => unknown;
  pyimport: (name: string) => { PracticeServer: (send: (line: number, text?: string) => void) => PracticeServer };
};
type PracticeServer = {
  answer: (
    method: string,
    path: string,
    language: string,
    body: string,
  ) => { toJs: () => [number, string]; destroy: () => void };
  open_line: (line: number, table: string) => void;
  receive: (line: number, text: string) => void;
  close_line: (line: number) => void;
};
type LoadPyodide = (options: Record<string, unknown>) => Promise<Pyodide>;

const PACKAGES = "/packages";

let server: PracticeServer;

const tell = (message: FromWorker): void => postMessage(message);

async function start(folder: string, info: Record<string, string>): Promise<void> {
  const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}/pyodide.mjs`)) as { loadPyodide: LoadPyodide };
  const [pyodide, packages] = await Promise.all([
    loadPyodide({
      indexURL: `${folder}/`,
      stdLibURL: `${folder}/python.zip`,
      // Nothing else is ever fetched.
      lockFileContents: { info, packages: {} },
      packageBaseUrl: `${folder}/`,
      env: { HOME: "/home/pyodide", CAMBIO_ENGINE: "interpreted" },
    }),
    fetch(`${folder}/msgspec.zip`).then((answer) => answer.arrayBuffer()),
  ]);
  pyodide.unpackArchive(packages, "zip", { extractDir: PACKAGES });
  pyodide.runPython(`import sys; sys.path.insert(0, "${PACKAGES}")`);
  const { PracticeServer } = pyodide.pyimport("cambio.server.practice.practice_server");
  server = PracticeServer((line, text) => tell({ type: "message", line, text: text ?? null }));
  tell({ type: "ready" });
}

function answer({ id, method, path, language, body }: ToWorker & { type: "request" }): void {
  const proxy = server.answer(method, path, language, body);
  const [status, text] = proxy.toJs();
  proxy.destroy();
  tell({ type: "answer", id, status, text });
}

onmessage = ({ data }: MessageEvent<ToWorker>): void => {
  switch (data.type) {
    case "start":
      start(data.folder, data.info).catch((reason: unknown) => tell({ type: "failed", reason: String(reason) }));
      return;
    case "request":
      return answer(data);
    case "open":
      return server.open_line(data.line, data.table);
    case "message":
      return server.receive(data.line, data.text);
    case "close":
      return server.close_line(data.line);
  }
};
