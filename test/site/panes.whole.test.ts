// The panes one by one: what each is for, a wrong input, what it copies.
import { describe, expect, test } from "vitest";
import { findPart, SYSTEM_PARTS } from "../../tools/system-parts.mjs";
import { openTab, ready, useSite } from "./open-site.ts";
import { copied, runTypeScript } from "./run-copies.ts";

describe.skipIf(findPart(SYSTEM_PARTS.chromium) === undefined)("the panes of the workbench", () => {
  const { workbench, open } = useSite();

  test.each([
    ["reduce-and-scan", "Scan"],
    ["order-free-sums", "Sum"],
    ["networks", "Networks"],
    ["laws", "Operator"],
    ["language", "Program"],
    ["simulator", "Look-back"],
  ])("%s.html has a living example, which leaves the address alone", async (name, pane) => {
    const { page, errors } = await open(`/${name}.html`);
    await page.getByRole("group", { name: pane, exact: true }).waitFor();
    await ready(page);
    expect(new URL(page.url()).hash).toBe("");
    expect(await page.getByRole("link", { name: "Open in the workbench" }).getAttribute("href")).toMatch(
      /\/workbench\.html#v1\./,
    );
    expect(errors).toEqual([]);
  });

  describe("Scan", () => {
    test("shows where two orders part, and the hash of each", async () => {
      const { page, errors } = await workbench();
      await page.getByRole("tab", { name: "Scan" }).click();
      await page.getByText(/of 1000 prefixes differ, first at position/).waitFor();
      expect(errors).toEqual([]);
      await page.getByText("The same as a program").click();
      const hashes = await page.locator('td[data-label="hash"]').allTextContents();
      expect(runTypeScript(await copied(page, "typescript"))).toEqual(hashes);
    });
  });

  describe("Witness", () => {
    test("passes, with the counts that Node has, and can be stopped", async () => {
      const { page, errors } = await workbench();
      await page.getByRole("tab", { name: "Witness" }).click();
      await page.getByRole("button", { name: "Run the witness" }).click();
      await page.locator(".sb-difference").waitFor({ timeout: 50_000 });
      const shown = (await page.locator(".sb-difference").textContent()) ?? "";
      expect(shown).toMatch(/^PASS: [1-9]\d* PASS, 0 FAIL/);
      expect(errors).toEqual([]);
      await page.getByText("The same as a program").click();
      expect(runTypeScript(await copied(page, "typescript"))).toEqual([shown.replace("PASS: ", "")]);
      await page.getByLabel("Elements").selectOption("1031");
      await page.getByRole("button", { name: "Stop" }).click();
      await page.getByText("You have stopped this.").waitFor();
    });

    test("asks threads too, and has the table of engines that were seen equal", async () => {
      const { page, errors } = await workbench();
      await openTab(page, "Witness");
      await page.getByRole("cell", { name: /^Firefox 1/ }).waitFor();
      await page.getByLabel("and threads").check();
      await page.getByRole("button", { name: "Run the witness" }).click();
      await page.getByRole("row", { name: /^workers / }).waitFor({ timeout: 80_000 });
      const cells = await page
        .getByRole("row", { name: /^workers / })
        .getByRole("cell")
        .allTextContents();
      expect(Number(cells[0])).toBeGreaterThan(50);
      expect(cells[1]).toBe("0");
      expect(await page.locator(".sb-difference").textContent()).toMatch(/^PASS/);
      expect(errors).toEqual([]);
    }, 100_000);
  });
});
