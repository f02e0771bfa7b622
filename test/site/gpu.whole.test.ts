// The GPU that Chromium emulates: what panes say where there is one, and where there is none.
import { describe, expect, test } from "vitest";
import { findPart, SYSTEM_PARTS } from "../../tools/system-parts.mjs";
import { EMULATED_GPU } from "../browser/open-browser.ts";
import { openTab, useSite } from "./open-site.ts";

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

describe.skipIf(!isHere)("with a GPU, further panes", () => {
  const { workbench } = useSite({ flags: EMULATED_GPU });

  test("Networks runs one there, with the bits of plain loops", async () => {
    const { page, errors } = await workbench();
    await openTab(page, "Networks");
    await page.getByLabel("Network", { exact: true }).fill("sklansky:8");
    await page.getByRole("button", { name: "Run it here" }).click();
    await page.locator('[data-same="true"]').waitFor({ timeout: 150_000 });
    const rows = page.getByRole("region", { name: "Times of this network" }).locator("tbody tr");
    expect(await rows.count()).toBe(3);
    expect(await rows.last().textContent()).toMatch(/SwiftShader|emulated/i);
    expect(errors).toEqual([]);
  }, 180_000);

  test("Witness asks it a few contracts, each with the reference's bits", async () => {
    const { page } = await workbench();
    await openTab(page, "Witness");
    await page.getByLabel("and the GPU").check();
    await page.getByRole("button", { name: "Run the witness" }).click();
    await page.locator(".sb-difference").waitFor({ timeout: 200_000 });
    expect(await page.locator(".sb-difference").textContent()).toMatch(/^PASS/);
    const cells = await page
      .getByRole("row", { name: /^webgpu / })
      .getByRole("cell")
      .allTextContents();
    expect(Number(cells[0])).toBeGreaterThan(0);
    expect(cells[1]).toBe("0");
  }, 240_000);
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

  test("Witness says so, and asks the others", async () => {
    const { page } = await workbench();
    await openTab(page, "Witness");
    await page.getByLabel("and the GPU").check();
    await page.getByRole("button", { name: "Run the witness" }).click();
    await page.locator('[data-absent="webgpu"]', { hasText: "WebGPU" }).waitFor({ timeout: 60_000 });
    expect(await page.locator(".sb-difference").textContent()).toMatch(/^PASS/);
  }, 80_000);
});

describe.skipIf(!isHere)("on a host that sends no headers", () => {
  const { workbench } = useSite({ isIsolated: false });

  test("Witness says that threads need isolation, and asks the others", async () => {
    const { page } = await workbench();
    await openTab(page, "Witness");
    await page.getByLabel("and threads").check();
    await page.getByRole("button", { name: "Run the witness" }).click();
    await page.locator('[data-absent="workers"]', { hasText: /isolat|opener/i }).waitFor({ timeout: 60_000 });
    expect(await page.locator(".sb-difference").textContent()).toMatch(/^PASS/);
  }, 80_000);

  test("every pane answers what it opens with", async () => {
    const { page, errors } = await workbench();
    for (const name of (await page.getByRole("tab").allTextContents()).slice(1)) {
      await page.getByRole("tab", { name }).click();
      await page.locator('[data-state="ready"]').first().waitFor({ timeout: 30_000 });
    }
    expect(errors).toEqual([]);
  });
});
