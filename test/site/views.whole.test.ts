// Every pane as readers with other eyes, hands and screens meet it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { describe, expect, test } from "vitest";
import { findPart, SYSTEM_PARTS } from "../../tools/system-parts.mjs";
import { ready, useSite } from "./open-site.ts";
import { DIST } from "./root.ts";

const PANES = ["Sum", "Scan", "Networks", "Operator", "Program", "Look-back", "Witness", "Speed"];

describe.skipIf(findPart(SYSTEM_PARTS.chromium) === undefined)("all panes", () => {
  const { workbench, open } = useSite();

  test("are walked by arrow keys, round and round", async () => {
    const { page, errors } = await workbench();
    await page.getByRole("tab", { name: "Sum" }).focus();
    for (const name of [...PANES.slice(1), "Sum"]) {
      await page.keyboard.press("ArrowRight");
      expect(await page.getByRole("tab", { selected: true }).textContent()).toBe(name);
      await ready(page);
    }
    await page.keyboard.press("ArrowLeft");
    expect(await page.getByRole("tab", { selected: true }).textContent()).toBe("Speed");
    expect(errors).toEqual([]);
  });

  test.each([
    ["light, wide", { width: 1440, isDark: false }],
    ["dark, wide", { width: 1440, isDark: true }],
    ["light, narrow", { width: 360, isDark: false }],
    ["dark, narrow", { width: 360, isDark: true }],
  ])("%s: nothing that axe calls a violation, and nothing wider than the page", async (_name, view) => {
    const { page } = await workbench("", view);
    for (const tab of PANES) {
      await page.getByRole("tab", { name: tab }).click();
      await ready(page);
      const { violations } = await new AxeBuilder({ page }).include(".sb-workbench").analyze();
      const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
      expect([tab, found]).toEqual([tab, []]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([tab, width]).toEqual([tab, view.width]);
    }
  });

  test("documents whose listings are indented are no wider than a telephone", async () => {
    const files = readdirSync(DIST, { recursive: true, encoding: "utf8" });
    const indented = files.filter(
      (file) => file.endsWith(".html") && readFileSync(join(DIST, file), "utf8").includes("<pre><code>"),
    );
    expect(indented.length).toBeGreaterThan(10);
    const { page } = await open("/", { width: 360 });
    for (const file of indented) {
      await page.goto(new URL(`/${file}`, page.url()).href);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([file, width]).toEqual([file, 360]);
    }
  });
});
