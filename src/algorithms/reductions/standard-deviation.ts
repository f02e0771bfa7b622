import type { ConvertibleInput, TypedInput } from "../../contracts/options.ts";
import { unary } from "../../operators/term.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import type { Answer } from "../call.ts";
import { inFloats } from "./float-elements.ts";
import { type FoldCall, perContract } from "./fold.ts";
import { type SpreadOptions, spreadCall, varianceFold } from "./spread.ts";

/**
 * The standard deviation of a population: `out = √variance(input)`, with all of the variance's roundings and then that of the root.
 *
 * `correction` is 0 unless given: squares are divided by n. `{ correction: 1 }` divides by n − 1, as for a sample. Types as in `variance`.
 * A NaN or an infinity among the elements makes it NaN; −0 and subnormals count as what they are. Work O(n), span O(log n), two passes.
 *
 * @throws EmptyInputError for nothing
 * @throws InvalidArgumentError for a correction that is no finite number
 */
export interface StandardDeviation<When extends "now" | "later"> {
  (input: TypedInput, options?: SpreadOptions): Answer<When, number>;
  (
    input: ConvertibleInput,
    options: SpreadOptions & { readonly type: NonNullable<SpreadOptions["type"]> },
  ): Answer<When, number>;
}

/** The call of `standardDeviation`. */
export function standardDeviationCall(input: unknown, options: SpreadOptions = {}): FoldCall<number> {
  return spreadCall(FOLDS, input, options);
}

const FOLDS = /* @__PURE__ */ perContract((contract, type) =>
  varianceFold(contract, type, (variance) => unary("sqrt", variance)),
);

/** `standardDeviation(input, { correction? })` gives the square root of the variance, divided by n; with `correction: 1` of a sample, divided by n − 1 */
export const standardDeviation: AlgorithmRow = {
  call: standardDeviationCall,
  foldOf: 1,
  template: { options: ["expression", "accumulate", "correction"], results: inFloats },
};
