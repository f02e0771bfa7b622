// Scans by an operator that the function names, of few elements.

import { type ElementType, elementTypeOf } from "../../values/element-types.ts";
import type { ColumnArray } from "../../values/value-types.ts";
import type { ShortAnswer } from "../algorithm-row.ts";
import { perType } from "../per-type.ts";
import { resolveColumns } from "../serve.ts";
import { newLike, orderedArray, shortArray } from "./short-arrays.ts";

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

/** `cumulativeProduct` of few elements: the executor's own scan, with nothing around it. */
export const shortCumulativeProduct: ShortAnswer = (on, given, options) => {
  const input = options === undefined ? shortArray(given) : undefined;
  const type = elementTypeOf(input);
  if (input === undefined || type === undefined) return undefined;
  return (on.scan(PRODUCTS(type), "inclusive-scan", [input]) as readonly ColumnArray[])[0];
};
