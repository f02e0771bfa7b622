// Programs of other people that read what is written here. Where one is missing its tests are skipped, and fail where the set-up promises it.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { absenceOf, findPart, needsAllParts, SYSTEM_PARTS } from "../../tools/system-parts.mjs";

type ToolName = keyof typeof SYSTEM_PARTS;

/** Whether a tool is here. Declares the test that fails where it has to be. */
export function hasTool(name: ToolName): boolean {
  const part = SYSTEM_PARTS[name];
  const isHere = findPart(part) !== undefined;
  test(`${part.what} is here`, ({ skip }) => {
    if (!isHere && !needsAllParts()) skip(absenceOf(part));
    expect(isHere, absenceOf(part)).toBe(true);
  });
  return isHere;
}

/** What a tool prints. @throws where it complains, or ends with another status */
export function runTool(
  name: ToolName,
  argv: readonly string[],
  input: string | Uint8Array = "",
  statuses: readonly number[] = [0],
): string {
  return printedBy(findPart(SYSTEM_PARTS[name]) ?? name, argv, input, statuses);
}

const DEBIAN_PYTHON = "/usr/bin/python3"; // that of its packages: another one on the path may have no numpy

/** What a program of this folder prints, as JSON, given a value as JSON. */
export function runPython(script: string, given: unknown): unknown {
  const path = fileURLToPath(new URL(script, import.meta.url));
  return JSON.parse(printedBy(DEBIAN_PYTHON, [path], JSON.stringify(given)));
}

function printedBy(
  program: string,
  argv: readonly string[],
  input: string | Uint8Array,
  statuses: readonly (number | null)[] = [0],
): string {
  const { status, error, stdout, stderr } = spawnSync(program, argv, {
    input,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    env: { ...process.env, LC_ALL: "C.UTF-8", PYTHONDONTWRITEBYTECODE: "1" },
  });
  if (statuses.includes(status) && stderr === "") return stdout;
  throw new Error(`${[program, ...argv].join(" ")}: ${error?.message ?? `status ${status}, ${stderr}`}`);
}
