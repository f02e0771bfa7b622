import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, normalize } from "node:path";
import { expect, test } from "vitest";
import { absenceOf, findPart, needsAllParts, SYSTEM_PARTS } from "../../tools/system-parts.mjs";
import { fencedBlocks } from "../docs/blocks.ts";
import { openChromium } from "./bundling/visit.ts";
import { packedFiles, REPOSITORY } from "./packed-files.ts";

// The page without a bundler that a document shows, under its policy at the strictest that the document allows it.
const DOCUMENT = "docs/browsers-and-bundlers.md";
const PACKAGE = "/node_modules/samebits/";
const program = findPart(SYSTEM_PARTS.chromium);

test.skipIf(program === undefined && !needsAllParts())("Chromium is here", () => {
  expect(program, absenceOf(SYSTEM_PARTS.chromium)).toBeDefined();
});

test.skipIf(program === undefined)("the page that needs no bundler runs as it is shown", async () => {
  const [page] = fencedBlocks(DOCUMENT, readFileSync(join(REPOSITORY, DOCUMENT), "utf8")).filter(
    ({ language }) => language === "html",
  );
  const shipped = new Set(packedFiles());
  const policy = "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'";
  const server = createServer(({ url = "/" }, response) => {
    const path = normalize(url.slice(PACKAGE.length));
    if (url === "/") {
      const headers = { "content-type": "text/html", "content-security-policy": policy };
      return response.writeHead(200, headers).end(`<!doctype html><body>${page.text}`);
    }
    if (!url.startsWith(PACKAGE) || !shipped.has(path)) return response.writeHead(404).end();
    return response
      .writeHead(200, { "content-type": "text/javascript" })
      .end(readFileSync(join(REPOSITORY, path)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const browser = await openChromium(program ?? "");
  try {
    const tab = await browser.newPage();
    await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`); // modules have run when it loads
    expect(await tab.evaluate(() => document.body.textContent)).toBe("1.2 1,2,3");
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
});
