import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contractOf, recordContractOf } from "../../../conformance/contract-of.ts";
import type { RecordContract, TypedContract } from "../../../contracts/contract.ts";
import { blockDyadic, type Expression, type NetworkExpression } from "../../../expressions/expression.ts";
import { networkExpression } from "../../../expressions/network-expression.ts";
import { add, BUILT_IN_OPERATORS, treeHash } from "../../../operators/built-in.ts";
import type { RecordOperator } from "../../../operators/operator.ts";
import { affineMap, fingerprint, segmentedSum } from "../../../operators/test-operators.ts";
import { referenceReduce, referenceScan } from "../../../reference/reference.ts";
import type { Summary } from "../../../summaries/summary.ts";
import { summaryAlgebra } from "../../../summaries/summary-algebra.ts";
import { bitsOf, fromBits } from "../../../values/bits.ts";
import { ACCUMULATION_TYPES } from "../../../values/convert.ts";
import type { ElementArray, Scalar, ScalarType } from "../../../values/element-types.ts";
import { hashArray } from "../../../values/hash.ts";
import { type ColumnArray, newColumn } from "../../../values/value-types.ts";
import { networksJavascriptExecutor } from "../../javascript/networks-javascript-executor.ts";
import { Heap } from "../heap.ts";
import { networksWasmExecutor } from "./networks-wasm-executor.ts";

const SEED = 20261121;

const NETWORKS: readonly Expression[] = [
  ...[1, 2, 3, 4, 8, 16, 32, 64, 100].map((width) => networkExpression("sklansky", width)),
  ...[7, 12, 16, 32].map((width) => networkExpression("kogge-stone", width)),
  ...[8, 13, 32, 128].map((width) => networkExpression("brent-kung", width)),
  networkExpression("serial", 8),
  networkExpression("serial", 300),
  networkExpression("ladner-fischer:2", 32),
  networkExpression("han-carlson:1", 24),
  networkExpression("scan-scan-add:4:sklansky:serial", 20),
  networkExpression(
    {
      width: 4,
      steps: [
        [
          [2, 3],
          [0, 1],
        ],
        [
          [1, 2],
          [1, 3],
        ],
      ],
    },
    "mine",
  ),
];

const executor = networksWasmExecutor();

function scalarOf(type: ScalarType, seed: number, isHostile: boolean): Scalar {
  const mixed = BigInt.asUintN(64, (BigInt(seed) + 1n) * 0x9e3779b97f4a7c15n) ^ (BigInt(seed) << 7n);
  if (type === "bool") return Number(mixed >> 61n) === 3 ? 1 : 0;
  if (type !== "f64" && type !== "f32")
    return fromBits(type, type.endsWith("64") ? BigInt.asUintN(64, mixed) : BigInt.asUintN(32, mixed >> 32n));
  const odd = [Number.NaN, Infinity, -Infinity, -0, 5e-324, 1.7e308, -1.7e308, 3e38, -3e38];
  if (isHostile && Number(BigInt.asUintN(6, mixed >> 20n)) === 3) return odd[seed % odd.length];
  return Math.fround(Number(BigInt.asIntN(32, mixed >> 16n)) * 2 ** -(Math.abs(seed) % 40));
}

function columnOf(type: ScalarType, length: number, seed: number, isHostile: boolean): ColumnArray {
  const column = newColumn(type, length);
  const slots = column as { [index: number]: Scalar };
  for (let i = 0; i < length; i++) slots[i] = scalarOf(type, seed + 31 * i, isHostile);
  return column;
}

/** The raw words, so that a NaN which is not canonical shows. */
function wordsOf(columns: readonly ColumnArray[]): readonly (readonly number[])[] {
  return columns.map((column) => Array.from(new Uint8Array(column.slice().buffer)));
}

const PLACEMENTS = ["javascript", "library", "in place"] as const;

describe("agreement with the literal reference", () => {
  it("by tree fingerprint at every position, in both directions, with every placement of an initial value", () => {
    const input = columnOf("u64", 301, 7, false) as BigUint64Array;
    for (const expression of NETWORKS) {
      for (const direction of ["forward", "backward"] as const) {
        for (const placement of direction === "forward"
          ? ([undefined, "outside", "first"] as const)
          : (["first"] as const)) {
          const initial = placement === undefined ? undefined : { value: 77n, placement };
          const contract = contractOf({ operator: treeHash, type: "u64", expression, direction, initial });
          const plan = executor.plan(contract);
          for (const length of [3, 301]) {
            const part = input.subarray(input.length - length);
            const name = `${JSON.stringify(expression).slice(0, 60)} ${direction} ${placement} ${length}`;
            expect(plan.inclusiveScan(part), name).toEqual(referenceScan(contract, "inclusive-scan", part));
            expect(plan.reduce(part), name).toBe(referenceReduce(contract, part));
            if (initial === undefined) continue;
            expect(plan.exclusiveScan(part), name).toEqual(referenceScan(contract, "exclusive-scan", part));
          }
        }
      }
    }
  });

  it(`by bits on random contracts, data and placements (seed ${SEED})`, () => {
    const choice = fc.record({
      operator: fc.constantFrom(...BUILT_IN_OPERATORS),
      type: fc.nat(),
      accumulate: fc.nat(),
      expression: fc.constantFrom(...NETWORKS),
      observation: fc.constantFrom("reduce", "inclusive-scan", "exclusive-scan"),
      direction: fc.constantFrom("forward", "backward"),
      initial: fc.constantFrom(undefined, "outside", "first"),
      length: fc.oneof(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 1500 })),
      isHostile: fc.boolean(),
      placement: fc.constantFrom(...PLACEMENTS),
      data: fc.integer({ min: 1, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(choice, (given) => {
        const { operator, expression, observation, direction, length, placement } = given;
        const type = operator.types[given.type % operator.types.length];
        const wider = ACCUMULATION_TYPES[type].filter((other) => operator.types.includes(other));
        const accumulate = wider[given.accumulate % wider.length];
        const value = scalarOf(accumulate, given.data, given.isHostile);
        const needsInitial = observation === "exclusive-scan" && given.initial === undefined;
        const initialPlacement = needsInitial ? "outside" : given.initial;
        const initial = initialPlacement === undefined ? undefined : { value, placement: initialPlacement };
        const contract = contractOf({
          operator,
          type,
          expression,
          accumulate,
          direction,
          initial,
        } as TypedContract);
        checkTyped(
          contract,
          observation,
          columnOf(type, length, given.data, given.isHostile) as ElementArray,
          placement,
        );
      }),
      { seed: SEED, numRuns: 250 },
    );
  });

  it(`by bits over records (seed ${SEED})`, () => {
    const choice = fc.record({
      operator: fc.constantFrom<RecordOperator>(affineMap, segmentedSum, fingerprint),
      expression: fc.constantFrom(...NETWORKS),
      isScan: fc.boolean(),
      direction: fc.constantFrom("forward", "backward"),
      placement: fc.constantFrom(undefined, "outside", "first"),
      length: fc.integer({ min: 1, max: 900 }),
      data: fc.integer({ min: 1, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(choice, ({ operator, expression, isScan, direction, placement, length, data }) => {
        const columns = operator.columns.map(({ type }, i) => columnOf(type, length, data + i, true));
        const initial =
          placement === undefined
            ? undefined
            : { value: operator.columns.map(({ type }) => scalarOf(type, data, false)), placement };
        const contract = recordContractOf({ operator, expression, direction, initial } as RecordContract);
        const plan = executor.planRecords?.(contract);
        if (plan === undefined) throw new Error("no plan of records");
        if (isScan) {
          expect(wordsOf(plan.inclusiveScan(columns))).toEqual(
            wordsOf(referenceScan(contract, "inclusive-scan", columns)),
          );
        } else expect(plan.reduce(columns)).toEqual(referenceReduce(contract, columns));
      }),
      { seed: SEED, numRuns: 80 },
    );
  });

  function checkTyped(
    contract: TypedContract,
    observation: string,
    source: ElementArray,
    placement: (typeof PLACEMENTS)[number],
  ): void {
    const { length } = source;
    const home = placement === "javascript" ? undefined : executor.allocate(contract.type, length);
    const away = placement === "library" ? executor.allocate(contract.accumulate, length) : undefined;
    const input = (home?.array ?? source.slice()) as ElementArray;
    (input as Float64Array).set(source as Float64Array);
    const isInPlace = placement === "in place" && contract.type === contract.accumulate;
    const output = isInPlace ? input : (away?.array as ElementArray | undefined);
    const plan = executor.plan(contract);
    try {
      if (observation === "reduce") {
        const { accumulate } = contract;
        expect(bitsOf(accumulate, plan.reduce(input))).toBe(
          bitsOf(accumulate, referenceReduce(contract, source)),
        );
        return;
      }
      const isInclusive = observation === "inclusive-scan";
      const result = isInclusive ? plan.inclusiveScan(input, output) : plan.exclusiveScan(input, output);
      const expected = referenceScan(contract, isInclusive ? "inclusive-scan" : "exclusive-scan", source);
      expect(wordsOf([result])).toEqual(wordsOf([expected]));
    } finally {
      home?.release();
      away?.release();
    }
  }
});

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
        const contract = contractOf({ operator, type, expression, direction, initial } as TypedContract);
        const length = steps.reduce((sum, each) => sum + each.length, 0);
        const source = columnOf(type, length, data, isHostile) as Float64Array;
        const inclusive = referenceScan(contract, "inclusive-scan", source) as Float64Array;
        const exclusive = referenceScan(contract, "exclusive-scan", source) as Float64Array;
        const algebra = summaryAlgebra(contract);
        let pass = executor.openPass(contract);
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
          expect(algebra.encode(summary as Summary)).toBe(
            algebra.encode(algebra.append(algebra.empty(0), inOrder)),
          );
          pass.close();
          pass = executor.openPass(contract, summary);
        }
        pass.close();
      }),
      { seed: SEED, numRuns: 80 },
    );
  });
});

describe("what is computed where", () => {
  it("ran every kernel", () => {
    // Wider than anything that is written out: along the table in lanes, and in single blocks.
    for (const [name, width, length] of [
      ["brent-kung", 8192, 30_000],
      ["kogge-stone", 1024, 5000],
    ] as const) {
      const contract = contractOf({ operator: add, type: "f64", expression: networkExpression(name, width) });
      const home = executor.allocate("f64", length);
      home.array.set(columnOf("f64", length, 5, false) as Float64Array);
      const expected = networksJavascriptExecutor.plan(contract);
      const plan = executor.plan(contract);
      expect(hashArray(plan.inclusiveScan(home.array))).toBe(hashArray(expected.inclusiveScan(home.array)));
      expect(plan.reduce(home.array)).toBe(expected.reduce(home.array));
      home.release();
    }
    expect(Object.entries(executor.networkCounts).filter(([, count]) => count === 0)).toEqual([]);
  });

  it("takes the fastest kernel that fits: groups, strips, single elements; roots in strips, the open block kept", () => {
    const fresh = networksWasmExecutor();
    const count = (expression: NetworkExpression, length: number): object => {
      const before = { ...fresh.networkCounts };
      const plan = fresh.plan(contractOf({ operator: add, type: "f64", expression }));
      const home = fresh.allocate("f64", length);
      plan.inclusiveScan(home.array);
      plan.reduce(home.array);
      home.release();
      const after = Object.entries(fresh.networkCounts) as [keyof typeof before, number][];
      return Object.fromEntries(
        after.map(([key, value]) => [key, value - before[key]]).filter(([, value]) => value !== 0),
      );
    };
    // 35 blocks of 32 and 5 elements: two groups of 16, a strip of 2, a block; then the tail.
    expect(count(networkExpression("sklansky", 32), 1125)).toEqual({
      group: 2,
      straightStrip: 1,
      element: 37,
      straightRoot: 17,
      blockRoot: 1,
      kept: 5,
    });
    expect(count(networkExpression("brent-kung", 31), 1125)).toEqual({
      straightStrip: 18,
      element: 9,
      straightRoot: 18,
      kept: 9,
    });
  });

  it("computes an operator that is proved associative by whatever is fastest", () => {
    const fresh = networksWasmExecutor();
    const expression = networkExpression("kogge-stone", 16);
    const input = columnOf("i32", 1000, 3, false) as Int32Array;
    const contract = contractOf({ operator: add, type: "i32", expression });
    expect(fresh.plan(contract).inclusiveScan(input)).toEqual(
      referenceScan(contract, "inclusive-scan", input),
    );
    expect(Object.values(fresh.networkCounts).every((each) => each === 0)).toBe(true);
  });

  it("is sklansky's network of a power of two the same as blocks of it", () => {
    const input = columnOf("f64", 5000, 11, false) as Float64Array;
    for (const width of [1, 2, 16, 64, 256]) {
      const [network, blocks] = [networkExpression("sklansky", width), blockDyadic(width)].map((expression) =>
        executor.plan(contractOf({ operator: add, type: "f64", expression })),
      );
      expect(wordsOf([network.inclusiveScan(input)])).toEqual(wordsOf([blocks.inclusiveScan(input)]));
      expect(network.reduce(input)).toBe(blocks.reduce(input));
    }
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
    const plan = own.plan(contract);
    plan.inclusiveScan(home.array);
    const free = heap.freeBytes;
    for (let i = 0; i < 3; i++) {
      plan.inclusiveScan(home.array);
      plan.reduce(home.array);
      const pass = own.openPass(contract);
      pass.reduce([home.array]);
      pass.observe();
      pass.close();
    }
    expect(heap.freeBytes).toBe(free);
  });

  it("may grow before a call works on it, and no view is lost", () => {
    const input = columnOf("f64", 9000, 5, false) as Float64Array;
    const own = networksWasmExecutor();
    own
      .plan(contractOf({ operator: add, type: "f64", expression: networkExpression("serial", 4) }))
      .inclusiveScan(input);
    const contract = contractOf({
      operator: add,
      type: "f64",
      expression: networkExpression("brent-kung", 65_536),
    });
    const expected = networksJavascriptExecutor.plan(contract);
    expect(own.plan(contract).inclusiveScan(input)).toEqual(expected.inclusiveScan(input));
    expect(own.plan(contract).reduce(input)).toBe(expected.reduce(input));
  });
});

describe("NaNs that no block root shows", () => {
  const huge = 1.7e308;
  const scanIn = (contract: TypedContract, input: Float64Array): void => {
    const home = executor.allocate("f64", input.length);
    home.array.set(input);
    const expected = referenceScan(contract, "inclusive-scan", input) as Float64Array;
    expect(expected.some(Number.isNaN)).toBe(true);
    expect(wordsOf([executor.plan(contract).inclusiveScan(home.array)])).toEqual(wordsOf([expected]));
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

describe("refusals", () => {
  const ask = (expression: Expression) =>
    executor.refusal({
      contract: contractOf({ operator: add, type: "f64", expression }),
      observation: "inclusive-scan",
      allowQuadratic: false,
    });
  it("serves a scan and throws for what is none, naming the output", () => {
    expect(ask(networkExpression("kogge-stone", 5))).toBeUndefined();
    const wrong = { kind: "network", name: "mine", network: { width: 3, steps: [[[0, 2]]] } } as const;
    expect(() => ask(wrong)).toThrow(/output 1/);
  });
});
