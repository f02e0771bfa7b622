import type { ConvertibleInput, TypedInput } from "../../contracts/options.ts";
import { binary, convert, left, right } from "../../operators/term.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { StorageType } from "../../values/element-types.ts";
import { MOST_ELEMENTS } from "../../values/index-array.ts";
import type { ValueType } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done } from "../call.ts";
import { resolveColumns } from "../serve.ts";
import { shortIsSorted } from "../short/ordered.ts";
import { indices } from "../template-rule.ts";
import { givenKeys } from "./given-keys.ts";
import { imageTerm } from "./image-term.ts";
import { isDescending } from "./order-options.ts";

/** What is said of a call of `isSorted`. */
interface IsSortedOptions {
  readonly descending?: boolean | undefined; // default: false
}

/**
 * Whether no element comes before the one before it: `out = input[0] ≤ input[1] ≤ …`.
 *
 * The order is that of `sort`: −0 before +0, NaNs last. Of fewer than two elements it is true. Work O(n), span O(log n).
 *
 * @throws InvalidArgumentError for records
 */
export interface IsSorted<When extends "now" | "later"> {
  (input: TypedInput, options?: IsSortedOptions): Answer<When, boolean>;
  (input: ConvertibleInput, options: IsSortedOptions & { readonly type: StorageType }): Answer<When, boolean>;
}

/** The call of `isSorted`. */
export function isSortedCall(
  input: unknown,
  options: { readonly descending?: unknown; readonly type?: ValueType | undefined } = {},
): Call<boolean> {
  checkOptionNames(options, ["descending", "type"]);
  const { keys, type } = givenKeys(input, options.type);
  const sides = [imageTerm(left(type)), imageTerm(right(type))];
  const [first, second] = isDescending(options.descending) ? sides.reverse() : sides;
  const isInOrder = convert("u32", binary("lessOrEqual", first, second));
  return {
    input: [keys],
    *steps(on, [vector]) {
      const before = yield* done(on.slice(vector, 0, -1));
      const after = yield* done(on.slice(vector, 1, MOST_ELEMENTS));
      const flags = yield* done(on.map([isInOrder], [before], [after]));
      return yield* done(on.reduce(resolveColumns({ operator: "and", initial: 1 }, "reduce", "u32"), flags));
    },
    result: ([combined]) => combined[0] === 1,
  };
}

/** `isSorted(input, { descending? })` gives whether they are in order */
export const isSorted: AlgorithmRow = {
  call: isSortedCall,
  short: shortIsSorted,
  template: { options: ["descending"], results: indices },
};
