// Look-back: tiles over time, by any schedule, and the same bits at the end.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { findPart, SYSTEM_PARTS } from "../../tools/system-parts.mjs";
import { useSite } from "./open-site.ts";
import { copied, runCommands, runTypeScript } from "./run-copies.ts";

describe.skipIf(findPart(SYSTEM_PARTS.chromium) === undefined)("Look-back", () => {
  const { workbench, open } = useSite();

  const openPane = async () => {
    const opened = await workbench();
    await opened.page.getByRole("tab", { name: "Look-back" }).click();
    await opened.page.locator("[data-hash]").waitFor();
    return opened;
  };
  const hashOf = (page: Page) => page.locator("[data-hash]").getAttribute("data-hash");
  const verdict = (page: Page) => page.locator(".sb-difference").first().textContent();

  test("ends with the bits of a loop, whoever stops, whatever the tile and the tickets", async () => {
    const { page, errors } = await openPane();
    const hash = await hashOf(page);
    expect(await verdict(page)).toMatch(
      /the others wrote 15 of 16 tiles and waited for nobody.*that of a plain loop/,
    );
    await page.getByLabel("Elements of a tile").selectOption("32");
    await page.getByText(/^All 32 tiles are written after/).waitFor();
    expect(await hashOf(page)).toBe(hash);
    await page.getByLabel("Stop workgroup").selectOption("none");
    await page.getByLabel("Tickets").selectOption("backwards");
    await page.locator('[data-count="roots made instead"]', { hasText: /^[1-9]/ }).waitFor();
    await expect
      .poll(() => verdict(page), { timeout: 30_000 })
      .toMatch(/^All 32 tiles are written after \d+ steps\. The hash/);
    expect(await hashOf(page)).toBe(hash);
    expect(errors).toEqual([]);
  });

  test("is stepped by keys, and says what each step did", async () => {
    const { page } = await openPane();
    await page.getByLabel(/^Step \d+ of/).focus();
    await page.keyboard.press("Home");
    await page.getByText("Nothing has happened yet.").waitFor();
    await page.getByRole("button", { name: "One step on" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText(/^Workgroup \d draws a ticket\. 0 of 16 tiles are written\.$/).waitFor();
  });

  test("opens from its link, in another context, as it was sent", async () => {
    const { page } = await openPane();
    await page.getByRole("button", { name: "Another schedule" }).click();
    await page.getByLabel("Seed").and(page.locator('[value="2"]')).waitFor();
    await expect.poll(() => page.url(), { timeout: 30_000 }).toMatch(/#v1\.look-back\./);
    const other = await open(`/workbench.html${new URL(page.url()).hash}`);
    await other.page.locator("[data-hash]").waitFor();
    expect(await other.page.getByLabel("Seed").inputValue()).toBe("2");
    expect(await verdict(other.page)).toBe(await verdict(page));
  });

  test("names what is wrong with a setting, and keeps it", async () => {
    const { page } = await openPane();
    await page.getByLabel("Polls before a root").fill("often");
    await page.getByText('"pollLimit" must be a whole number from 0 to 64, got "often"').waitFor();
    expect(await page.getByLabel("Polls before a root").inputValue()).toBe("often");
    await page.getByLabel("Polls before a root").fill("3");
    await page.getByLabel("Contract").fill("add f64 left-fold initial=none v1");
    await page.getByText(/UnsupportedError/).waitFor();
  });

  test("copies what gives its hash and its counts", async () => {
    const { page } = await openPane();
    await page.getByText("The same as a program").click();
    const hash = await hashOf(page);
    const count = (name: string) => page.locator(`[data-count="${name}"]`).textContent();
    const counts = [
      await count("looks for a root"),
      await count("roots made instead"),
      await count("tiles read again for those"),
    ];
    expect(runTypeScript(await copied(page, "typescript"))).toEqual([hash, counts.join(" ")]);
    expect(runCommands(await copied(page, "command")).join()).toContain(hash);
  });
});
