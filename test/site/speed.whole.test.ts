// Speed: times that this machine has, which are looked at for their form alone; the answers beside them are looked at for their bits.
import { describe, expect, test } from "vitest";
import { findPart, SYSTEM_PARTS } from "../../tools/system-parts.mjs";
import { useSite } from "./open-site.ts";
import { copied, runCommands, runTypeScript } from "./run-copies.ts";

describe.skipIf(findPart(SYSTEM_PARTS.chromium) === undefined)("Speed", () => {
  const { workbench, open } = useSite();

  const openPane = async (fragment = "") => {
    const opened = await (fragment === "" ? workbench() : open(`/workbench.html${fragment}`));
    await opened.page.getByRole("tab", { name: "Speed" }).click();
    return opened;
  };

  test("measures the library against loops and methods, with the sum that its program prints", async () => {
    const { page, errors } = await openPane();
    await page.getByRole("button", { name: "a thousand", exact: true }).click();
    await page.getByRole("button", { name: "Measure this machine" }).click();
    await page.locator(".sb-verdicts li").nth(2).waitFor({ timeout: 50_000 });
    const sums = page.getByRole("region", { name: "Times of sum", exact: true });
    const answers = await sums.locator('[data-label="answer"]').allTextContents();
    expect(new Set(answers.slice(0, 3)).size).toBe(1);
    expect(answers[3]).toBe(answers[4]);
    for (const cell of await sums.locator('[data-label="median"]').allTextContents()) {
      expect(Number(cell)).toBeGreaterThan(0);
    }
    const sorted = page.getByRole("region", { name: "Times of sort" }).locator('[data-label="answer"]');
    expect(new Set(await sorted.allTextContents()).size).toBe(1);
    await page.getByRole("img", { name: /^Nanoseconds for each of 1000 numbers/ }).waitFor();
    await page.getByText("The same as a program").click();
    expect(runTypeScript(await copied(page, "typescript"))).toEqual([answers[0]]);
    expect(runCommands(await copied(page, "command"))).toEqual([answers[0]]);
    expect(errors).toEqual([]);
  });

  test("says which contract it has no loop for, and opens from its link without running", async () => {
    const { page } = await openPane();
    await page.getByRole("button", { name: "a thousand", exact: true }).click();
    await page.getByLabel("Contract").fill("max f64 block-dyadic:32 initial=none v1");
    await page.getByRole("button", { name: "Measure this machine" }).click();
    await page.getByText(/"contract" must be a sum of f64 or f32/).waitFor();
    const other = await openPane(new URL(page.url()).hash);
    expect(await other.page.getByLabel("Contract").inputValue()).toMatch(/^max f64/);
    await other.page.getByRole("button", { name: "Measure this machine" }).waitFor();
    expect(await other.page.locator(".sb-verdicts").count()).toBe(0);
  });

  test("is stopped by its button", async () => {
    const { page } = await openPane();
    await page.getByRole("button", { name: "Measure this machine" }).click();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("You have stopped this.").waitFor();
  });
});
