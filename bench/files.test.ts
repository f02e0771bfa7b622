import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { FilesResult } from "./files.mjs";
import { filesTables, withFiles } from "./files-tables.mjs";

test("a ratio is bold where it is missed, and a dash where the tool was not there", () => {
  const row = (goal: string, seconds: Record<string, number>): FilesResult["results"][number] => ({
    ...{ name: "reduce", goal, most: 3, skipped: [], seconds, rounds: {} },
  });
  const result = {
    ...{
      suite: "files",
      isQuick: false,
      date: "2020-02-02T00:00:00.000Z",
      command: "c",
      commit: "0",
      node: "20",
    },
    machine: { name: "m", cpu: "m", cores: 1, caches: [], memoryGiB: 1, system: "s", hugePages: undefined },
    ...{ load: { before: [0], after: [0] }, units: "" },
    results: [
      row("awk", { samebits: 0.5, awk: 0.25 }),
      row("awk", { samebits: 1, awk: 0.25 }),
      row("q", { samebits: 1 }),
    ],
  } satisfies FilesResult;
  const table = filesTables(result);
  expect(table).toContain("| reduce | 0.50 | 0.25 | 2.00× (≤ 3×) awk |");
  expect(table).toContain("| reduce | 1.00 | 0.25 | **4.00× (≤ 3×)** awk |");
  expect(table).toContain("| reduce | 1.00 | – | – (≤ 3×) q |");
});

test("the note shows the newest result", () => {
  const text = readFileSync(new URL("../docs/notes/file-speed.md", import.meta.url), "utf8");
  expect(withFiles(text)).toBe(text);
});
