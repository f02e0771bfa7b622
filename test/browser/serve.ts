import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

const ISOLATED = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
} as const;
const STRICT = { "content-security-policy": "default-src 'self'; script-src 'self'" } as const;

/** What a page may do, as its server says in headers. */
const POLICIES = {
  /** Nothing said: no SharedArrayBuffer constructor, and no shared memory may be sent to a worker. */
  plain: {},
  /** Cross-origin isolated: shared memory may go anywhere. */
  isolated: ISOLATED,
  /** WebAssembly, but no code from text. */
  "wasm-only": { "content-security-policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'" },
  /** Neither WebAssembly nor code from text. */
  strict: STRICT,
  "isolated-strict": { ...ISOLATED, ...STRICT },
} as const;

export type Policy = keyof typeof POLICIES;

export interface Site {
  readonly address: (policy: Policy, page: string) => string;
  readonly close: () => Promise<void>;
}

/** Serves the bundles of `folder` on this machine alone, once under each policy: `/strict/witness.html` runs `/strict/witness.mjs`. */
export async function serve(folder: string): Promise<Site> {
  const server = createServer(async ({ url = "/" }, response) => {
    const [, policy, file] = /^\/([a-z-]+)\/((?:chunks\/)?[\w.-]+)$/.exec(url) ?? [];
    if (!(policy in POLICIES)) return response.writeHead(404).end();
    const headers = { ...POLICIES[policy as Policy], "cache-control": "no-store" };
    const page = /^(.*)\.html$/.exec(file)?.[1];
    if (page !== undefined) {
      response.writeHead(200, { ...headers, "content-type": "text/html" });
      return response.end(
        `<!doctype html><title>${page}</title><script type="module" src="${page}.mjs"></script>`,
      );
    }
    const script = await readFile(join(folder, file)).catch(() => undefined);
    if (script === undefined) return response.writeHead(404).end();
    return response.writeHead(200, { ...headers, "content-type": "text/javascript" }).end(script);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: (policy, page) => `http://127.0.0.1:${port}/${policy}/${page}.html`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
