import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnOf, NETWORKS, scalarOf, wordsOf } from "../../../../../test/helpers/wasm/networks.ts";
import { contractOf } from "../../../../conformance/contract-of.ts";
import { columnContract } from "../../../../contracts/column-contract.ts";
import type { ElementContract } from "../../../../contracts/contract.ts";
import { networkExpression } from "../../../../expressions/network-expression.ts";
import { add, treeHash } from "../../../../operators/built-in.ts";
import { referenceReduce, referenceScan } from "../../../../reference/reference.ts";
import { columnSummaries } from "../../../../summaries/summary-algebra.ts";
import { bitsOf } from "../../../../values/bits.ts";
import { elementPlan } from "../../../executor.ts";
import { networksJavascriptExecutor } from "../../../javascript/networks-javascript-executor.ts";
import { Heap } from "../../memory/heap.ts";
import { networksWasmExecutor } from "../../networks-wasm-executor.ts";

const SEED = 20261121;

const executor = networksWasmExecutor();

describe("passes", () => {
  type Step = {
    readonly length: number;
    readonly what: "inclusive" | "exclusive" | "reduce";
    readonly isMoved: boolean;
  };
  it(`give the bits of one call, whatever the chunks, and leave the summary of the literal algebra (seed ${SEED})`, () => {
    const subjects = [
      { operator: treeHash, type: "u64" },
      { operator: add, type: "f64" },
      { operator: add, type: "f32" },
    ] as const;
    const step: fc.Arbitrary<Step> = fc.record({
      length: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 700 })),
      what: fc.constantFrom("inclusive", "exclusive", "reduce"),
      isMoved: fc.boolean(),
    });
    const choice = fc.record({
      subject: fc.constantFrom(...subjects),
      expression: fc.constantFrom(...NETWORKS),
      placement: fc.constantFrom("outside" as const, "first" as const),
      isBackward: fc.boolean(),
      isHostile: fc.boolean(),
      steps: fc.array(step, { minLength: 1, maxLength: 7 }),
      data: fc.integer({ min: 1, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(choice, ({ subject, expression, placement, isBackward, isHostile, steps, data }) => {
        const { operator, type } = subject;
        const initial = { value: scalarOf(type, data, false), placement };
        const direction = isBackward ? "backward" : "forward";
        const contract = contractOf({ operator, type, expression, direction, initial } as ElementContract);
        const length = steps.reduce((sum, each) => sum + each.length, 0);
        const source = columnOf(type, length, data, isHostile) as Float64Array;
        const inclusive = referenceScan(contract, "inclusive-scan", source) as Float64Array;
        const exclusive = referenceScan(contract, "exclusive-scan", source) as Float64Array;
        const algebra = columnSummaries(columnContract(contract));
        let pass = executor.openPass(columnContract(contract));
        for (const { length: count, what, isMoved } of steps) {
          const start = isBackward ? length - pass.position - count : pass.position;
          const chunk = source.subarray(start, start + count);
          if (what === "reduce") pass.reduce([chunk]);
          else if (what === "inclusive") {
            expect(wordsOf(pass.inclusiveScan([chunk]))).toEqual(
              wordsOf([inclusive.subarray(start, start + count)]),
            );
          } else {
            expect(wordsOf(pass.exclusiveScan([chunk]))).toEqual(
              wordsOf([exclusive.subarray(start, start + count)]),
            );
          }
          const done = isBackward
            ? source.subarray(length - pass.position)
            : source.subarray(0, pass.position);
          expect(pass.observe().map((value) => bitsOf(type, value))).toEqual(
            [referenceReduce(contract, done)].map((value) => bitsOf(type, value)),
          );
          if (!isMoved) continue;
          const summary = pass.summary();
          const inOrder = isBackward ? done.slice().reverse() : done;
          expect(algebra.encode(summary)).toBe(algebra.encode(algebra.append(algebra.empty(0), [inOrder])));
          pass.close();
          pass = executor.openPass(columnContract(contract), summary);
        }
        pass.close();
      }),
      { seed: SEED, numRuns: 50 },
    );
  });
});
describe("memory", () => {
  it("is given back after every call, and after a pass", () => {
    const heap = new Heap("shared", 1 << 20);
    const own = networksWasmExecutor(heap);
    const home = own.allocate("f64", 3000);
    const contract = contractOf({
      operator: add,
      type: "f64",
      expression: networkExpression("brent-kung", 64),
    });
    const plan = elementPlan(own.plan(columnContract(contract)));
    plan.inclusiveScan(home.array);
    const free = heap.freeBytes;
    for (let i = 0; i < 3; i++) {
      plan.inclusiveScan(home.array);
      plan.reduce(home.array);
      const pass = own.openPass(columnContract(contract));
      pass.reduce([home.array]);
      pass.observe();
      pass.close();
    }
    expect(heap.freeBytes).toBe(free);
  });

  it("may grow before a call works on it, and no view is lost", () => {
    const input = columnOf("f64", 9000, 5, false) as Float64Array;
    const own = networksWasmExecutor();
    elementPlan(
      own.plan(
        columnContract(
          contractOf({ operator: add, type: "f64", expression: networkExpression("serial", 4) }),
        ),
      ),
    ).inclusiveScan(input);
    const contract = contractOf({
      operator: add,
      type: "f64",
      expression: networkExpression("brent-kung", 65_536),
    });
    const expected = elementPlan(networksJavascriptExecutor.plan(columnContract(contract)));
    expect(elementPlan(own.plan(columnContract(contract))).inclusiveScan(input)).toEqual(
      expected.inclusiveScan(input),
    );
    expect(elementPlan(own.plan(columnContract(contract))).reduce(input)).toBe(expected.reduce(input));
  });
});

describe("NaNs that no block root shows", () => {
  const huge = 1.7e308;
  const scanIn = (contract: ElementContract, input: Float64Array): void => {
    const home = executor.allocate("f64", input.length);
    home.array.set(input);
    const expected = referenceScan(contract, "inclusive-scan", input) as Float64Array;
    expect(expected.some(Number.isNaN)).toBe(true);
    expect(wordsOf([elementPlan(executor.plan(columnContract(contract))).inclusiveScan(home.array)])).toEqual(
      wordsOf([expected]),
    );
    home.release();
  };

  it.each([8, 10])(
    "are canonical wherever: output 6 of Kogge-Stone's %i is made of (x3·x4)·(x5·x6)",
    (width) => {
      const contract = contractOf({
        operator: add,
        type: "f64",
        expression: networkExpression("kogge-stone", width),
      });
      for (const blockCount of [1, 2, 16, 37]) {
        for (let block = 0; block < blockCount; block++) {
          const input = new Float64Array(width * blockCount);
          input.set([0, 0, -huge, huge, huge, -huge, -huge, huge], block * width);
          scanIn(contract, input);
        }
      }
    },
  );

  it("are canonical between finite roots and a finite end, because a carry and an open range overflow", () => {
    const contract = contractOf({ operator: add, type: "f64", expression: networkExpression("sklansky", 8) });
    const input = new Float64Array(64);
    input.set([huge], 0);
    input.set([huge], 16);
    input.set([-huge, 0, -huge, huge], 24);
    for (const length of [28, 32, 40, 64]) scanIn(contract, input.subarray(0, length));
  });
});
