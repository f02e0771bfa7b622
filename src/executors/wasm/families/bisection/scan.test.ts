import { expect, test } from "vitest";
import { elementsOn, workersHere } from "../../../../../test/helpers/workers/workers.ts";
import { wordsOf } from "../../../../../test/webgpu/check-primitives.ts";
import { contractOf } from "../../../../conformance/contract-of.ts";
import { columnContract } from "../../../../contracts/column-contract.ts";
import { bisection } from "../../../../expressions/expression.ts";
import { allocate, exclusiveScan, inclusiveScan } from "../../../../index.ts";
import * as javascript from "../../../../javascript.ts";
import { add, treeHash } from "../../../../operators/built-in.ts";
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
  const shared = pool.allocate("u64", input.length);
  shared.array.set(input);
  expect(await onPool.inclusiveScan(shared.array, shared.array)).toEqual(expected);
  await pool.close();
});

test("ends on workers when its signal is aborted, between two prefixes, and loses nobody", async () => {
  const controller = new AbortController();
  const reason = new Error("enough");
  const done: number[] = [];
  const pool = await openPool({
    count: 2,
    // Of the first job the first worker is told to stop as soon as it has it.
    start: workersHere({
      onPost(message) {
        if (message.kind === "job") controller.abort(reason);
        return "pass";
      },
      onAnswer(message) {
        if (message.kind === "done") done.push(message.results.length);
        return "pass";
      },
    }),
  });
  const contract = contractOf({ operator: add, type: "f64", expression: bisection });
  const input = new Float64Array(8000).fill(1);
  const scan = elementsOn(pool.executor(controller.signal), contract).inclusiveScan(input);
  await expect(scan).rejects.toBe(reason);
  const [sum] = await pool.executor().plan(columnContract(contract)).reduce([input]);
  expect(sum).toBe(8000);
  expect(done.reduce((sum, count) => sum + count, 0)).toBeLessThan(8);
  await pool.close();
});
