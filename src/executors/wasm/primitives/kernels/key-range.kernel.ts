import { type Code, get, load, loadSplat, set, store, vector } from "../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import { increaseBy, inRounds } from "../../kernels/counters.ts";

/*
 * The least and the largest of 32-bit keys, four of each in a vector.
 *
 *   for each vector of keys:  least = min(least, keys); largest = max(largest, keys)
 *   the rest one by one, each in all lanes
 */

/** Bytes of what is known of a range: four least keys, then four largest ones, of which those of all are. */
export const RANGE_BYTES = 32;

const MINIMUM = { u32: 0xb7, i32: 0xb6 } as const; // i32x4.min_u, i32x4.min_s
const MAXIMUM = { u32: 0xb9, i32: 0xb8 } as const;

/** `widenRange(keys, length, range)`: a range that holds some keys comes to hold these, too. */
export function widenRange(type: "u32" | "i32"): FunctionBuilder {
  const builder = new FunctionBuilder("widenRange", ["i32", "i32", "i32"]);
  const [keys, length, range] = builder.parameters;
  const [least, largest, few] = Array.from({ length: 3 }, () => builder.local("v128"));
  const widen = (loaded: Code, count: number): Code => [
    set(few, loaded),
    set(least, vector(MINIMUM[type], get(least), get(few))),
    set(largest, vector(MAXIMUM[type], get(largest), get(few))),
    increaseBy(keys, count * 4),
  ];
  builder.body = [
    set(least, load("v128", get(range))),
    set(largest, load("v128", get(range), 16)),
    inRounds(length, 4, widen(load("v128", get(keys)), 4), widen(loadSplat(4, get(keys)), 1)),
    store("v128", get(range), get(least)),
    store("v128", get(range), get(largest), 16),
  ];
  return builder;
}
