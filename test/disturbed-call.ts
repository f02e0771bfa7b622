import { expect } from "vitest";
import { sortCall } from "../src/algorithms/order/sort.ts";
import { runCall, runCallLaterOn } from "../src/algorithms/run-call.ts";
import { filterCall } from "../src/algorithms/selection/filter.ts";
import { contractOf, recordContractOf } from "../src/conformance/contract-of.ts";
import { generateData } from "../src/conformance/data/generate-data.ts";
import { columnContract } from "../src/contracts/column-contract.ts";
import { javascriptPrimitives } from "../src/executors/javascript/primitives/javascript-primitives.ts";
import type { AlgorithmExecutor } from "../src/executors/primitives.ts";
import { wasmExecutor } from "../src/executors/wasm/wasm-executor.ts";
import { blockDyadic } from "../src/expressions/expression.ts";
import { add } from "../src/operators/built-in.ts";
import type { RecordOperator } from "../src/operators/operator.ts";
import { parseOperator } from "../src/operators/text/parse-operator.ts";
import { hashColumns } from "../src/values/hash.ts";
import type { ColumnArray } from "../src/values/value-types.ts";

/*
 * What becomes of a call whose arrays are transferred or resized before it is done: the right answer, where they were no longer needed, or a
 * typed error that names the array. Never an error of the engine's, never other bits.
 */

/** A call on arrays that are the caller's own, and what it gives on plain loops or wasm. */
interface DisturbedCall {
  readonly name: string;
  readonly run: <Vector>(
    executor: AlgorithmExecutor<Vector>,
    input: Float32Array,
    output: Float32Array,
  ) => Promise<unknown>;
  readonly expected: (input: Float32Array) => unknown;
}

const contract = columnContract(contractOf({ operator: add, type: "f32", expression: blockDyadic(32) }));
const records = columnContract(
  recordContractOf({
    operator: parseOperator(
      "(left: { a: f32 }, right) => { a: if left.a < right.a then right.a else left.a }",
    ) as RecordOperator,
    expression: blockDyadic(32),
  }),
);
const wasm = wasmExecutor();

export const DISTURBED_CALLS: readonly DisturbedCall[] = [
  {
    name: "reduce",
    run: async (executor, input) => executor.plan(contract).reduce([input]),
    expected: (input) => wasm.plan(contract).reduce([input]),
  },
  {
    name: "inclusiveScan",
    run: async (executor, input, output) =>
      hashOf(await executor.plan(contract).inclusiveScan([input], [output])),
    expected: (input) => hashOf(wasm.plan(contract).inclusiveScan([input])),
  },
  {
    name: "reduce of records",
    run: async (executor, input) => executor.plan(records).reduce([input]),
    expected: (input) => wasm.plan(records).reduce([input]),
  },
  {
    name: "filter",
    run: async (executor, input) =>
      hashOf([await runCallLaterOn(executor, filterCall(input, flagsOf(input.length)))] as never),
    expected: (input) =>
      hashOf([runCall(javascriptPrimitives(), filterCall(input, flagsOf(input.length)))] as never),
  },
  {
    name: "sort",
    run: async (executor, input) => hashOf([await runCallLaterOn(executor, sortCall(input))]),
    expected: (input) => hashOf([runCall(javascriptPrimitives(), sortCall(input))]),
  },
];

function flagsOf(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => Number(i % 3 === 0));
}

function hashOf(columns: readonly ColumnArray[]): string {
  return `${columns[0].length} ${hashColumns(columns)}`;
}

/** What happens to an array's buffer, which can be resized and transferred. */
export const DISTURBANCES = {
  "is transferred": (buffer: ArrayBuffer) => structuredClone(buffer, { transfer: [buffer] }),
  shrinks: (buffer: ArrayBuffer) => resize(buffer, 4 * Math.floor(buffer.byteLength / 8)),
  grows: (buffer: ArrayBuffer) => resize(buffer, 2 * buffer.byteLength),
  stays: () => {},
} as const;

// Not yet among the libraries that the package is compiled for.
type Resizable = ArrayBuffer & { readonly resize: (bytes: number) => void };

function resize(buffer: ArrayBuffer, bytes: number): void {
  (buffer as Resizable).resize(bytes);
}

export type Disturbance = keyof typeof DISTURBANCES;

/** Does it to the input, or the output, after so many turns of the event loop; the last of them is awaited anyway. */
export async function checkDisturbed<Vector>(
  executor: AlgorithmExecutor<Vector>,
  { run, expected }: DisturbedCall,
  disturbance: Disturbance,
  which: "input" | "output",
  length: number,
  turns: number,
): Promise<"right" | "refused"> {
  const input = resizable(length);
  const output = resizable(length);
  input.set(generateData({ data: "narrow", type: "f32", length, seed: 7n }) as Float32Array);
  const right = expected(input.slice());
  const call = run(executor, input, output).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  for (let turn = 0; turn < turns; turn++) await nextTurn(turn);
  DISTURBANCES[disturbance]((which === "input" ? input : output).buffer);
  const outcome = await call;
  if ("error" in outcome) {
    expect(String(outcome.error)).toMatch(/^InvalidArgumentError: "(input|output)" must be /);
    return "refused";
  }
  expect(outcome.value).toEqual(right);
  return "right";
}

/** Microtasks first, then turns of the loop. */
function nextTurn(turn: number): Promise<void> {
  return turn < 3 ? Promise.resolve() : new Promise((resolve) => setImmediate(resolve));
}

function resizable(length: number): Float32Array<ArrayBuffer> {
  type MakeBuffer = new (bytes: number, options: { readonly maxByteLength: number }) => ArrayBuffer;
  return new Float32Array(new (ArrayBuffer as MakeBuffer)(4 * length, { maxByteLength: 16 * length }));
}
