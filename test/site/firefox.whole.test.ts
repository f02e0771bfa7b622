// The same link in another browser shows the same: Firefox, driven as the engines' tests drive it.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { findPart, SYSTEM_PARTS } from "../../tools/system-parts.mjs";
import { FIREFOX } from "../engines/firefox.mjs";
import { useSite } from "./open-site.ts";

const ASK = fileURLToPath(new URL("ask-firefox.mjs", import.meta.url));
const isHere = findPart(SYSTEM_PARTS.chromium) !== undefined && findPart(FIREFOX) !== undefined;

interface Told {
  readonly isIsolated: boolean;
  readonly hash: string | null | undefined;
  readonly panes: readonly (readonly [name: string, state: string | null | undefined])[];
}

/** Runs in the page: what a link shows, and whether every pane answers. */
async function lookAround(): Promise<Told> {
  const until = async (isSo: () => boolean): Promise<void> => {
    for (let count = 0; count < 300 && !isSo(); count++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const state = (): string | null | undefined =>
    document.querySelector("[data-state]")?.getAttribute("data-state");
  await until(() => document.querySelector("[data-hash]") !== null);
  const hash = document.querySelector("[data-hash]")?.getAttribute("data-hash");
  const panes: [string, string | null | undefined][] = [];
  for (const tab of document.querySelectorAll<HTMLElement>('[role="tab"]')) {
    tab.click();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await until(() => state() === "ready");
    panes.push([tab.textContent ?? "", state()]);
  }
  return { isIsolated: crossOriginIsolated, hash, panes };
}

describe.skipIf(!isHere)("in Firefox", () => {
  const { workbench, site } = useSite();

  test("a link shows what it shows in Chromium, and every pane answers", async () => {
    const { page } = await workbench();
    await page.getByRole("tab", { name: "Look-back" }).click();
    await page.locator("[data-hash]").waitFor();
    await page.getByRole("button", { name: "Another schedule" }).click();
    await expect.poll(() => page.getByLabel("Seed").inputValue(), { timeout: 30_000 }).toBe("2");
    const hash = await page.locator("[data-hash]").getAttribute("data-hash");
    const names = await page.getByRole("tab").allTextContents();
    const address = `${site().address}/workbench.html${new URL(page.url()).hash}`;
    const parameters = ["--experimental-websocket", "--no-warnings", ASK, address, lookAround.toString()];
    // Not synchronously: this process serves the site.
    const { stdout } = await promisify(execFile)(process.execPath, parameters, { timeout: 200_000 });
    const told = JSON.parse(stdout) as Told;
    expect(told).toEqual({ isIsolated: true, hash, panes: names.map((name) => [name, "ready"]) });
  }, 240_000);
});
