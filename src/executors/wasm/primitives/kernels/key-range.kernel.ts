import {
  type Code,
  get,
  i32,
  i32Const,
  load,
  loadSplat,
  set,
  store,
  vector,
  whileLoop,
} from "../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import { offsetBy } from "../../kernels/lanes.ts";

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
    set(keys, offsetBy(get(keys), count * 4)),
    set(length, i32("subtract", get(length), i32Const(count))),
  ];
  builder.body = [
    set(least, load("v128", get(range))),
    set(largest, load("v128", get(range), 16)),
    whileLoop(i32("less", i32Const(3), get(length)), widen(load("v128", get(keys)), 4)),
    whileLoop(get(length), widen(loadSplat(4, get(keys)), 1)),
    store("v128", get(range), get(least)),
    store("v128", get(range), get(largest), 16),
  ];
  return builder;
}
