// The second visit: from what the service worker has kept, isolated whatever the host sends, without a network.
import { chromium } from "playwright-core";
import { describe, expect, test } from "vitest";
import { serveFolder } from "../../site/documents/serve.mjs";
import { findPart, SYSTEM_PARTS } from "../../tools/system-parts.mjs";
import { ready, sums } from "./open-site.ts";
import { DIST } from "./root.ts";

const program = findPart(SYSTEM_PARTS.chromium);

describe.skipIf(program === undefined)("a host that sends no headers", () => {
  test("has an isolated page soon, and all panes when it is gone", async () => {
    const host = await serveFolder(DIST, { isIsolated: false });
    const browser = await chromium.launch({
      executablePath: program ?? "",
      args: ["--headless=new", "--no-sandbox"],
    });
    try {
      const page = await browser.newPage();
      await page.goto(`${host.address}/workbench.html`);
      await ready(page);
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
      const isIsolated = () => page.evaluate(() => crossOriginIsolated).catch(() => false); // it is loaded again
      await expect.poll(isIsolated, { timeout: 60_000 }).toBe(true);
      await ready(page);
      await host.close();
      await page.reload();
      await ready(page);
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
      expect(await sums(page)).toEqual(["1", "2", "3", "4"]);
      for (const name of (await page.getByRole("tab").allTextContents()).slice(1)) {
        await page.getByRole("tab", { name }).click();
        await ready(page);
      }
      await page.goto(`${host.address}/`);
      await ready(page);
    } finally {
      await browser.close();
      await host.close();
    }
  }, 180_000);
});
