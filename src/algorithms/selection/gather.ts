import type { ConvertibleInput } from "../../contracts/options.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { checkIndexRange, indexArray } from "../../values/index-array.ts";

import type { ValueType } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done } from "../call.ts";
import { type Columns, givenColumns, type Moved, outputColumns, shapeColumns } from "../move-columns.ts";
import type { Indices } from "../segments/given-segments.ts";
import { shortGather } from "../short/moved.ts";
import { typed } from "../template-rule.ts";

/** What is said of a call of `gather`. */
interface GatherOptions {
  readonly check?: "range" | undefined; // default: none; an index of no element is an error
}

/**
 * The elements at some indices: `out[i] = input[indices[i]]`, and 0 where there is no such element.
 *
 * The result has the length of `indices`; `check: "range"` refuses an index of no element instead. Work O(indices.length).
 *
 * @throws InvalidArgumentError for indices that are no 32-bit integers, and as `check` says
 * @throws LengthMismatchError for columns of different lengths, and an output of another length than the indices
 */
export interface Gather<When extends "now" | "later"> {
  <Input extends Columns>(
    input: Input,
    indices: Indices,
    options?: GatherOptions & { readonly output?: Moved<Input> | undefined },
  ): Answer<When, Moved<Input>>;
  <Type extends ElementType>(
    input: ConvertibleInput,
    indices: Indices,
    options: GatherOptions & { readonly type: Type; readonly output?: ElementArray<Type> | undefined },
  ): Answer<When, ElementArray<Type>>;
}

/** The call of `gather`. */
export function gatherCall(
  input: unknown,
  indices: unknown,
  options: {
    readonly check?: unknown;
    readonly type?: ValueType | undefined;
    readonly output?: unknown;
  } = {},
): Call<unknown> {
  checkOptionNames(options, ["check", "type", "output"]);
  const given = givenColumns(input, options.type);
  const places = indexArray("indices", indices);
  if (options.check === "range") checkIndexRange("indices", places, given.length);
  else if (options.check !== undefined) {
    throw new InvalidArgumentError("check", '"range" or left out', describe(options.check));
  }
  return {
    input: [...given.columns, places],
    output: outputColumns(given, options.output, places.length),
    *steps(on, vectors) {
      const elements = vectors.slice(0, -1);
      return yield* done(on.gather(elements, vectors[elements.length]));
    },
    result: (columns) => shapeColumns(given.type, columns),
  };
}

/** `gather(input, indices, { check? })` gives the elements at the indices */
export const gather: AlgorithmRow = {
  call: gatherCall,
  short: shortGather,
  template: { arguments: ({ input }) => [typed("input", input), typed("indices", "u32")] },
};
