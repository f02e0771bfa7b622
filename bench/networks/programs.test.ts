import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { generateNetwork, printProgram, synthesizeLeaf } from "../../src/networks.ts";

/** What bench/networks/programs.mjs measured of a network at a width. */
interface ProgramRow {
  readonly width: number;
  readonly name: string;
  readonly milliseconds: number;
  readonly program?: string;
  readonly proof?: "proved" | "tested";
}

const stored = new URL("../results/networks/programs.json", import.meta.url);
const rows: readonly ProgramRow[] = JSON.parse(readFileSync(stored, "utf8")).rows;

test("every network had its program in a tenth of a second, proved from 16 wires on", () => {
  expect(rows.length).toBeGreaterThanOrEqual(50);
  for (const { width, name, milliseconds, program, proof } of rows) {
    expect(milliseconds, `${name} ${width}`).toBeLessThanOrEqual(100);
    expect(program, `${name} ${width}`).toBeDefined();
    if (width >= 16) expect(proof, `${name} ${width}`).toBe("proved");
  }
});

test.each(rows.filter(({ width }) => width === 16))(
  "$name has the program of the table still",
  ({ name, width, program }) => {
    const found = synthesizeLeaf(generateNetwork(name, width));
    expect(found.kind === "program" && printProgram(found.program)).toBe(program);
  },
);
