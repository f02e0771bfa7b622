// What a pane copies, run as a reader would: in a fresh folder where `samebits` is installed.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { ROOT } from "./root.ts";

/** The text of "Copy as TypeScript" or "Copy as command". */
export async function copied(page: Page, form: "typescript" | "command"): Promise<string> {
  return page.locator(`[data-copy="${form}"]`).evaluate((element) => element.textContent ?? "");
}

/** The lines that it prints. */
export function runTypeScript(text: string): readonly string[] {
  return inProject((folder) => {
    writeFileSync(join(folder, "copied.mjs"), text); // it has no types to strip
    return linesOf(process.execPath, ["copied.mjs"], folder);
  });
}

/** The lines that they print. */
export function runCommands(text: string): readonly string[] {
  return inProject((folder) => {
    const command = `"${process.execPath}" "${join(ROOT, "dist/cli.mjs")}"`;
    return linesOf("bash", ["-c", `samebits() { ${command} "$@"; }\n${text}`], folder);
  });
}

function linesOf(command: string, parameters: readonly string[], folder: string): readonly string[] {
  const { stdout, stderr } = spawnSync(command, parameters, { cwd: folder, encoding: "utf8" });
  expect(stderr).toBe("");
  return stdout.trim().split("\n");
}

function inProject<Result>(run: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), "samebits-site-"));
  try {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(ROOT, join(folder, "node_modules/samebits"));
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
