import * as fc from "fast-check";
import { expect } from "vitest";
import { splitmix64 } from "../../src/conformance/data/splitmix64.ts";
import { referencePlan } from "../../src/conformance/reference-executor.ts";
import { type ColumnContract, columnContract, derivedContract } from "../../src/contracts/column-contract.ts";
import type { TypedContract } from "../../src/contracts/contract.ts";
import { resolveContract } from "../../src/contracts/resolve.ts";
import type { Executor, OnlineExecutor, Plan } from "../../src/executors/executor.ts";
import {
  binned,
  bisection,
  blockDyadic,
  type Expression,
  exact,
  interleaved,
  isOrderFree,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "../../src/expressions/expression.ts";
import { networkExpression } from "../../src/expressions/network-expression.ts";
import { BUILT_IN_OPERATORS } from "../../src/operators/built-in.ts";
import { ACCUMULATION_TYPES, storedValue, widen } from "../../src/values/convert.ts";
import {
  COLUMN_TYPE_FACTS,
  type ElementType,
  NARROW_TYPES,
  type NarrowArray,
  type NarrowType,
  newElementArray,
  type Scalar,
  viewNarrow,
} from "../../src/values/element-types.ts";
import { bitsOfHalf, type HalfType, isHalfType } from "../../src/values/halves.ts";
import { type Columns, newStorageArray, type StoredArray } from "../../src/values/value-types.ts";

// Contracts over narrow elements, held to the composition that they are: widen each element, and combine what comes of it.

/** Hostile narrow elements: any bits of integers; of halves exponents that separate trees, some subnormals and −0, and where asked any bits. */
export function narrowElements(
  type: NarrowType,
  length: number,
  seed: bigint,
  isHostile = false,
): NarrowArray {
  const array = newStorageArray(type, length);
  const [high, low] = [new Uint32Array(length), new Uint32Array(length)];
  splitmix64(seed)(high, low);
  for (let i = 0; i < length; i++) {
    array[i] = isHalfType(type) ? halfBits(type, low[i], isHostile ? high[i] : high[i] | 1) : low[i];
  }
  return array;
}

function halfBits(type: HalfType, low: number, high: number): number {
  if (high % 14 === 0) return low & 0xffff;
  if (high % 11 === 0) return low & (type === "f16" ? 0x83ff : 0x807f);
  const magnitude = (1 + (low & 1023) / 1024) * 2 ** (((high >>> 8) % 13) - 6);
  return bitsOfHalf(type, (low & 2048) === 0 ? magnitude : -magnitude);
}

/** The elements as a column of the accumulation type, which is what widening means. */
function widened(type: NarrowType, elements: StoredArray, accumulate: ElementType): Columns {
  const wide = newElementArray(accumulate, elements.length);
  for (let i = 0; i < elements.length; i++) {
    (wide as unknown as Scalar[])[i] = widen(storedValue(type, elements[i]), accumulate);
  }
  return [wide];
}

const EXPRESSIONS: readonly Expression[] = [
  blockDyadic(32),
  blockDyadic(3),
  iteratedPairwise,
  leftFold,
  bisection,
  interleaved(16),
  linearCarry(8),
  networkExpression("brent-kung", 8),
  exact,
  binned(3),
];

const OBSERVATIONS = {
  reduce: "reduce",
  inclusiveScan: "inclusive-scan",
  exclusiveScan: "exclusive-scan",
} as const;

const subject = fc.constantFrom(
  ...NARROW_TYPES.flatMap((type) =>
    ACCUMULATION_TYPES[type].flatMap((accumulate) =>
      BUILT_IN_OPERATORS.filter(({ types }) => types.includes(accumulate)).map((operator) => ({
        type,
        accumulate,
        operator,
      })),
    ),
  ),
);

/** Everything that a contract over narrow elements may be, and an input. */
const settings = fc.record({
  subject,
  expression: fc.constantFrom(...EXPRESSIONS),
  direction: fc.constantFrom("forward" as const, "backward" as const),
  placement: fc.constantFrom(undefined, "outside" as const, "first" as const),
  observation: fc.constantFrom("reduce" as const, "inclusiveScan" as const, "exclusiveScan" as const),
  length: fc.oneof(fc.integer({ min: 1, max: 70 }), fc.constantFrom(4095, 4096, 4099, 9001)),
  offset: fc.nat(5),
  isHostile: fc.boolean(),
  isShared: fc.boolean(),
  seed: fc.bigInt({ min: 0n, max: 2n ** 32n }),
});

type Setting = typeof settings extends fc.Arbitrary<infer Given> ? Given : never;

function contractFor(given: Setting): ColumnContract | undefined {
  const { type, accumulate, operator } = given.subject;
  const { expression } = given;
  if (isOrderFree(expression) && (operator.name !== "add" || !COLUMN_TYPE_FACTS[accumulate].isFloat))
    return undefined;
  const needsInitial = given.observation === "exclusiveScan" && operator.start(accumulate) === undefined;
  const initialPlacement = given.placement ?? (needsInitial ? "outside" : undefined);
  const options = {
    operator,
    type,
    accumulate,
    expression,
    direction: given.direction,
    ...(initialPlacement && { initial: COLUMN_TYPE_FACTS[accumulate].isBigInt ? 3n : 3, initialPlacement }),
  };
  return columnContract(resolveContract(options, OBSERVATIONS[given.observation]) as TypedContract);
}

async function observed(
  plan: Plan,
  what: Setting["observation"],
  input: readonly StoredArray[],
): Promise<unknown> {
  return what === "reduce" ? plan.reduce(input) : (await plan[what](input))[0];
}

/** Holds an executor to the widened column, and where that is short to the reference; gives how many contracts it served. */
export async function checkWidening(executor: Executor, seed: number, numRuns: number): Promise<number> {
  let served = 0;
  await fc.assert(
    fc.asyncProperty(settings, async (given) => {
      const contract = contractFor(given);
      if (contract === undefined) return;
      const { observation, length, offset } = given;
      const request = { contract, observation: OBSERVATIONS[observation], allowQuadratic: length < 100 };
      if (executor.refusal(request) !== undefined) return;
      served++;
      const { type, accumulate } = given.subject;
      const elements = narrowElements(type, length, given.seed, given.isHostile);
      const bytes = elements.BYTES_PER_ELEMENT * (length + offset);
      const buffer = given.isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
      const input = viewNarrow(type, buffer, offset * elements.BYTES_PER_ELEMENT, length);
      input.set(elements);
      const actual = await observed(executor.plan(contract), observation, [input]);
      const wide = widened(type, elements, accumulate);
      const plain = derivedContract(contract, { types: contract.sums });
      expect(actual).toStrictEqual(await observed(executor.plan(plain), observation, wide));
      expect(Array.from(input)).toStrictEqual(Array.from(elements));
      if (length > 70) return;
      expect(actual).toStrictEqual(await observed(referencePlan(contract), observation, [elements]));
    }),
    { seed, numRuns },
  );
  return served;
}

/** The same of a pass, whose chunks are cut anywhere. */
export function checkPasses(executor: OnlineExecutor, seed: number, numRuns: number): number {
  let served = 0;
  const cuts = fc.array(fc.nat(60), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(settings, cuts, (given, lengths) => {
      const contract = contractFor({ ...given, observation: "inclusiveScan" });
      if (contract === undefined || given.expression.kind === "bisection") return;
      const request = { contract, observation: "inclusive-scan" as const, allowQuadratic: true };
      if (executor.refusal(request) !== undefined) return;
      served++;
      const { type, accumulate } = given.subject;
      const [narrow, wide] = [contract, derivedContract(contract, { types: contract.sums })].map((each) =>
        executor.openPass(each),
      );
      for (const [i, length] of lengths.entries()) {
        const chunk = narrowElements(type, length, given.seed + BigInt(i), given.isHostile);
        const expected = wide.inclusiveScan(widened(type, chunk, accumulate));
        expect(narrow.inclusiveScan([chunk])).toStrictEqual(expected);
      }
      if (narrow.position > 0) expect(narrow.observe()).toStrictEqual(wide.observe());
      for (const pass of [narrow, wide]) pass.close();
    }),
    { seed, numRuns },
  );
  return served;
}
