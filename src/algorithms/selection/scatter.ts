import type { ConvertibleInput } from "../../contracts/options.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import { type ElementArray, type ElementType, SCALAR_TYPE_FACTS } from "../../values/element-types.ts";
import { InvalidArgumentError, LengthMismatchError } from "../../values/errors.ts";
import { checkDistinct, checkIndexRange, indexArray, MOST_ELEMENTS } from "../../values/index-array.ts";

import type { ColumnArray, ValueType } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done, type Steps } from "../call.ts";
import {
  type Columns,
  type GivenColumns,
  givenColumns,
  type Moved,
  outputColumns,
  shapeColumns,
} from "../move-columns.ts";
import type { Indices } from "../segments/given-segments.ts";
import { shortScatter } from "../short/moved.ts";
import { typed } from "../template-rule.ts";

/** What is said of a call of `scatter`. */
interface ScatterOptions {
  readonly check?: "duplicates" | "range" | undefined; // default: none; two elements for one place, or one for none, are an error
}

/**
 * Elements brought to some places of other columns: `out[indices[i]] = input[i]`, and `into[k]` where no element comes.
 *
 * `into` is columns like the input, which stay as they are, or how many zeros there are to begin with. An element for a place that is not there is ignored,
 * and of several for one place the last stays; `check: "duplicates"` or `"range"` refuses them instead. Work O(n + out.length).
 *
 * @throws InvalidArgumentError for indices that are no 32-bit integers, and as `check` says, naming both indices
 * @throws LengthMismatchError for another number of indices than elements, columns of different lengths, and an output of another length
 */
export interface Scatter<When extends "now" | "later"> {
  <Input extends Columns>(
    input: Input,
    indices: Indices,
    into: Moved<Input> | number,
    options?: ScatterOptions & { readonly output?: Moved<Input> | undefined },
  ): Answer<When, Moved<Input>>;
  <Type extends ElementType>(
    input: ConvertibleInput,
    indices: Indices,
    into: ElementArray<Type> | number,
    options: ScatterOptions & { readonly type: Type; readonly output?: ElementArray<Type> | undefined },
  ): Answer<When, ElementArray<Type>>;
}

/** The call of `scatter`. */
export function scatterCall(
  input: unknown,
  indices: unknown,
  into: unknown,
  options: {
    readonly check?: unknown;
    readonly type?: ValueType | undefined;
    readonly output?: unknown;
  } = {},
): Call<unknown> {
  checkOptionNames(options, ["check", "type", "output"]);
  const given = givenColumns(input, options.type);
  const { columns, type, names } = given;
  const places = indexArray("indices", indices);
  if (places.length !== given.length) throw new LengthMismatchError("indices", given.length, places.length);
  const { length, below } = beneath(into, given);
  checkPlaces(options.check, places, length);
  const types = names.map((name) => name.type);
  return {
    input: [...columns, places, ...below],
    output: outputColumns(given, options.output, length),
    *steps(on, vectors) {
      const elements = vectors.slice(0, columns.length);
      const ground =
        below.length > 0 ? vectors.slice(columns.length + 1) : yield* zeroSteps(on, types, length);
      return yield* done(on.scatter(elements, vectors[columns.length], ground));
    },
    result: (found) => shapeColumns(type, found),
  };
}

/** What the elements come into: the caller's columns, or none for so many zeros. */
function beneath(
  into: unknown,
  { type }: GivenColumns,
): { readonly length: number; readonly below: readonly ColumnArray[] } {
  if (typeof into !== "number") {
    if (typeof into !== "object" || into === null) {
      throw new InvalidArgumentError("into", "columns like the input, or a length", describe(into));
    }
    const { columns, length } = givenColumns(into, type, "into");
    return { length, below: columns };
  }
  if (Number.isInteger(into) && into >= 0 && into <= MOST_ELEMENTS) return { length: into, below: [] };
  throw new InvalidArgumentError("into", `a length from 0 to ${MOST_ELEMENTS}`, describe(into));
}

function checkPlaces(check: unknown, places: Uint32Array, length: number): void {
  switch (check) {
    case undefined:
      return;
    case "duplicates":
      checkDistinct("indices", places, length);
      return;
    case "range":
      checkIndexRange("indices", places, length);
      return;
    default:
      throw new InvalidArgumentError("check", '"duplicates", "range" or left out', describe(check));
  }
}

function* zeroSteps<Vector>(
  on: Primitives<Vector>,
  types: readonly (keyof typeof SCALAR_TYPE_FACTS)[],
  length: number,
): Steps<readonly Vector[]> {
  const zeros: Vector[] = [];
  for (const type of types) {
    zeros.push(yield* done(on.fill(type, SCALAR_TYPE_FACTS[type].isBigInt ? 0n : 0, length)));
  }
  return zeros;
}

/** `scatter(input, indices, into, { check? })` gives `into` with the elements written to the indices */
export const scatter: AlgorithmRow = {
  call: scatterCall,
  short: shortScatter,
  template: {
    arguments: ({ input }) => [typed("input", input), typed("indices", "u32", "input"), typed("into", input)],
  },
};
