// Scans by an operator that the function names, of few elements.

import type { Primitives } from "../../executors/primitives.ts";
import { type ElementType, elementTypeOf } from "../../values/element-types.ts";
import type { ColumnArray } from "../../values/value-types.ts";
import type { ShortAnswer } from "../algorithm-row.ts";
import { perType } from "../per-type.ts";
import { resolveColumns } from "../serve.ts";
import { isLike, newLike, orderedArray, type ShortArray, shortArray } from "./short-arrays.ts";
import { arithmeticOf, taken, treePrefixes } from "./trees.ts";

/** `runningMax` of few elements: extremes are the same in every order. */
export const shortRunningMax: ShortAnswer = (_on, given, options) => {
  const input = options === undefined ? orderedArray(given) : undefined;
  if (input === undefined) return undefined;
  const output = newLike(input, input.length);
  let most = input[0];
  for (let i = 0; i < input.length; i++) {
    const element = input[i];
    if (element > most) most = element;
    output[i] = most;
  }
  return output;
};

/** `runningMin` of few elements. */
export const shortRunningMin: ShortAnswer = (_on, given, options) => {
  const input = options === undefined ? orderedArray(given) : undefined;
  if (input === undefined) return undefined;
  const output = newLike(input, input.length);
  let least = input[0];
  for (let i = 0; i < input.length; i++) {
    const element = input[i];
    if (element < least) least = element;
    output[i] = least;
  }
  return output;
};

const PRODUCTS = /* @__PURE__ */ perType((type: ElementType) =>
  resolveColumns({ operator: "multiply" }, "inclusive-scan", type),
);

/** Up to so many elements a loop over each is faster than a kernel: 16 take 0.4 µs instead of 1.7. */
const FEW_PRODUCTS = 64;

const products = /* @__PURE__ */ new Float64Array(FEW_PRODUCTS);

/** The caller's output, where it is all that the options name and what is written there cannot reach the input's other elements. */
function outputOf(options: unknown, input: ShortArray): ShortArray | undefined {
  if (typeof options !== "object" || options === null) return undefined;
  for (const name in options) if (name !== "output") return undefined;
  const output = shortArray((options as { readonly output?: unknown }).output);
  if (output === undefined || !isLike(input, output) || output.length !== input.length) return undefined;
  return output === input || output.buffer !== input.buffer ? output : undefined;
}

/** `cumulativeProduct` of few elements. */
export const shortCumulativeProduct: ShortAnswer = (on, given, options) => {
  const input = shortArray(given);
  const output = input && options !== undefined ? outputOf(options, input) : undefined;
  if (input === undefined || (options !== undefined && output === undefined)) return undefined;
  return productsOf(on, input, output);
};

/** The products so far of few elements, in `output` or a new array. */
export function productsOf(on: Primitives<ColumnArray>, input: ShortArray, output?: ShortArray): ShortArray {
  const { length } = input;
  if (length > FEW_PRODUCTS) {
    const contract = PRODUCTS(elementTypeOf(input) as ElementType);
    const [scanned] = on.scan(contract, "inclusive-scan", [input]) as readonly ShortArray[];
    if (output === undefined) return scanned;
    output.set(scanned);
    return output;
  }
  for (let i = 0; i < length; i++) products[i] = input[i];
  treePrefixes(products, 0, length, arithmeticOf(input).multiply);
  return taken(products, length, input, output);
}
