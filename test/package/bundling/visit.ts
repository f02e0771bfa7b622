import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { type Answers, settledAnswers } from "../ask-engine.ts";
import type { Bundled } from "./bundler.ts";

/** What the probes of a page found, and what it loaded. */
export interface Visited {
  readonly answers: Answers;
  readonly requests: readonly string[]; // paths
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
};

/** Cross-origin isolated, as workers ask. */
const HEADERS = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

export async function openChromium(executablePath: string): Promise<Browser> {
  return await chromium.launch({ executablePath, args: ["--headless=new", "--no-sandbox"] });
}

/** Serves a bundle on this machine, and opens one page with all of its scripts. */
export async function visit(browser: Browser, { folder, scripts, isModule }: Bundled): Promise<Visited> {
  const kind = isModule ? 'type="module"' : "defer";
  const html = `<!doctype html>${scripts.map((script) => `<script ${kind} src="${script}"></script>`).join("")}`;
  const server = createServer(async ({ url = "/" }, response) => {
    const found = url === "/" ? html : await readFile(join(folder, url)).catch(() => undefined);
    if (found === undefined) return response.writeHead(404).end();
    const type = url === "/" ? "text/html" : TYPES[extname(url)];
    return response.writeHead(200, { ...HEADERS, "content-type": type }).end(found);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  try {
    return await visitAddress(browser, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

export async function visitAddress(browser: Browser, address: string): Promise<Visited> {
  const page = await browser.newPage();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  try {
    await page.goto(address);
    return { answers: await page.evaluate(settledAnswers), requests };
  } finally {
    await page.close();
  }
}
