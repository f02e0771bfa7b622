import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { affineMap, fingerprint, segmentedSum } from "../../../test/helpers/operators/operators.ts";
import { columnOf, NETWORKS, scalarOf, wordsOf } from "../../../test/helpers/wasm/networks.ts";
import { contractOf, recordContractOf } from "../../conformance/contract-of.ts";
import { columnContract } from "../../contracts/column-contract.ts";
import type { ElementContract, RecordContract } from "../../contracts/contract.ts";
import { blockDyadic, type Expression, type NetworkExpression } from "../../expressions/expression.ts";
import { networkExpression } from "../../expressions/network-expression.ts";
import { add, BUILT_IN_OPERATORS, treeHash } from "../../operators/built-in.ts";
import type { RecordOperator } from "../../operators/operator.ts";
import { referenceReduce, referenceScan } from "../../reference/reference.ts";
import { bitsOf } from "../../values/bits.ts";
import { ACCUMULATION_TYPES } from "../../values/convert.ts";
import type { ElementArray } from "../../values/element-types.ts";
import { hashArray } from "../../values/hash.ts";
import { elementPlan } from "../executor.ts";
import { networksJavascriptExecutor } from "../javascript/networks-javascript-executor.ts";
import { networksWasmExecutor } from "./networks-wasm-executor.ts";

const SEED = 20261121;

const executor = networksWasmExecutor();

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
          const plan = elementPlan(executor.plan(columnContract(contract)));
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
        } as ElementContract);
        checkTyped(
          contract,
          observation,
          columnOf(type, length, given.data, given.isHostile) as ElementArray,
          placement,
        );
      }),
      { seed: SEED, numRuns: 100 },
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
        const plan = executor.plan(columnContract(contract));
        if (plan === undefined) throw new Error("no plan of records");
        if (isScan) {
          expect(wordsOf(plan.inclusiveScan(columns))).toEqual(
            wordsOf(referenceScan(contract, "inclusive-scan", columns)),
          );
        } else expect(plan.reduce(columns)).toEqual(referenceReduce(contract, columns));
      }),
      { seed: SEED, numRuns: 50 },
    );
  });

  function checkTyped(
    contract: ElementContract,
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
    const plan = elementPlan(executor.plan(columnContract(contract)));
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
      const expected = elementPlan(networksJavascriptExecutor.plan(columnContract(contract)));
      const plan = elementPlan(executor.plan(columnContract(contract)));
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
      const plan = elementPlan(
        fresh.plan(columnContract(contractOf({ operator: add, type: "f64", expression }))),
      );
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
    expect(elementPlan(fresh.plan(columnContract(contract))).inclusiveScan(input)).toEqual(
      referenceScan(contract, "inclusive-scan", input),
    );
    expect(Object.values(fresh.networkCounts).every((each) => each === 0)).toBe(true);
  });

  it("is sklansky's network of a power of two the same as blocks of it", () => {
    const input = columnOf("f64", 5000, 11, false) as Float64Array;
    for (const width of [1, 2, 16, 64, 256]) {
      const [network, blocks] = [networkExpression("sklansky", width), blockDyadic(width)].map((expression) =>
        elementPlan(executor.plan(columnContract(contractOf({ operator: add, type: "f64", expression })))),
      );
      expect(wordsOf([network.inclusiveScan(input)])).toEqual(wordsOf([blocks.inclusiveScan(input)]));
      expect(network.reduce(input)).toBe(blocks.reduce(input));
    }
  });
});
describe("refusals", () => {
  const ask = (expression: Expression) =>
    executor.refusal({
      contract: columnContract(contractOf({ operator: add, type: "f64", expression })),
      observation: "inclusive-scan",
      allowQuadratic: false,
    });
  it("serves a scan and throws for what is none, naming the output", () => {
    expect(ask(networkExpression("kogge-stone", 5))).toBeUndefined();
    const wrong = { kind: "network", name: "mine", network: { width: 3, steps: [[[0, 2]]] } } as const;
    expect(() => ask(wrong)).toThrow(/output 1/);
  });
});
