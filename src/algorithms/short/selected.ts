// Elements that are kept, of few. Loops have no branch for a flag: nobody can predict it.

import type { Primitives } from "../../executors/primitives.ts";
import { isElementFunction } from "../../operators/element-function.ts";
import { elementTypeOf } from "../../values/element-types.ts";
import { flagsWhere } from "../../values/flags.ts";
import type { ColumnArray } from "../../values/value-types.ts";
import type { ShortAnswer } from "../algorithm-row.ts";
import { FEW_ELEMENTS, movableArray, newLike, type ShortArray, shortArray } from "./short-arrays.ts";

type On = Primitives<ColumnArray>;
type PlainPredicate = (element: unknown, index: number) => unknown;

/** Of one call at a time: no code of a caller's runs between writing and reading it. */
const SCRATCH = new Uint8Array(FEW_ELEMENTS);

/** The flags of few elements, and anything after them; undefined for a predicate that the steps are to look at. */
function flagsOf(on: On, input: ShortArray, predicate: unknown): Uint8Array | undefined {
  const type = elementTypeOf(input);
  if (isElementFunction(predicate)) {
    if (predicate.type !== type || predicate.resultType !== "bool") return undefined;
    return on.flagFew?.(predicate.terms[0], input, SCRATCH) ? SCRATCH : undefined;
  }
  if (typeof predicate !== "function" || type === undefined) return undefined;
  return flagsWhere(
    predicate as PlainPredicate,
    { type, columns: [input], length: input.length },
    "predicate",
  );
}

function countOf(flags: Uint8Array, length: number): number {
  let count = 0;
  for (let i = 0; i < length; i++) count += flags[i];
  return count;
}

/** The first `count` elements with this flag. */
function elementsWith(input: ShortArray, flags: Uint8Array, flag: number, count: number): ShortArray {
  const output = newLike(input, count);
  for (let i = 0, k = 0; k < count; i++) {
    output[k] = input[i];
    k += flags[i] === flag ? 1 : 0;
  }
  return output;
}

/** The indices of the first `count` flags that are set. */
function indicesOf(flags: Uint8Array, count: number): Uint32Array {
  const indices = new Uint32Array(count);
  for (let i = 0, k = 0; k < count; i++) {
    indices[k] = i;
    k += flags[i];
  }
  return indices;
}

/** `filter` of few elements. */
export const shortFilter: ShortAnswer = (on, given, predicate, options) => {
  const input = options === undefined ? movableArray(given) : undefined;
  const flags = input && flagsOf(on, input, predicate);
  return input && flags && elementsWith(input, flags, 1, countOf(flags, input.length));
};

/** `partition` of few elements. */
export const shortPartition: ShortAnswer = (on, given, predicate, options) => {
  const input = options === undefined ? movableArray(given) : undefined;
  const flags = input && flagsOf(on, input, predicate);
  if (input === undefined || flags === undefined) return undefined;
  const count = countOf(flags, input.length);
  return {
    kept: elementsWith(input, flags, 1, count),
    others: elementsWith(input, flags, 0, input.length - count),
  };
};

/** `filterIndices` of few elements. */
export const shortFilterIndices: ShortAnswer = (on, given, predicate, options) => {
  const input = options === undefined ? shortArray(given) : undefined;
  const flags = input && flagsOf(on, input, predicate);
  return input && flags && indicesOf(flags, countOf(flags, input.length));
};

/** Sets the flags of elements that differ from the one before. Gives how many there are. */
function flagHeads(input: ShortArray, flags: Uint8Array): number {
  flags[0] = 1;
  let count = 1;
  for (let i = 1; i < input.length; i++) {
    const [before, element] = [input[i - 1], input[i]];
    const isSame = before === element && (element !== 0 || 1 / before === 1 / element);
    flags[i] = isSame ? 0 : 1;
    count += flags[i];
  }
  return count;
}

/** `unique` of few elements. */
export const shortUnique: ShortAnswer = (_on, given, options) => {
  const input = options === undefined ? movableArray(given) : undefined;
  return input && elementsWith(input, SCRATCH, 1, flagHeads(input, SCRATCH));
};

/** `runLengthEncode` of few elements. */
export const shortRunLengthEncode: ShortAnswer = (_on, given, options) => {
  const input = options === undefined ? movableArray(given) : undefined;
  if (input === undefined) return undefined;
  const count = flagHeads(input, SCRATCH);
  const lengths = indicesOf(SCRATCH, count);
  for (let k = 0; k < count; k++) lengths[k] = (k + 1 < count ? lengths[k + 1] : input.length) - lengths[k];
  return { values: elementsWith(input, SCRATCH, 1, count), lengths };
};

/** How many flags a predicate sets: all of them are asked for, as the steps do. */
function counted(on: On, given: unknown, predicate: unknown, options: unknown): number | undefined {
  const input = options === undefined ? shortArray(given) : undefined;
  const flags = input && flagsOf(on, input, predicate);
  return input && flags && countOf(flags, input.length);
}

/** `count` of few elements. */
export const shortCount: ShortAnswer = (on, given, predicate, options) =>
  counted(on, given, predicate, options);

/** `any` of few elements. */
export const shortAny: ShortAnswer = (on, given, predicate, options) => {
  const count = counted(on, given, predicate, options);
  return count === undefined ? undefined : count > 0;
};

/** `all` of few elements. */
export const shortAll: ShortAnswer = (on, given, predicate, options) => {
  const count = counted(on, given, predicate, options);
  return count === undefined ? undefined : count === (given as ShortArray).length;
};
