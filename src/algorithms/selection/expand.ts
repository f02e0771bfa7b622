import type { ConvertibleInput } from "../../contracts/options.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { checkRoom } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";

import type { ElementArray, ElementType } from "../../values/element-types.ts";
import { LengthMismatchError } from "../../values/errors.ts";
import { countArray, sumOfCounts } from "../../values/index-array.ts";
import type { ValueType } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done, type Steps } from "../call.ts";
import { type Columns, givenColumns, type Moved, outputColumns, shapeColumns } from "../move-columns.ts";
import type { Indices } from "../segments/given-segments.ts";
import { offsetSteps } from "../segments/offset-steps.ts";
import { shortExpand } from "../short/moved.ts";
import { typed } from "../template-rule.ts";

/**
 * Each element as often as its count says, in order: `[2, 3, 5]` by `[1, 0, 2]` gives `[2, 5, 5]`.
 *
 * The result has as many elements as the counts say together. Work O(n) and that of the result, and one scan of the counts.
 *
 * @throws LengthMismatchError for counts of another length than the input, or an output of another length than the result
 * @throws InvalidArgumentError for a negative count, and counts of 2^32 or more together; OutOfMemoryError for more than this host has room for
 * @see docs/what-scans-are-for.md (Blelloch 1990, processor allocation)
 */
export interface Expand<When extends "now" | "later"> {
  <Input extends Columns>(
    input: Input,
    counts: Indices,
    options?: { readonly output?: Moved<Input> | undefined },
  ): Answer<When, Moved<Input>>;
  <Type extends ElementType>(
    input: ConvertibleInput,
    counts: Indices,
    options: { readonly type: Type; readonly output?: ElementArray<Type> | undefined },
  ): Answer<When, ElementArray<Type>>;
}

export interface ExpandOptions {
  readonly type?: ValueType | undefined;
  readonly output?: unknown;
}

/** The call of `expand`. */
export function expandCall(input: unknown, counts: unknown, options: ExpandOptions = {}): Call<unknown> {
  return expansion({ input, counts, inputName: "input", countsName: "counts" }, options);
}

interface Expanded {
  readonly input: unknown;
  readonly counts: unknown;
  readonly inputName: string; // what callers know it by
  readonly countsName: string;
}

/** The same with other names in errors. */
export function expansion(
  { input, counts, inputName, countsName }: Expanded,
  options: ExpandOptions,
): Call<unknown> {
  checkOptionNames(options, ["type", "output"]);
  const given = givenColumns(input, options.type, inputName);
  const numbers = countArray(countsName, counts);
  if (numbers.length !== given.length)
    throw new LengthMismatchError(countsName, given.length, numbers.length);
  const length = sumOfCounts(countsName, numbers);
  const rowBytes = given.columns.reduce((sum, column) => sum + column.BYTES_PER_ELEMENT, 0);
  checkRoom(length * (rowBytes + Uint32Array.BYTES_PER_ELEMENT)); // and of each row where it comes from
  return {
    input: [...given.columns, numbers],
    output: outputColumns(given, options.output, length),
    *steps(on, vectors) {
      const elements = vectors.slice(0, -1);
      if (on.expand !== undefined) return yield* done(on.expand(elements, vectors[elements.length], length));
      const offsets = yield* offsetSteps(on, vectors[elements.length]);
      const sources = yield* done(on.segmentIds(offsets, length));
      return yield* done(on.gather(elements, sources));
    },
    result: (columns) => shapeColumns(given.type, columns),
  };
}

/** `expand(input, counts)` gives each element as often as its count says */
export const expand: AlgorithmRow = {
  call: expandCall,
  short: shortExpand,
  template: {
    arguments: ({ input }) => [typed("input", input), typed("counts", "u32", "input")],
    call: () => ({ steps: expandSteps }),
  },
};

/** On a device the places are counted where they are allocated. */
export function* expandSteps<Vector>(
  on: Primitives<Vector>,
  vectors: readonly Vector[],
  room: number,
): Steps<readonly Vector[]> {
  const elements = vectors.slice(0, -1);
  const counts = vectors[elements.length];
  return on.expand === undefined ? [] : yield* done(on.expand(elements, counts, room));
}
