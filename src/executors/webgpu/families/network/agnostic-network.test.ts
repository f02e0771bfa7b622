import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { agnosticNetwork } from "../../../../../test/helpers/webgpu/agnostic-network.ts";
import { networkCost } from "../../../../../test/helpers/webgpu/network-cost.ts";
import { networkTable } from "../../../../../test/helpers/webgpu/network-table.ts";
import { runNetwork } from "../../../../../test/helpers/webgpu/run-agnostic-network.ts";
import { runSeedListing } from "../../../../../test/helpers/webgpu/seed-listing.ts";

const SUBGROUPS = [4, 8, 16, 32, 64, 128];
const LENGTHS = [1, 2, 16, 64, 128, 256, 512, 1024];
const CASES = SUBGROUPS.flatMap((subgroup) => LENGTHS.map((length) => ({ subgroup, length })));

/** Concatenation: associative, not commutative, and no operand can hide. */
const concat = (left: string, right: string): string => left + right;

const letters = (length: number): readonly string[] =>
  Array.from({ length }, (_, i) => String.fromCharCode(0x100 + i));

const prefixes = (input: readonly string[]): readonly string[] =>
  input.map((_, i) => input.slice(0, i + 1).join(""));

it.each(CASES)("scans $length values by subgroups of $subgroup", ({ subgroup, length }) => {
  const input = letters(length);
  expect(runNetwork(agnosticNetwork(length, subgroup), input, concat)).toEqual(prefixes(input));
});

it("shows that the seed's listing is right where two iterations are enough, and nowhere else", () => {
  for (const { subgroup, length } of CASES) {
    const input = letters(length);
    const expected = prefixes(input);
    const isRight = runSeedListing(input, subgroup, concat).every((value, i) => value === expected[i]);
    expect([subgroup, length, isRight]).toEqual([subgroup, length, subgroup ** 2 >= length]);
  }
});

it("never writes in a fan-out what another lane reads, or what the next scan touches: one barrier an iteration", () => {
  for (const { subgroup, length } of CASES) {
    const steps = agnosticNetwork(length, subgroup);
    for (const [i, step] of steps.entries()) {
      if (step.kind !== "fanout") continue;
      const lanes = step.lanes.filter((lane) => lane !== undefined);
      const written = new Set(lanes.map(({ to }) => to));
      const next = steps[i + 1];
      const touched = next?.kind === "scan" ? next.subgroups.flat() : [];
      expect(
        [...lanes.map(({ before }) => before), ...touched].filter((place) => written.has(place)),
      ).toEqual([]);
    }
  }
});

it("has the seed's size of subgroup scans, ⌈log_s n⌉ · log2 s and one more in depth, and its fan-out for two iterations", () => {
  for (const { subgroup, length } of CASES.filter(({ length }) => length > 1)) {
    const { slots, fanout, seedSize, depth, seedDepth, combines, iterations, barriers } = networkCost(
      length,
      subgroup,
    );
    expect(slots).toBe(seedSize - length);
    expect(seedDepth).toBe(Math.ceil(Math.log2(length) / Math.log2(subgroup)) * Math.log2(subgroup));
    expect(depth).toBe(seedDepth + (iterations > 1 ? 1 : 0));
    expect(barriers).toBe(iterations + (iterations > 1 ? 1 : 0));
    expect(combines).toBeLessThanOrEqual(slots + fanout);
    expect(fanout <= length).toBe(iterations <= 2);
  }
});

it("has the depth that it counts on the longest path, where all subgroups are full", () => {
  for (const [length, subgroup] of [
    [16, 4],
    [64, 4],
    [1024, 4],
    [64, 8],
    [512, 8],
    [256, 16],
    [1024, 32],
    [128, 128],
  ]) {
    const depths = runNetwork(
      agnosticNetwork(length, subgroup),
      new Array<number>(length).fill(0),
      (left, right) => Math.max(left, right) + 1,
    );
    expect([length, subgroup, Math.max(...depths)]).toEqual([
      length,
      subgroup,
      networkCost(length, subgroup).depth,
    ]);
  }
});

it("has its costs in the notes", async () => {
  const notes = await readFile(
    new URL("../../../../../docs/notes/subgroup-networks.md", import.meta.url),
    "utf8",
  );
  expect(notes).toContain(`<!-- network:begin -->\n${networkTable()}<!-- network:end -->`);
});
