// A browser of 2020: WebAssembly, and none of the vector instructions of which every kernel is made.
import { describe, expect, test } from "vitest";
import { findPart, SYSTEM_PARTS } from "../../tools/system-parts.mjs";
import { openTab, sums, useSite } from "./open-site.ts";

/** V8 has a flag for the SIMD of WebAssembly no more, and refuses it on processors of x64 without SSE 4.1. */
const FLAGS = ["--js-flags=--noenable-sse4-1"];
const isHere = findPart(SYSTEM_PARTS.chromium) !== undefined && process.arch === "x64";

describe.skipIf(!isHere)("without WebAssembly SIMD", () => {
  const { workbench } = useSite({ flags: FLAGS });
  const TOLD = /UnsupportedError.*WebAssembly SIMD is not possible here.*take a newer one/;

  test("there are no vector instructions", async () => {
    const { page } = await workbench();
    // (func (result v128) i32.const 0 i8x16.splat)
    const bytes = [
      0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
    ];
    const isValid = (module: readonly number[]) => WebAssembly.validate(Uint8Array.from(module));
    expect(isValid(bytes)).toBe(true);
    expect(await page.evaluate((module) => WebAssembly.validate(Uint8Array.from(module)), bytes)).toBe(false);
  });

  test("panes that plain loops compute answer as everywhere", async () => {
    const { page, errors } = await workbench();
    expect(await sums(page)).toEqual(["1", "2", "3", "4"]);
    await openTab(page, "Scan");
    await page.getByText(/of 1000 prefixes differ, first at position/).waitFor();
    for (const name of ["Networks", "Operator", "Look-back"]) {
      await openTab(page, name);
      await page.locator(".sb-difference").first().waitFor();
      expect([name, await page.getByRole("alert").count()]).toEqual([name, 0]);
    }
    expect(errors).toEqual([]);
  });

  test("Witness asks plain loops alone, and says so", async () => {
    const { page } = await workbench();
    await openTab(page, "Witness");
    await page.getByRole("button", { name: "Run the witness" }).click();
    await page.locator('[data-absent="wasm"]', { hasText: "take a newer one" }).waitFor({ timeout: 60_000 });
    expect(await page.locator(".sb-difference").textContent()).toMatch(/^PASS: [1-9]\d* PASS, 0 FAIL/);
    expect(await page.getByRole("row", { name: /^wasm / }).count()).toBe(0);
  }, 80_000);

  test("Program goes on by its interpreter", async () => {
    const { page } = await workbench();
    await openTab(page, "Program");
    await page.locator('[data-value="[3, 4, 8, 9, 14, 23, 25, 31]"]').waitFor();
    await page.getByText(/Not on WebAssembly: WebAssembly SIMD is not possible here/).waitFor();
  });

  test("Speed says what to do, and keeps what was typed", async () => {
    const { page } = await workbench();
    await openTab(page, "Speed");
    await page.getByRole("button", { name: "a thousand", exact: true }).click();
    await page.getByRole("button", { name: "Measure this machine" }).click();
    await page.getByRole("alert").filter({ hasText: TOLD }).waitFor();
    expect(await page.getByLabel("Numbers", { exact: true }).inputValue()).toBe("signed 1000 seed 28");
  });
});
