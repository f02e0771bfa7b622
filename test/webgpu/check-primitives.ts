import { expect } from "vitest";
import { compact } from "../../src/executors/javascript/primitives/flags.ts";
import { javascriptPrimitives } from "../../src/executors/javascript/primitives/javascript-primitives.ts";
import type { Primitives } from "../../src/executors/primitives.ts";
import type { GpuParts } from "../../src/executors/webgpu/gpu-parts.ts";
import { COUNTERS, type Counter, STATE } from "../../src/executors/webgpu/kernels/kernel-setting.ts";
import { planMaker } from "../../src/executors/webgpu/plan-contract.ts";
import { ArrayRun } from "../../src/executors/webgpu/primitives/array-run.ts";
import {
  exactly,
  type LookBackSetting,
  type Slot,
  STATE_MEMORY,
} from "../../src/executors/webgpu/primitives/machine.ts";
import { compactSlots } from "../../src/executors/webgpu/primitives/selection.ts";
import { openWebGpuPrimitives } from "../../src/executors/webgpu/primitives/webgpu-primitives.ts";
import { bitsView } from "../../src/values/total-order.ts";
import type { ColumnArray } from "../../src/values/value-types.ts";
import { gpuParts } from "../helpers/webgpu/gpu-parts.ts";

/** Steps over some primitives: the vectors to compare. */
export type TestSteps = <Vector>(
  on: Primitives<Vector>,
  columns: readonly Vector[],
) => Promise<readonly Vector[]>;

/** Runs steps on a device and on plain loops, and compares all bits. */
export async function expectSame(
  device: GPUDevice,
  columns: readonly ColumnArray[],
  steps: TestSteps,
  lookBack: LookBackSetting = {},
): Promise<void> {
  const actual = await results(openWebGpuPrimitives(partsOf(device), undefined, lookBack), columns, steps);
  const expected = await results(javascriptPrimitives(), columns, steps);
  expect(actual).toHaveLength(expected.length);
  expected.forEach((column, i) => {
    checkSame(actual[i], column);
  });
}

/** The parts of a door, all of whose arithmetic is on bits. */
export function partsOf(device: GPUDevice): GpuParts {
  const make = planMaker();
  return gpuParts(device, (on, contract, observation, { maxLength, mapped }, makers) =>
    make(on, contract, observation, { maxLength, mapped, arithmetic: "integer" }, makers),
  );
}

async function results<Vector>(
  on: Primitives<Vector>,
  columns: readonly ColumnArray[],
  steps: TestSteps,
): Promise<readonly ColumnArray[]> {
  try {
    const vectors = await steps(
      on,
      columns.map((column) => on.place(column)),
    );
    const taken: ColumnArray[] = [];
    for (const vector of vectors) taken.push(await on.take(vector));
    return taken;
  } finally {
    on.release();
  }
}

/** Repeatable words. */
export function wordsOf(length: number, seed: number): Uint32Array {
  let state = seed;
  return new Uint32Array(length).map(() => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state ^ (state >>> 15)) >>> 0;
  });
}

/** Flags, about half of them set. */
export function flagsOf(length: number, seed = 7): Uint8Array {
  return Uint8Array.from(wordsOf(length, seed), (word) => (word >>> 9) & 1);
}

/** Compacts the first column by the second one's flags, compares, and gives what the tiles have counted. */
export async function countersOfSelection(
  device: GPUDevice,
  [column, flags]: readonly ColumnArray[],
  lookBack: LookBackSetting,
): Promise<Readonly<Record<Counter, number>>> {
  const run = new ArrayRun(partsOf(device), undefined, lookBack);
  const source = { kind: "vector", flags: run.place(flags) } as const;
  const given = run.place(column);
  const [kept] = run.step("compact", (recording) => compactSlots(recording, [given], source));
  const actual = await run.take(kept);
  const [expected] = compact([column], flags);
  checkSame(actual, expected);
  const counters: Slot = {
    type: "u32",
    memory: STATE_MEMORY,
    offset: STATE.counters,
    length: exactly(COUNTERS.length),
  };
  const counts = await run.take(counters);
  run.release();
  return Object.fromEntries(COUNTERS.map((name, i) => [name, Number(counts[i])])) as Record<Counter, number>;
}

/** Type, length, and the first element whose bits differ. */
function checkSame(actual: ColumnArray, expected: ColumnArray): void {
  expect([actual.constructor.name, actual.length]).toEqual([expected.constructor.name, expected.length]);
  const [found, wanted] = [bitsView(actual), bitsView(expected)];
  const place = wanted.findIndex((bits, i) => bits !== found[i]);
  expect({ place, bits: found[place] }).toEqual({ place: -1, bits: undefined });
}
