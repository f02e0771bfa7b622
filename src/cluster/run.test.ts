import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  EXPRESSIONS,
  engineHere,
  someDoubles,
  toolsIn,
  withFolder,
} from "../../test/helpers/cluster-runs.ts";
import { describeDataset } from "../cluster.ts";
import type { Observation } from "../contracts/contract.ts";
import type { ContractOptions } from "../contracts/resolve.ts";
import { exact } from "../expressions/expression.ts";
import { readArray } from "../formats/read-array.ts";
import { writeArray, writeColumns } from "../formats/write-array.ts";
import { exclusiveScan, inclusiveScan, reduce } from "../networks.ts";
import { toHex } from "../values/bits.ts";
import { hashArray } from "../values/hash.ts";
import { createRun } from "./run.ts";
import { requestOf } from "./run-request.ts";
import { verifyReceipt } from "./verify.ts";

/** Files of the given lengths, of one column of doubles. */
async function writeParts(folder: string, values: Float64Array, lengths: readonly number[], format: string) {
  const paths: string[] = [];
  let start = 0;
  for (const [i, length] of lengths.entries()) {
    const path = join(folder, `values-${String(i).padStart(3, "0")}.${format}`);
    const part = values.slice(start, start + length);
    if (format === "npy" || format === "raw") await writeArray(path, part);
    else await writeColumns(path, [{ name: "value", values: part } as never]);
    paths.push(path);
    start += length;
  }
  return describeDataset(paths, format === "raw" ? { type: "f64" } : {});
}

const CASE = fc.record({
  length: fc.integer({ min: 1, max: 3000 }),
  seed: fc.integer(),
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
  pieceLength: fc.integer({ min: 1, max: 1500 }),
  workers: fc.integer({ min: 1, max: 3 }),
  direction: fc.constantFrom("forward" as const, "backward" as const),
  initialPlacement: fc.constantFrom(undefined, "outside" as const, "first" as const),
  observation: fc.constantFrom("reduce" as const, "inclusive-scan" as const, "exclusive-scan" as const),
  expression: fc.constantFrom(...EXPRESSIONS),
  hashes: fc.boolean(),
});

function whole(observation: Observation, values: Float64Array, options: object): Float64Array {
  if (observation === "reduce") return Float64Array.of(reduce(values, options) as number);
  return (observation === "inclusive-scan" ? inclusiveScan : exclusiveScan)(values, options) as Float64Array;
}

describe("a run", () => {
  it("has the bits of one call over everything, whatever the files, the pieces, the workers and their order", async () => {
    await fc.assert(
      fc.asyncProperty(CASE, (given) =>
        withFolder(async (folder) => {
          const { length, seed, cuts, observation, hashes, workers } = given;
          const pieceLength = Math.max(given.pieceLength, Math.ceil(length / 8));
          const values = someDoubles(length, seed);
          const ends = [...cuts.map((cut) => Math.floor(cut * length)), length].sort((a, b) => a - b);
          const dataset = await writeParts(
            folder,
            values,
            ends.map((end, i) => end - (ends[i - 1] ?? 0)),
            "npy",
          );
          const { expression, direction, initialPlacement } = given;
          const initial = initialPlacement === undefined ? undefined : 1.25;
          const options = { expression, direction, initial, initialPlacement } as ContractOptions;
          const request = requestOf(dataset, observation, {
            ...options,
            pieceLength,
            hashInput: hashes,
            hashWhole: hashes,
          });
          const tools = toolsIn(join(folder, "run"));
          const run = await createRun(request, tools);
          const receipt = await run.go({
            engine: engineHere(workers, (indices) => [...indices].reverse()),
            audit: 0.2,
          });
          const expected = whole(observation, values, options);
          if (observation === "reduce") {
            expect(receipt.bits).toEqual([toHex("f64", expected[0])]);
          } else {
            const parts: number[] = [];
            for (let index = 0; index < run.plan.pieceCount; index++) {
              const { array } = await readArray(
                join(folder, "run", "out", `part-${String(index).padStart(5, "0")}.npy`),
              );
              parts.push(...(array as Float64Array));
            }
            expect(hashArray(Float64Array.from(parts))).toBe(hashArray(expected));
            if (hashes) expect(receipt.output?.[0].whole).toBe(hashArray(expected));
          }
          const again = await verifyReceipt({ ...tools, receipt, share: 1, random: () => 0 });
          expect(again.differing).toEqual([]);
        }),
      ),
      { numRuns: 40, seed: 20261127 },
    );
  });

  it("has hashes that do not depend on its pieces", async () => {
    await withFolder(async (folder) => {
      const values = someDoubles(2 ** 20 + 77, 5);
      for (const direction of ["forward", "backward"] as const) {
        const receipts: string[] = [];
        const dataset = await writeParts(folder, values, [1000, 2 ** 20 - 923], "npy");
        for (const pieceLength of [2 ** 20, 400_001]) {
          const options = { expression: exact, direction, pieceLength, hashInput: true };
          const run = await createRun(
            requestOf(dataset, "inclusive-scan", options),
            toolsIn(join(folder, `${direction}-${pieceLength}`)),
          );
          const { input, output } = await run.go({ engine: engineHere(2) });
          expect(output?.[0].chunks.length).toBe(2);
          receipts.push(JSON.stringify({ input, output }));
        }
        expect(new Set(receipts).size).toBe(1);
      }
    });
  });
});
