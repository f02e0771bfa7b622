import { expect, test } from "vitest";
import { elementsOn, workersHere } from "../../../../../test/helpers/workers/workers.ts";
import { wordsOf } from "../../../../../test/webgpu/check-primitives.ts";
import { contractOf } from "../../../../conformance/contract-of.ts";
import { bisection } from "../../../../expressions/expression.ts";
import { allocate, exclusiveScan, inclusiveScan } from "../../../../index.ts";
import * as javascript from "../../../../javascript.ts";
import { treeHash } from "../../../../operators/built-in.ts";
import { openPool } from "../../../workers/pool.ts";

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
  const pool = await openPool({
    ...{ count: 3, shortest: 0, ownWork: 0, pieceLength: 32, patience: 60_000 },
    start: workersHere({}),
  });
  const { initial: value, initialPlacement: placement } = options;
  const start =
    value !== undefined && placement !== undefined ? { initial: { value, placement } } : undefined;
  const contract = contractOf({
    operator: treeHash,
    type: "u64",
    expression: bisection,
    direction: options.direction,
    ...start,
  });
  const onPool = elementsOn(pool.executor(), contract);
  expect(await onPool.inclusiveScan(input)).toEqual(expected);
  if (start !== undefined) {
    const before = javascript.exclusiveScan(input, options);
    expect(exclusiveScan(input, options)).toEqual(before);
    expect(await onPool.exclusiveScan(input)).toEqual(before);
  }
  await pool.close();
});
