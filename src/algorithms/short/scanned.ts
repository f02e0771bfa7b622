// Scans by an operator that the function names, of few elements.

import { type ElementType, elementTypeOf } from "../../values/element-types.ts";
import type { ColumnArray } from "../../values/value-types.ts";
import type { ShortAnswer } from "../algorithm-row.ts";
import { perType } from "../per-type.ts";
import { resolveColumns } from "../serve.ts";
import { isLike, newLike, orderedArray, type ShortArray, shortArray } from "./short-arrays.ts";

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

/** The caller's output, where it is all that the options name and what is written there cannot reach the input's other elements. */
function outputOf(options: unknown, input: ShortArray): ShortArray | undefined {
  if (typeof options !== "object" || options === null) return undefined;
  for (const name in options) if (name !== "output") return undefined;
  const { output } = options as { readonly output?: unknown };
  const array = shortArray(output);
  if (array === undefined || !isLike(input, array) || array.length !== input.length) return undefined;
  return array === input || array.buffer !== input.buffer ? array : undefined;
}

/** `cumulativeProduct` of few elements: the executor's own scan, with nothing around it. */
export const shortCumulativeProduct: ShortAnswer = (on, given, options) => {
  const input = shortArray(given);
  const type = elementTypeOf(input);
  if (input === undefined || type === undefined) return undefined;
  const output = options === undefined ? undefined : outputOf(options, input);
  if (options !== undefined && output === undefined) return undefined;
  const [products] = on.scan(PRODUCTS(type), "inclusive-scan", [input]) as readonly ColumnArray[];
  if (output === undefined) return products;
  output.set(products as ShortArray);
  return output;
};
