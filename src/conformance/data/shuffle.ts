import { checkElements } from "../../values/check-arrays.ts";
import type { ElementArray } from "../../values/element-types.ts";
import { splitmix64 } from "./splitmix64.ts";

const TWO_TO_32 = 0x1_0000_0000;

/** The same elements in an order that a seed decides (Fisher and Yates, on the draws' high halves). */
export function shuffled<T extends ElementArray>(elements: T, seed: bigint): T {
  const result = checkElements("elements", elements).slice() as T;
  const high = new Uint32Array(result.length);
  splitmix64(seed)(high, new Uint32Array(result.length));
  for (let i = result.length - 1; i > 0; i--) {
    const other = Math.floor((high[i] / TWO_TO_32) * (i + 1));
    const moved = result[i];
    result[i] = result[other];
    result[other] = moved;
  }
  return result;
}
