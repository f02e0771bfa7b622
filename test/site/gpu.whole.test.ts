// The GPU that Chromium emulates: what panes say where there is one, and where there is none.
import { describe, expect, test } from "vitest";
import { findPart, SYSTEM_PARTS } from "../../tools/system-parts.mjs";
import { EMULATED_GPU } from "../browser/open-browser.ts";
import { useSite } from "./open-site.ts";

const isHere = findPart(SYSTEM_PARTS.chromium) !== undefined;

describe.skipIf(!isHere)("with a GPU", () => {
  const { workbench } = useSite({ flags: EMULATED_GPU });

  test("Look-back has its bits there, and counters", async () => {
    const { page, errors } = await workbench();
    await page.getByRole("tab", { name: "Look-back" }).click();
    await page.locator("[data-hash]").waitFor();
    const hash = await page.locator("[data-hash]").getAttribute("data-hash");
    await page.getByRole("button", { name: "Run it on this GPU" }).click();
    await page.locator("[data-gpu-hash]").waitFor({ timeout: 150_000 });
    expect(await page.locator("[data-gpu-hash]").getAttribute("data-gpu-hash")).toBe(hash);
    expect(await page.locator("[data-gpu-hash]").textContent()).toMatch(
      /the bits of the simulated run\. Of 1000000 random signs too it has the bits of WebAssembly/,
    );
    expect(await page.getByLabel("Counters of the GPU").textContent()).toMatch(/roots published[1-9]/);
    expect(errors).toEqual([]);
  }, 180_000);
});

describe.skipIf(!isHere)("without a GPU", () => {
  const { workbench } = useSite();

  test("Look-back says so in a line, and shows the rest", async () => {
    const { page } = await workbench();
    await page.getByRole("tab", { name: "Look-back" }).click();
    await page.getByRole("button", { name: "Run it on this GPU" }).click();
    await page.getByText(/UnsupportedError.*WebGPU is not possible here/).waitFor();
    await page.locator("[data-hash]").waitFor();
  });
});

describe.skipIf(!isHere)("on a host that sends no headers", () => {
  const { workbench } = useSite({ isIsolated: false });

  test("every pane answers what it opens with", async () => {
    const { page, errors } = await workbench();
    for (const name of (await page.getByRole("tab").allTextContents()).slice(1)) {
      await page.getByRole("tab", { name }).click();
      await page.locator('[data-state="ready"]').first().waitFor({ timeout: 30_000 });
    }
    expect(errors).toEqual([]);
  });
});
