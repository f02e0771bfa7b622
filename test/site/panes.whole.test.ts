// The panes one by one: what each is for, a wrong input, what it copies.
import { describe, expect, test } from "vitest";
import { findPart, SYSTEM_PARTS } from "../../tools/system-parts.mjs";
import { ready, useSite } from "./open-site.ts";
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

  describe("Networks", () => {
    test("sets Kogge and Stone's beside Sklansky's, and lights what an output is made of", async () => {
      const { page, errors } = await workbench();
      await page.getByRole("tab", { name: "Networks" }).click();
      await page.getByText(/Their trees part at output 2/).waitFor();
      await page.getByLabel("Light what output").fill("6");
      await page.getByText("y6 = ((x0·(x1·x2))·((x3·x4)·(x5·x6)))").waitFor();
      expect(errors).toEqual([]);
    });

    test("says which output of a broken one is wrong", async () => {
      const { page } = await workbench();
      await page.getByRole("tab", { name: "Networks" }).click();
      await page.getByRole("button", { name: "one that is no scan" }).click();
      await page.getByText("output 2 is x2, and a scan has x0·x1·x2 there").waitFor();
    });

    test("finds the program of one for every width, and gives it as code", async () => {
      const { page, errors } = await workbench();
      await page.getByRole("tab", { name: "Networks" }).click();
      await page.getByRole("button", { name: "Find its program" }).click();
      await page.locator('[data-program="kogge-stone:32"]').waitFor();
      expect(await page.locator("[data-program]").textContent()).toBe(
        "for (i = 0; i < ceilLog2(N); i++)\n  for all j < N where 2^i <= j:\n    a[j] = a[j - 2^i] . a[j]",
      );
      await page.getByText("TypeScript, for any length", { exact: true }).click();
      expect(await page.locator("details[open] pre").first().textContent()).toMatch(
        /export function scanInPlace/,
      );
      await page.getByRole("button", { name: "one that is no scan" }).click();
      await page.getByRole("button", { name: "Find its program" }).click();
      await page.getByText(/^There is no program of it: /).waitFor();
      expect(errors).toEqual([]);
    });
  });

  describe("Operator", () => {
    test("shows operands for which a law fails, and what is proved", async () => {
      const { page, errors } = await workbench();
      await page.getByRole("tab", { name: "Operator" }).click();
      await page.getByText(/^clamped-add is not associative\. For x = /).waitFor();
      expect(await page.getByLabel("Contract").inputValue()).toMatch(
        /^term:[0-9a-f]{16} i32 block-dyadic:32 /,
      );
      await page.getByRole("button", { name: "addition that stays at the largest" }).click();
      await page.getByText(/^saturating-add is associative/).waitFor();
      expect(errors).toEqual([]);
    });

    test("marks the place of a text that does not parse, and keeps it", async () => {
      const { page } = await workbench();
      await page.getByRole("tab", { name: "Operator" }).click();
      await page.getByLabel("The operator").fill("operator half (left: f64, right) => left +");
      await page.getByText(/OperatorSyntaxError/).waitFor();
      expect(await page.locator(".sb-fault pre").textContent()).toMatch(/\n\s+\^/);
      expect(await page.getByLabel("The operator").inputValue()).toMatch(/left \+$/);
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
  });
});
