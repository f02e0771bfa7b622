// Serves a folder as a static host does: on this machine alone, with or without the headers that make its pages isolated.
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

/** What makes a page cross-origin isolated, so that threads may share memory. */
export const ISOLATION = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
};

const TYPES = /** @type {Readonly<Record<string, string>>} */ ({
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
});

/**
 * @param {string} folder
 * @param {{ port?: number, isIsolated?: boolean }} [options]  port 0, the default, is any that is free
 * @returns {Promise<{ address: string, close: () => Promise<void> }>}
 */
export async function serveFolder(folder, { port = 0, isIsolated = true } = {}) {
  const headers = isIsolated ? ISOLATION : {};
  const server = createServer(async ({ url = "/" }, response) => {
    const path = normalize(decodeURIComponent(new URL(url, "http://localhost").pathname));
    const file = await fileFor(join(folder, path));
    const status = file === undefined ? 404 : 200;
    const found = file ?? join(folder, "404.html");
    const type = TYPES[extname(found)] ?? "application/octet-stream";
    response.writeHead(status, { ...headers, "content-type": type, "cache-control": "no-cache" });
    response.end(await readFile(found).catch(() => "not found"));
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(undefined));
  });
  const bound = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    address: `http://127.0.0.1:${bound.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @param {string} path @returns {Promise<string | undefined>} */
async function fileFor(path) {
  for (const each of [path, join(path, "index.html"), `${path}.html`]) {
    const facts = await stat(each).catch(() => undefined);
    if (facts?.isFile()) return each;
  }
  return undefined;
}
