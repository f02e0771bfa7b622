// Deviations from means, and what is made of their sums: by two passes, and with what the rounding of a mean leaves taken away.

import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { Fold, FoldPass } from "../../executors/primitives.ts";
import { binary, convert, left, right, type Term } from "../../operators/term.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import type { ElementType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { someElements } from "../given-elements.ts";
import { FLOAT_SUM_OPTIONS, type FloatSumOptions, floatSum } from "./float-elements.ts";
import { countAs, ELEMENT_COUNT, type FoldCall, foldCall, pass, type perContract } from "./fold.ts";

export interface SpreadOptions extends FloatSumOptions {
  readonly correction?: number | undefined; // what is taken from n in the divisor: by default 0, for a population; 1 for a sample
}

export const SPREAD_OPTIONS: readonly string[] = [...FLOAT_SUM_OPTIONS, "correction"];

/** The call of a fold over deviations of one column, with a correction. */
export function spreadCall(
  folds: ReturnType<typeof perContract>,
  input: unknown,
  options: SpreadOptions,
): FoldCall<number> {
  checkOptionNames(options, SPREAD_OPTIONS);
  const { type, elements } = someElements(input, options.type);
  const { contract } = floatSum(type, options);
  return foldCall({
    fold: folds(contract, type),
    input: [elements],
    parameters: [checkCorrection(options.correction)],
    value: (row) => Number(row[0]),
  });
}

/** One pass for the mean, one for squares and deviations; the result is made of the variance. */
export function varianceFold(
  contract: ColumnContract,
  type: ElementType,
  resultOf: (variance: Term) => Term,
): Fold {
  const float = contract.sums[0] as ElementType;
  const element = convert(float, left(type));
  // Scalars: count, correction, sum, mean, sum of squares, sum of deviations.
  const deviation = binary("subtract", element, right(float, 3));
  const deviations = right(float, 5);
  const squares = centered(float, right(float, 4), deviations, deviations);
  return {
    columns: [type],
    parameters: ["f64"],
    passes: [
      meansPass(contract, [element], 2),
      pass([
        [contract, square(deviation)],
        [contract, deviation],
      ]),
    ],
    results: [resultOf(binary("divide", squares, divisor(float)))],
  };
}

/** Sums of elements, the first of which is scalar `first`, and after them their means. */
export function meansPass(contract: ColumnContract, elements: readonly Term[], first: number): FoldPass {
  const float = contract.sums[0] as ElementType;
  const means = elements.map((_, i) => binary("divide", right(float, first + i), countAs(float)));
  return pass(
    elements.map((element) => [contract, element]),
    means,
  );
}

export function square(term: Term): Term {
  return binary("multiply", term, term);
}

/** A sum of products of deviations, less what the rounding of the means has left: that of deviations times that of the others, over n. */
export function centered(float: ElementType, products: Term, deviations: Term, others: Term): Term {
  const rest = binary("divide", binary("multiply", deviations, others), countAs(float));
  return binary("subtract", products, rest);
}

/** `n − correction`, taken in f64; the correction is the first parameter. */
export function divisor(float: ElementType): Term {
  return convert(float, binary("subtract", convert("f64", ELEMENT_COUNT), right("f64", 1)));
}

/** 0 unless given. @throws InvalidArgumentError */
export function checkCorrection(given: unknown = 0): number {
  if (typeof given === "number" && Number.isFinite(given)) return given;
  throw new InvalidArgumentError("correction", "a finite number", describe(given));
}
