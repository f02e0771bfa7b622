import { expect, test } from "vitest";
import { wordsOf } from "../../../../../test/webgpu/check-primitives.ts";
import { bisection } from "../../../../expressions/expression.ts";
import { allocate, exclusiveScan, inclusiveScan } from "../../../../index.ts";
import * as javascript from "../../../../javascript.ts";
import { treeHash } from "../../../../operators/built-in.ts";
import { openWorkers } from "../../../../workers.ts";

const CASES = (["forward", "backward"] as const).flatMap((direction) =>
  ([undefined, "outside", "first"] as const).map((placement) => ({
    operator: treeHash,
    expression: bisection,
    allowQuadratic: true,
    direction,
    ...(placement && { initial: 77n, initialPlacement: placement }),
  })),
);

test.each(CASES)("a scan by halves, asked for twice: $direction, $initialPlacement", async (options) => {
  const input = new BigUint64Array(wordsOf(2 * 331, 4).buffer);
  const expected = javascript.inclusiveScan(input, options);
  expect(inclusiveScan(input, options)).toEqual(expected);
  const held = allocate("u64", input.length);
  held.array.set(input);
  expect(inclusiveScan(held.array, { ...options, output: held.array })).toEqual(expected);
  held.release();
  await using pool = await openWorkers({ count: 2, shortest: 0 });
  expect(await pool.inclusiveScan(input, options)).toEqual(expected);
  if (options.initial === undefined) return;
  const before = javascript.exclusiveScan(input, options);
  expect(exclusiveScan(input, options)).toEqual(before);
  expect(await pool.exclusiveScan(input, options)).toEqual(before);
});
