import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = new Map([
  [".html", "text/html"],
  [".mjs", "text/javascript"],
  [".jsonl", "application/jsonl"],
]);

/** With these a page is cross-origin isolated, and has SharedArrayBuffer. */
const ISOLATED = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

/** The stage's files over HTTP, on a free port of this machine alone. @param {import("./stage.mjs").Stage} stage @returns {Promise<{ origin: string, close: () => void }>} */
export async function serveStage({ folder }) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const type = TYPES.get(extname(pathname));
    try {
      if (type === undefined) throw new Error("no such kind of file");
      const body = await readFile(join(folder, normalize(pathname)));
      response.writeHead(200, { ...ISOLATED, "content-type": `${type}; charset=utf-8` }).end(body);
    } catch {
      response.writeHead(404, ISOLATED).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("a server on a port must have an address");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
