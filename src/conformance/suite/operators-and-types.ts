import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { InitialValue } from "../../contracts/contract.ts";
import { BUILT_IN_OPERATORS } from "../../operators/built-in.ts";
import type { Operator } from "../../operators/operator.ts";
import { ACCUMULATION_TYPES } from "../../values/convert.ts";
import type { ElementType, Scalar } from "../../values/element-types.ts";
import { columnContractOf } from "../contract-of.ts";
import { dataSetsOf, generateData } from "../data/generate-data.ts";

import { specialArrays, specialInitials } from "../data/special-arrays.ts";
import { againstReference } from "./against-reference.ts";
import type { Case } from "./checks.ts";
import { initialOf, PLACEMENTS, SUITE_SEED, type UnderTest, waysOf } from "./tiers.ts";

/** Every operator on every type, in every accumulation type, on every data set that the type has, bit by bit. */
export function* operatorsAndTypes(sizes: UnderTest): Generator<Case> {
  const length = Math.max(...sizes.typeLengths);
  for (const pair of legalPairs()) {
    const { type } = pair;
    const inputs = dataSetsOf(type).map((data) => ({
      data,
      elements: generateData({ data, type, length, seed: SUITE_SEED }),
    }));
    // One contract after the other: an executor may take seconds to plan one.
    for (const contract of contractsOf(pair, sizes, usualInitials(pair))) {
      for (const { data, elements } of inputs) {
        yield* againstReference(contract, [elements], data, sizes.typeLengths);
      }
    }
  }
}

/**
 * Every float operator on short arrays of what goes wrong most (NaN payloads, infinities that cancel, −0, subnormals, overflow), and
 * with such initial values.
 */
export function* specialValues(sizes: UnderTest): Generator<Case> {
  for (const pair of legalPairs()) {
    const initials = [...usualInitials(pair), ...specialInitials(pair.accumulate)];
    for (const contract of contractsOf(pair, sizes, initials)) {
      for (const { name, elements } of specialArrays(pair.type)) {
        yield* againstReference(contract, [elements], name, [...sizes.specialLengths, elements.length]);
      }
    }
  }
}

interface LegalPair {
  readonly operator: Operator;
  readonly type: ElementType;
  readonly accumulate: ElementType;
}

function legalPairs(): readonly LegalPair[] {
  return BUILT_IN_OPERATORS.flatMap((operator) =>
    operator.types.flatMap((type) =>
      ACCUMULATION_TYPES[type]
        .filter((accumulate) => operator.types.includes(accumulate))
        .map((accumulate) => ({ operator, type, accumulate })),
    ),
  );
}

type Initial = InitialValue<Scalar> | undefined;

function usualInitials({ operator, accumulate }: LegalPair): readonly Initial[] {
  const given = PLACEMENTS.map((placement) => initialOf(accumulate, placement));
  const start = operator.start(accumulate);
  return start === undefined ? given : [...given, { value: start, placement: "outside" }];
}

function* contractsOf(
  pair: LegalPair,
  { tier, fewExpressions }: UnderTest,
  initials: readonly Initial[],
): Generator<ColumnContract> {
  for (const expression of fewExpressions) {
    for (const way of waysOf(tier, initials)) yield columnContractOf({ ...pair, expression, ...way });
  }
}
