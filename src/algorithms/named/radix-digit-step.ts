import type { ConvertibleInput } from "../../contracts/options.ts";
import { binary, constant, left } from "../../operators/term.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done } from "../call.ts";
import { checkInput } from "../check-input.ts";
import { checkLength } from "../move-columns.ts";

/** Which digit of the keys a pass looks at. */
interface RadixDigitOptions {
  readonly base: number; // 2 and more
  readonly digit: number; // 0: the last
}

/** Keys after a stable pass by one digit. */
interface RadixDigitStepResult {
  readonly digits: Uint32Array; // of the keys as they were
  readonly keys: Uint32Array; // by digit, equal ones in the order in which they came
}

/**
 * One pass of a radix sort in any base: keys by one digit, stable. As many passes as there are digits, from the last one on, sort.
 *
 * For learning: in base 10 it is what one does with cards.
 *
 * @throws InvalidArgumentError for a base below 2, or a digit that no u32 has
 * @see docs/what-scans-are-for.md
 */
export type RadixDigitStep<When extends "now" | "later"> = (
  keys: Uint32Array | ConvertibleInput,
  options: RadixDigitOptions,
) => Answer<When, RadixDigitStepResult>;

/** The call of `radixDigitStep`. */
export function radixDigitStepCall(keys: unknown, options: RadixDigitOptions): Call<RadixDigitStepResult> {
  checkOptionNames(options, ["base", "digit"]);
  const { base, digit } = options;
  const input = checkInput("u32", keys, "keys");
  checkLength(input.length, "keys");
  if (!Number.isInteger(base) || base < 2 || base >= 2 ** 32) {
    throw new InvalidArgumentError("base", "a whole number from 2 to 2^32 − 1", describe(base));
  }
  const weight = Number.isInteger(digit) ? base ** digit : Number.NaN;
  if (!(weight >= 1) || weight >= 2 ** 32) {
    throw new InvalidArgumentError(
      "digit",
      `the place of a digit in base ${base}, from 0 on`,
      describe(digit),
    );
  }
  const value = binary(
    "remainder",
    binary("divide", left("u32"), constant("u32", weight)),
    constant("u32", base),
  );
  return {
    input: [input],
    *steps(on, vectors) {
      const [digits] = yield* done(on.map([value], vectors));
      const { payload } = yield* done(on.sort(digits, vectors, { isDescending: false, bits: [0, 32] }));
      return [digits, ...payload];
    },
    result: ([digits, sorted]) => ({ digits, keys: sorted }) as RadixDigitStepResult,
  };
}

/** `radixDigitStep(keys, { base, digit })` gives keys after a pass by one digit */
export const radixDigitStep: AlgorithmRow = {
  call: radixDigitStepCall,
};
