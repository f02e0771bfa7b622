import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { predicted, withCluster } from "./cluster-tables.mjs";

test("the model has the reading, the overhead and the join of all pieces, or the engine where it is slower", () => {
  const constants = { overheadSeconds: 0.01, joinSecondsAPiece: 1e-5, bytesASecond: 4e9 };
  const fast = predicted({ ...constants, jobsASecond: Number.POSITIVE_INFINITY }, 1e7);
  expect(fast.pieces).toBe(100_000);
  expect(fast.seconds).toBeCloseTo(8 + 100 * 0.01 + 1);
  expect(fast.share).toBeCloseTo(0.8);
  expect(predicted({ ...constants, jobsASecond: 1000 }, 1e7).seconds).toBeCloseTo(100 + 1);
  const slow = { ...constants, bytesASecond: 0.5e9, jobsASecond: Number.POSITIVE_INFINITY };
  expect(predicted(slow, 1e7).seconds).toBeCloseTo(16 + 1 + 1);
});

test("the document shows the newest result", () => {
  const text = readFileSync(new URL("../docs/many-machines.md", import.meta.url), "utf8");
  expect(withCluster(text)).toBe(text);
});
