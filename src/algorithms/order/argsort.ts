import type { ConvertibleInput, TypedInput } from "../../contracts/options.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { StorageType } from "../../values/element-types.ts";
import type { ValueType } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done } from "../call.ts";
import { outputColumns } from "../move-columns.ts";
import { shortArgsort } from "../short/ordered.ts";
import { indices } from "../template-rule.ts";
import { givenKeys } from "./given-keys.ts";
import { type GivenOrder, type OrderOptions, orderOf } from "./order-options.ts";

/** What is said of a call of `argsort`. */
interface ArgsortOptions extends OrderOptions {
  readonly output?: Uint32Array | undefined;
}

/**
 * The indices that put the elements in order: `gather(input, out)` is `sort(input)`.
 *
 * The order is that of `sort`; indices of equal elements increase. Work O(n) by digit of 8 bits in which the elements differ.
 *
 * @throws InvalidArgumentError for records, for `bits` that the type does not have
 * @throws LengthMismatchError for an output of another length
 */
export interface Argsort<When extends "now" | "later"> {
  (input: TypedInput, options?: ArgsortOptions): Answer<When, Uint32Array>;
  (
    input: ConvertibleInput,
    options: ArgsortOptions & { readonly type: StorageType },
  ): Answer<When, Uint32Array>;
}

/** The call of `argsort`. */
export function argsortCall(
  input: unknown,
  options: GivenOrder & { readonly type?: ValueType | undefined; readonly output?: unknown } = {},
): Call<Uint32Array> {
  checkOptionNames(options, ["descending", "bits", "type", "output"]);
  const { keys, type, given } = givenKeys(input, options.type);
  const order = orderOf(type, options);
  const indices = { ...given, type: "u32", names: [{ path: [], type: "u32" }] } as const;
  return {
    input: [keys],
    output: outputColumns(indices, options.output, keys.length),
    *steps(on, [vector]) {
      const { payload } = yield* done(on.sort(vector, [yield* done(on.iota(vector))], order));
      return payload;
    },
    result: ([indices]) => indices as Uint32Array,
  };
}

/** `argsort(input, { descending?, bits? })` gives the indices that put them in order */
export const argsort: AlgorithmRow = {
  call: argsortCall,
  short: shortArgsort,
  template: { options: ["descending", "bits"], results: indices },
};
