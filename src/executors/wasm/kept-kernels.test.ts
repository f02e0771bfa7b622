import { afterEach, describe, expect, test, vi } from "vitest";
import { contractOf, recordContractOf } from "../../conformance/contract-of.ts";
import { columnContract } from "../../contracts/column-contract.ts";
import { blockDyadic, leftFold } from "../../expressions/expression.ts";
import type { Operator, RecordOperator } from "../../operators/operator.ts";
import { parseOperator } from "../../operators/text/parse-operator.ts";
import { elementPlan } from "../executor.ts";
import { Heap } from "./memory/heap.ts";
import { openMemory } from "./memory/wasm-memory.ts";
import { openSumsWasm, sumsWasmExecutor } from "./sums-wasm-executor.ts";
import { wasmExecutor } from "./wasm-executor.ts";

/* What is kept of operators is kept by their terms, and of the last ones alone. */

afterEach(() => vi.restoreAllMocks());

const expression = blockDyadic(32);
const input = Float64Array.from({ length: 2000 }, (_, i) => i % 7);

const operatorBy = (factor: number): Operator =>
  parseOperator(`(left: f64, right) => left + right + left * ${factor}`) as Operator;

const recordsBy = (factor: number): RecordOperator =>
  parseOperator(
    `(left: { a: f64, b: u32 }, right) => { a: left.a + right.a * ${factor}, b: left.b + right.b }`,
  ) as RecordOperator;

/** Modules that are compiled meanwhile. */
function compiled(run: () => void): number {
  const modules = vi.spyOn(WebAssembly, "Module");
  run();
  const { length } = modules.mock.calls;
  modules.mockRestore();
  return length;
}

describe("kernels", () => {
  test("are those of an operator that was made alike", () => {
    const executor = wasmExecutor();
    const reduce = (): unknown =>
      elementPlan(
        executor.plan(columnContract(contractOf({ operator: operatorBy(3), type: "f64", expression }))),
      ).reduce(input);
    expect(compiled(reduce)).toBeGreaterThan(0);
    expect(compiled(reduce)).toBe(0);
  });

  test("of the last operators are kept, and of no more", () => {
    const { machine } = openSumsWasm(openMemory(new Heap("shared", 65536)));
    const arena = machine.staging();
    let built = 0;
    const kernelsOf = (factor: number): number => {
      const before = built;
      arena.kernels(`test ${factor}`, () => {
        built++;
        return [];
      });
      return built - before;
    };
    for (let factor = 0; factor < 3000; factor++) kernelsOf(factor);
    expect(built).toBe(3000);
    expect([2999, 2900, 2800].map(kernelsOf)).toEqual([0, 0, 0]);
    expect([0, 1000, 2000].map(kernelsOf)).toEqual([1, 1, 1]);
  });
});

test("library memory does not grow with the operators over records that it has seen", () => {
  const heap = new Heap("shared", 2 ** 20);
  const executor = wasmExecutor(heap);
  const columns = [executor.allocate("f64", 100).array, executor.allocate("u32", 100).array];
  const reduce = (factor: number): unknown =>
    executor
      .plan(columnContract(recordContractOf({ operator: recordsBy(factor), expression })))
      .reduce(columns);
  reduce(0);
  const free = heap.freeBytes;
  const grown = heap.generation;
  for (let factor = 1; factor < 60; factor++) reduce(factor);
  expect([heap.freeBytes, heap.generation]).toEqual([free, grown]);
});

test("plans over records that take turns keep their values apart", () => {
  const executor = wasmExecutor();
  const columns = [input, Uint32Array.from(input)];
  const plans = [2, 3].map((factor) =>
    executor.plan(columnContract(recordContractOf({ operator: recordsBy(factor), expression }))),
  );
  const alone = [2, 3].map((factor) =>
    wasmExecutor()
      .plan(columnContract(recordContractOf({ operator: recordsBy(factor), expression })))
      .inclusiveScan(columns),
  );
  for (let turn = 0; turn < 2; turn++) {
    expect(plans.map((plan) => plan?.inclusiveScan(columns))).toEqual(alone);
  }
});

test.each([expression, leftFold])(
  "passes of an operator that was made alike compile nothing ($kind)",
  (by) => {
    const executor = sumsWasmExecutor();
    const run = (): void => {
      const pass = executor.openPass(
        columnContract(contractOf({ operator: operatorBy(3), type: "f64", expression: by })),
      );
      pass.inclusiveScan([input]);
      pass.reduce([input]);
      pass.close();
    };
    expect(compiled(run)).toBeGreaterThan(0);
    expect(compiled(run)).toBe(0);
  },
);
