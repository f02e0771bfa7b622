// The panes one by one: what each is for, a wrong input, what it copies.
import type { Page } from "playwright-core";
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

  test("Scan goes back and forward, and its link opens in another context as it was sent", async () => {
    const { page } = await workbench();
    await openTab(page, "Scan");
    await page.getByText(/of 1000 prefixes differ, first at position/).waitFor();
    await page.getByRole("button", { name: "1e16 among ones" }).click();
    await page.getByText(/of 12 prefixes differ, first at position/).waitFor();
    const other = await open(`/workbench.html${new URL(page.url()).hash}`);
    await other.page.getByText(/of 12 prefixes differ, first at position/).waitFor();
    await page.goBack();
    await page.getByText(/of 1000 prefixes differ, first at position/).waitFor();
    await page.goForward();
    await page.getByText(/of 12 prefixes differ, first at position/).waitFor();
  });

  test.each([
    ["Witness", "Elements", ["67", "259"]],
    ["Speed", "Numbers", ["signed 1000000 seed 28", "signed 1000 seed 28"]],
  ] as const)(
    "%s goes back and forward, and its link holds what was chosen",
    async (pane, label, [first, next]) => {
      const { page, errors } = await workbench();
      await openTab(page, pane);
      const fieldOf = (of: Page) => of.getByLabel(label, { exact: pane === "Speed" });
      const field = fieldOf(page);
      const shown = () => expect.poll(() => field.inputValue());
      await shown().toBe(first);
      if (pane === "Witness") await field.selectOption(next);
      else await page.getByRole("button", { name: "a thousand", exact: true }).click();
      await shown().toBe(next);
      const other = await open(`/workbench.html${new URL(page.url()).hash}`);
      await ready(other.page);
      expect(await other.page.getByRole("tab", { selected: true }).textContent()).toBe(pane);
      expect(await fieldOf(other.page).inputValue()).toBe(next);
      await page.goBack();
      await shown().toBe(first);
      await page.goForward();
      await shown().toBe(next);
      await page.goBack();
      await page.goBack();
      expect(await page.getByRole("tab", { selected: true }).textContent()).toBe("Sum");
      expect(errors).toEqual([]);
    },
  );

  test("Sum tells of the node that was chosen where its link is opened", async () => {
    const { page } = await workbench();
    const drawing = page.getByRole("region", { name: "left-fold: the sum is 1" });
    await drawing.focus();
    const before = page.url();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => page.url()).not.toBe(before);
    const facts = await page.locator(".sb-trees .sb-facts").textContent();
    expect(facts).toMatch(/x0…x3/);
    const other = await workbench(new URL(page.url()).hash);
    expect(await other.page.locator(".sb-trees .sb-facts").textContent()).toBe(facts);
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
