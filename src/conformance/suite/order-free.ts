import { DIRECTIONS } from "../../contracts/checks.ts";
import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { InitialValue } from "../../contracts/contract.ts";
import type { Plan } from "../../executors/executor.ts";
import { binned, type Expression, exact } from "../../expressions/expression.ts";
import { add } from "../../operators/built-in.ts";
import type { ElementArray, Scalar } from "../../values/element-types.ts";
import { compareRecords, type Mismatch } from "../compare.ts";

import { columnContractOf } from "../contract-of.ts";
import { dataSetsOf, generateData } from "../data/generate-data.ts";

import { shuffled } from "../data/other-orders.ts";
import { type SpecialArray, specialArrays, specialInitials } from "../data/special-arrays.ts";
import { wholeRangeArrays } from "../data/whole-range.ts";
import { againstReference } from "./against-reference.ts";
import { type Case, caseOf } from "./checks.ts";
import { consistencyOf } from "./consistency.ts";
import { inputFor, placementOf } from "./placement.ts";
import { summariesOf } from "./summaries.ts";
import { initialOf, PLACEMENTS, SUITE_SEED, type UnderTest, waysOf } from "./tiers.ts";

/** Those that stand for all where kinds of cases multiply. */
const FEW: readonly Expression[] = [exact, binned()];

/** The sums that no order changes. */
export const ORDER_FREE_EXPRESSIONS: readonly Expression[] = [...FEW, binned(2), binned(4)];

/** Those whose values and orders are tried; the golden vectors have all of them in either tier. */
const VALUED = { quick: FEW, full: ORDER_FREE_EXPRESSIONS } as const;

const SUMS = [
  { type: "f64", accumulate: "f64" },
  { type: "f32", accumulate: "f32" },
  { type: "f32", accumulate: "f64" },
] as const;

type Sum = (typeof SUMS)[number];

/**
 * Sums without an order have no tree that a fingerprint could tell: every value against the reference, on data of the whole range;
 * the same bits in any order of the input; and the laws, placements and summaries that all expressions have.
 *
 * An executor that has no accumulators refuses them all, naming one that has.
 */
export function* orderFree(sizes: UnderTest): Generator<Case> {
  for (const sum of SUMS) {
    for (const expression of VALUED[sizes.tier]) {
      yield* valuesOf(sum, expression, sizes);
      yield* ordersOf(sum, columnContractOf({ operator: add, ...sum, expression }), sizes);
    }
    for (const expression of FEW) yield* lawsOf(sum, expression, sizes);
  }
}

function* valuesOf(sum: Sum, expression: Expression, sizes: UnderTest): Generator<Case> {
  const length = Math.max(...sizes.typeLengths);
  const inputs = inputsOf(sum.type, length);
  const special = specialArrays(sum.type);
  const specials = FEW.includes(expression) ? specialInitials(sum.accumulate) : [];
  const initials = initialsOf(sum.accumulate, expression);
  for (const way of waysOf(sizes.tier, [...initials, ...specials])) {
    const contract = columnContractOf({ operator: add, ...sum, expression, ...way });
    for (const { name, elements } of initials.includes(way.initial) ? inputs : special) {
      const lengths = sizes.typeLengths.filter((each) => each <= elements.length);
      yield* againstReference(contract, [elements], name, lengths);
    }
  }
}

function inputsOf(type: Sum["type"], length: number): readonly SpecialArray[] {
  return [
    ...dataSetsOf(type).map((data) => ({
      name: data,
      elements: generateData({ data, type, length, seed: SUITE_SEED }),
    })),
    ...wholeRangeArrays(type, length),
    ...specialArrays(type),
  ];
}

type Initial = InitialValue<Scalar> | undefined;

/** None, and one outside; where one expression stands for all, in both placements, the start of an exclusive scan, and the largest. */
function initialsOf(type: Sum["accumulate"], expression: Expression): readonly Initial[] {
  const usual = PLACEMENTS.map((placement) => initialOf(type, placement));
  if (!FEW.includes(expression)) return usual.slice(0, 2);
  const largest = type === "f64" ? Number.MAX_VALUE : 2 ** 128 - 2 ** 104;
  const others = [0, -largest].map((value) => ({ value, placement: "outside" }) as const);
  return [...usual, ...others];
}

/** Elements of the inputs whose order is changed, and how often. */
const ORDERED_LENGTHS = { quick: [13, 1009], full: [13, 1009, 20_011] } as const;
const SHUFFLES = { quick: 3, full: 8 } as const;

function* ordersOf({ type }: Sum, contract: ColumnContract, { tier }: UnderTest): Generator<Case> {
  for (const length of ORDERED_LENGTHS[tier]) {
    for (const { name, elements } of inputsOf(type, length)) {
      if (elements.length !== length) continue;
      for (let seed = 1; seed <= SHUFFLES[tier]; seed++) {
        yield caseOf({ contract, observation: "reduce" }, `${name}, n = ${length}, order ${seed}`, (plan) =>
          sameInAnyOrder(plan, contract, elements, BigInt(seed)),
        );
      }
    }
  }
}

async function sameInAnyOrder(
  plan: Plan,
  { columns }: ColumnContract,
  input: ElementArray,
  seed: bigint,
): Promise<Mismatch | undefined> {
  const inOrder = await plan.reduce([input.slice()]);
  return compareRecords(columns, inOrder, await plan.reduce([shuffled(input, seed)]));
}

function* lawsOf(sum: Sum, expression: Expression, sizes: UnderTest): Generator<Case> {
  const base = { operator: add, ...sum, expression };
  for (const length of sizes.consistencyLengths.filter((each) => each <= LONGEST_LAWS)) {
    yield* consistencyOf(base, length);
  }
  for (const direction of DIRECTIONS) {
    for (const placement of PLACEMENTS) {
      const contract = columnContractOf({
        ...base,
        direction,
        initial: initialOf(sum.accumulate, placement),
      });
      yield* summariesOf(contract);
      for (const length of sizes.placementLengths) {
        if (placement !== "first") yield* placementOf(contract, inputFor(contract, length, "narrow"));
      }
    }
  }
}

/** Six reduces for each scan: a plain accumulator takes half a microsecond an element and more. */
const LONGEST_LAWS = 33_000;
