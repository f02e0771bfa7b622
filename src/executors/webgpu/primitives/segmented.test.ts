import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  asProved,
  hostileColumns,
  largest,
  segmentedSum,
} from "../../../../test/helpers/operators/operators.ts";
import { describeOnQuickAdapter } from "../../../../test/webgpu/adapters.ts";
import { expectSame, type TestSteps, wordsOf } from "../../../../test/webgpu/check-primitives.ts";
import { contractOf, recordContractOf } from "../../../conformance/contract-of.ts";
import { type ColumnContract, columnContract } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import { defineExpression } from "../../../expressions/define-expression.ts";
import {
  binned,
  bisection,
  blockDyadic,
  exact,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
  type Tree,
} from "../../../expressions/expression.ts";
import { networkExpression } from "../../../expressions/network-expression.ts";
import { add, max, treeHash } from "../../../operators/built-in.ts";
import type { Scalar } from "../../../values/element-types.ts";
import { UnsupportedError } from "../../../values/errors.ts";
import type { ColumnArray } from "../../../values/value-types.ts";
import type { LookBackSetting } from "./machine.ts";

const SEED = 20_261_121;

const OBSERVATIONS: readonly Observation[] = ["reduce", "inclusive-scan", "exclusive-scan"];
/** Without an initial value. */
const INCLUSIVE: readonly Observation[] = ["reduce", "inclusive-scan"];

/** Offsets of segments of these lengths. */
function offsetsOf(lengths: readonly number[]): Uint32Array {
  const offsets = new Uint32Array(lengths.length + 1);
  for (const [i, length] of lengths.entries()) offsets[i + 1] = offsets[i] + length;
  return offsets;
}

/** Empty, short and long segments, now and then one alone. */
const anyLengths = fc.oneof(
  fc.array(fc.oneof({ weight: 3, arbitrary: fc.nat(5) }, fc.nat(40), fc.constantFrom(0, 63, 64, 65, 300)), {
    maxLength: 60,
  }),
  fc.integer({ min: 1, max: 3000 }).map((length) => [length]),
  fc.integer({ min: 1, max: 700 }).map((count) => new Array<number>(count).fill(1)),
);

/** Tiles of 64 elements: segments go across many. */
const SMALL: LookBackSetting = { shape: { threads: 16, strips: 2, run: 2 } };

function symbolicChain(length: number): Tree {
  let tree: Tree = 0;
  for (let i = 1; i < length; i++) tree = { left: tree, right: i };
  return tree;
}

interface Case {
  readonly contract: ColumnContract;
  readonly columns: readonly ColumnArray[];
  readonly offsets: Uint32Array;
  readonly observations?: readonly Observation[];
  readonly empty?: readonly Scalar[];
}

async function check(
  device: GPUDevice,
  { contract, columns, offsets, observations = OBSERVATIONS, empty }: Case,
  lookBack: LookBackSetting = SMALL,
): Promise<void> {
  for (const observation of observations) {
    const steps: TestSteps = async (on, [starts, ...elements]) =>
      on.segmented(contract, observation, elements, starts, empty);
    await expectSame(device, [offsets, ...columns], steps, lookBack);
  }
}

/** Repeatable choices below a number. */
function pickOf(seed: number): (length: number) => number {
  const words = wordsOf(4096, seed);
  let next = 0;
  return (length) => words[next++ % words.length] % length;
}

describeOnQuickAdapter((adapter) => {
  const isSlow = adapter.name === "lavapipe"; // seconds to compile a kernel

  describe("segmented", () => {
    it("has the trees of each segment alone, at every position", async () => {
      const device = await adapter.device();
      const all = fc.record({
        lengths: anyLengths,
        seed: fc.nat(),
        expression: fc.constantFrom(
          iteratedPairwise,
          blockDyadic(2),
          blockDyadic(8),
          blockDyadic(32),
          blockDyadic(256),
        ),
        direction: fc.constantFrom("forward" as const, "backward" as const),
        placement: fc.constantFrom("outside" as const, "first" as const),
      });
      await fc.assert(
        fc.asyncProperty(all, async ({ lengths, seed, expression, direction, placement }) => {
          const offsets = offsetsOf(lengths);
          const n = offsets[lengths.length];
          const columns = [new BigUint64Array(wordsOf(2 * n, seed).buffer)];
          const initial = { value: 0x123456789abcdefn, placement };
          const given = { operator: treeHash, type: "u64", expression, direction } as const;
          await check(device, {
            contract: columnContract(contractOf({ ...given, initial })),
            columns,
            offsets,
            empty: [7n],
          });
          await check(device, {
            contract: columnContract(contractOf(given)),
            columns,
            offsets,
            empty: [7n],
            observations: INCLUSIVE,
          });
        }),
        { seed: SEED, numRuns: isSlow ? 6 : 15 },
      );
    }, 120_000);

    it("takes offsets whose number only the device knows", async () => {
      const device = await adapter.device();
      const contract = columnContract(
        contractOf({ operator: treeHash, type: "u64", expression: blockDyadic(8) }),
      );
      const column = new BigUint64Array(wordsOf(1400, 9).buffer);
      const heads = Uint8Array.from({ length: 700 }, (_, i) => (i % 9 === 0 || i % 31 === 4 ? 1 : 0));
      const steps: TestSteps = async (on, [flags, elements]) => {
        const offsets = await on.flagIndices(flags, true);
        const roots = await on.segmented(contract, "reduce", [elements], offsets, undefined);
        return [
          ...roots,
          ...(await on.segmented(contract, "inclusive-scan", [elements], offsets, undefined)),
        ];
      };
      await expectSame(device, [heads, column], steps, SMALL);
    }, 120_000);

    if (isSlow) return;

    it("has no more to do for one long segment, for many short ones, or for empty ones", async () => {
      const device = await adapter.device();
      const n = 5000;
      const columns = [new BigUint64Array(wordsOf(2 * n, 5).buffer)];
      const contract = columnContract(
        contractOf({ operator: treeHash, type: "u64", expression: blockDyadic(32) }),
      );
      const many = new Array<number>(9000).fill(0).map((_, i) => (i % 2 === 0 && i < 2 * n ? 1 : 0));
      const gap = [1, ...new Array<number>(6000).fill(0), n - 1];
      for (const lengths of [[n], many, gap, [0, 0], []]) {
        const offsets = offsetsOf(lengths);
        const elements = columns.map((column) => column.subarray(0, offsets[lengths.length]));
        await check(
          device,
          { contract, columns: elements, offsets, observations: INCLUSIVE, empty: [3n] },
          {},
        );
      }
    }, 120_000);

    it("combines records, floats of a wider sum and their NaNs as they are combined elsewhere", async () => {
      const device = await adapter.device();
      const offsets = offsetsOf([70, 0, 3, 1, 200, 26]);
      const floats = hostileColumns([{ path: [], type: "f32" }], 300, pickOf(1));
      const sum = columnContract(
        contractOf({
          operator: add,
          type: "f32",
          accumulate: "f64",
          expression: blockDyadic(4),
          initial: { value: -0, placement: "outside" },
        }),
      );
      await check(device, { contract: sum, columns: floats, offsets, empty: [Number.NaN] });
      const records = hostileColumns(segmentedSum.columns, 300, pickOf(2));
      const given = { operator: segmentedSum, expression: iteratedPairwise, direction: "backward" } as const;
      const contract = columnContract(
        recordContractOf({ ...given, initial: { value: [5n, 1], placement: "first" } }),
      );
      await check(device, { contract, columns: records, offsets, empty: [0n, 0] });
    }, 120_000);

    it("sums segments without an order, wherever they begin", async () => {
      const device = await adapter.device();
      // Over more shares of 64 elements than a workgroup has threads.
      const lengths = [
        0,
        0,
        1,
        200,
        0,
        3,
        1,
        1,
        1,
        64,
        700,
        ...new Array<number>(90).fill(1),
        128,
        0,
        4200,
        0,
      ];
      const offsets = offsetsOf(lengths);
      const n = offsets[lengths.length];
      const floats = hostileColumns([{ path: [], type: "f32" }], n, pickOf(4));
      const wide = hostileColumns([{ path: [], type: "f64" }], n, pickOf(5));
      const initial = { value: Math.fround(0.1), placement: "first" } as const;
      const sums = { operator: add, type: "f64" } as const;
      const singles = { operator: add, type: "f32" } as const;
      for (const [columns, options, observations] of [
        [wide, { ...sums, initial, expression: exact, direction: "backward" }, OBSERVATIONS],
        [wide, { ...sums, expression: binned(3) }, ["reduce"]],
        [floats, { ...singles, initial, expression: binned(2) }, ["inclusive-scan"]],
        [floats, { ...singles, accumulate: "f64", expression: exact }, ["reduce"]],
      ] as const) {
        await check(device, {
          contract: columnContract(contractOf(options)),
          columns,
          offsets,
          empty: [-0],
          observations,
        });
      }
    }, 120_000);

    it("reduces lanes and halves, which are dyadic trees of dyadic trees", async () => {
      const device = await adapter.device();
      const lengths = [0, 1, 2, 3, 0, 5, 17, 64, 0, 0, 130, 700, 1, 1, 4, 0];
      const offsets = offsetsOf(lengths);
      const columns = [new BigUint64Array(wordsOf(2 * offsets[lengths.length], 8).buffer)];
      const initial = { value: 99n, placement: "outside" } as const;
      const given = { operator: treeHash, type: "u64" } as const;
      for (const options of [
        { ...given, expression: interleaved(4), initial },
        { ...given, expression: interleaved(100), direction: "backward" },
        { ...given, expression: bisection },
        { ...given, expression: bisection, direction: "backward", initial },
      ] as const) {
        const contract = columnContract(contractOf(options));
        await check(device, { contract, columns, offsets, empty: [7n], observations: ["reduce"] });
      }
      // Associative, and the left one of equals stays: lanes take elements out of their order.
      const pairs = hostileColumns(largest.columns, offsets[lengths.length], pickOf(6));
      const contract = columnContract(
        recordContractOf({ operator: asProved(largest), expression: interleaved(4) }),
      );
      await check(device, { contract, columns: pairs, offsets, empty: [0, 0], observations: ["reduce"] });
    }, 120_000);

    it("has chains, blocks of any length, networks, lanes and halves, at every position", async () => {
      const device = await adapter.device();
      const all = fc.record({
        lengths: anyLengths.filter((lengths) => lengths.length < 40),
        seed: fc.nat(),
        direction: fc.constantFrom("forward" as const, "backward" as const),
        placement: fc.constantFrom("none" as const, "outside" as const, "first" as const),
      });
      const expressions = [
        leftFold,
        linearCarry(4),
        linearCarry(12),
        blockDyadic(3),
        blockDyadic(12),
        networkExpression("kogge-stone", 8),
        networkExpression("brent-kung", 5),
        interleaved(2),
        interleaved(5),
        interleaved(64),
        bisection,
      ];
      let turn = 0;
      await fc.assert(
        fc.asyncProperty(all, async ({ lengths, seed, direction, placement }) => {
          const offsets = offsetsOf(lengths);
          const columns = [new BigUint64Array(wordsOf(2 * offsets[lengths.length], seed).buffer)];
          const initial = placement === "none" ? {} : { initial: { value: 0x123456789abcdefn, placement } };
          const observations = placement === "none" ? INCLUSIVE : OBSERVATIONS;
          const expression = expressions[turn++ % expressions.length];
          const given = { operator: treeHash, type: "u64", expression, direction, ...initial } as const;
          const contract = columnContract(contractOf(given));
          await check(device, { contract, columns, offsets, observations, empty: [7n] });
        }),
        { seed: SEED, numRuns: 4 * expressions.length },
      );
    }, 120_000);

    it("serves any expression of operators that are proved associative, and refuses what has no such trees", async () => {
      const device = await adapter.device();
      const offsets = offsetsOf([40, 60]);
      const column = Int32Array.from(wordsOf(100, 3));
      const whole = columnContract(contractOf({ operator: max, type: "i32", expression: leftFold }));
      await check(device, { contract: whole, columns: [column], offsets, observations: ["reduce"] });
      const lanes = columnContract(contractOf({ operator: max, type: "i32", expression: interleaved(4) }));
      await check(device, { contract: lanes, columns: [column], offsets, observations: ["reduce"] });
      const own = defineExpression("first-and-rest", (length) => symbolicChain(length));
      const contract = columnContract(contractOf({ operator: add, type: "f32", expression: own }));
      const columns = [new Float32Array(100)];
      const refused = check(device, { contract, columns, offsets, observations: ["inclusive-scan"] });
      await expect(refused).rejects.toThrow(UnsupportedError);
      await expect(refused).rejects.toThrow(/the javascript executor/);
    }, 120_000);
  });
});
