// Drawings: made larger by wheel, keys and buttons, dragged and scrolled, saved as files.
import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { findPart, SYSTEM_PARTS } from "../../tools/system-parts.mjs";
import { openTab, useSite } from "./open-site.ts";

describe.skipIf(findPart(SYSTEM_PARTS.chromium) === undefined)("a drawing", () => {
  const { workbench } = useSite();

  const openNetwork = async (): Promise<{ page: Page; box: Locator; errors: readonly string[] }> => {
    const { page, errors } = await workbench();
    await openTab(page, "Networks");
    const box = page.getByRole("region", { name: /^kogge-stone:32: / });
    await box.scrollIntoViewIfNeeded();
    return { page, box, errors };
  };
  const widthOf = (box: Locator) =>
    box.locator("svg").evaluate((svg) => Math.round(svg.getBoundingClientRect().width));
  const scrolled = (box: Locator) =>
    box.evaluate(({ scrollLeft, scrollTop }) => [Math.round(scrollLeft), Math.round(scrollTop)]);

  test("grows about the pointer by Ctrl and the wheel, and a plain wheel leaves its size", async () => {
    const { page, box } = await openNetwork();
    const before = await widthOf(box);
    const place = await box.boundingBox();
    if (place === null) throw new Error("the drawing is not in sight");
    await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
    await page.mouse.wheel(0, 40);
    expect(await widthOf(box)).toBe(before);
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -200);
    await page.keyboard.up("Control");
    await expect.poll(() => widthOf(box)).toBeGreaterThan(1.5 * before);
    expect((await scrolled(box))[0]).toBeGreaterThan(0);
  });

  test("is dragged when it is larger than its box, and a drag is no click", async () => {
    const { page, box, errors } = await openNetwork();
    await box.focus();
    for (let count = 0; count < 4; count++) await page.keyboard.press("+");
    await expect.poll(async () => (await scrolled(box))[0]).toBeGreaterThan(0);
    await box.scrollIntoViewIfNeeded();
    const place = await box.boundingBox();
    if (place === null) throw new Error("the drawing is not in sight");
    const [left, top] = await scrolled(box);
    const [x, y] = [place.x + place.width / 2, place.y + Math.min(place.height, 400) / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 60, y - 40, { steps: 6 });
    await page.mouse.up();
    const [nextLeft, nextTop] = await scrolled(box);
    expect(nextLeft - left).toBeGreaterThan(40);
    expect(nextTop - top).toBeGreaterThan(20);
    expect(await page.getByLabel("Light what output").inputValue()).toBe("");
    await box.focus();
    await page.keyboard.press("0");
    await expect.poll(async () => (await scrolled(box))[0]).toBe(0);
    expect(errors).toEqual([]);
  });

  test("lights the wire that is clicked", async () => {
    const { page, box } = await openNetwork();
    await box.locator('[data-pick="6"]').click();
    await page
      .getByText(/^y6 = /)
      .first()
      .waitFor();
    expect(await page.getByLabel("Light what output").inputValue()).toBe("6");
  });

  test("is saved as SVG with its styles, and as PNG", async () => {
    const { page } = await openNetwork();
    const save = async (form: string) => {
      const begun = page.waitForEvent("download");
      await page.getByRole("button", { name: new RegExp(`^Save kogge-stone:32: .* as ${form}$`) }).click();
      const file = await begun;
      return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
    };
    const svg = await save("SVG");
    expect(svg.name).toBe("network-kogge-stone-32.svg");
    expect(svg.bytes.toString("utf8")).toMatch(/^<svg .*stroke:rgb/s);
    const png = await save("PNG");
    expect([png.name, png.bytes.toString("latin1", 1, 4)]).toEqual(["network-kogge-stone-32.png", "PNG"]);
  });
});
