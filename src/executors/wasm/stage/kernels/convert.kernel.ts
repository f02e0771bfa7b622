import {
  type Code,
  get,
  i32,
  i32Const,
  instruction,
  load,
  loadBool,
  select,
  set,
  store,
  storeBool,
  vector,
  when,
  whileLoop,
} from "../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import { scalarConst, valueTypeOf } from "../../../../codegen/wasm/scalar-operations.ts";
import { splatConst } from "../../../../codegen/wasm/vector-operations.ts";
import {
  ELEMENT_TYPE_FACTS,
  type ElementType,
  SCALAR_TYPE_FACTS,
  type ScalarType,
} from "../../../../values/element-types.ts";
import { decrement, offsetBy } from "../../kernels/lanes.ts";

/*
 * What stands around a scan: elements widened to the accumulation type, ranges reversed for backward contracts, NaNs made canonical.
 */

/** `widen(input, output, length)`: each element converted exactly. Input may be the upper end of output's own range. */
export function widen(type: ElementType, accumulate: ElementType): FunctionBuilder {
  const builder = new FunctionBuilder("widen", ["i32", "i32", "i32"]);
  const [input, output, length] = builder.parameters;
  const narrow = load(valueTypeOf(type), get(input));
  builder.body = whileLoop(get(length), [
    store(valueTypeOf(accumulate), get(output), instruction(WIDENING[type] ?? 0x01, narrow)),
    set(input, offsetBy(get(input), ELEMENT_TYPE_FACTS[type].bytes)),
    set(output, offsetBy(get(output), ELEMENT_TYPE_FACTS[accumulate].bytes)),
    decrement(length),
  ]);
  return builder;
}

// f64.promote_f32, i64.extend_i32_s, i64.extend_i32_u
const WIDENING: Partial<Readonly<Record<ElementType, number>>> = { f32: 0xbb, i32: 0xac, u32: 0xad };

/** `reverse(input, output, length)`: output[i] = input[length − 1 − i]; the ranges do not overlap. */
export function reverse(type: ScalarType): FunctionBuilder {
  const builder = new FunctionBuilder("reverse", ["i32", "i32", "i32"]);
  const { bytes } = SCALAR_TYPE_FACTS[type];
  const [input, output, length] = builder.parameters;
  const moveType = bytes === 8 ? "i64" : "i32";
  const move =
    bytes === 1
      ? storeBool(get(output), loadBool(get(input), 0), 0)
      : store(moveType, get(output), load(moveType, get(input)));
  builder.body = [
    set(output, i32("add", get(output), i32("multiply", get(length), i32Const(bytes)))),
    whileLoop(get(length), [
      set(output, i32("subtract", get(output), i32Const(bytes))),
      move,
      set(input, offsetBy(get(input), bytes)),
      decrement(length),
    ]),
  ];
  return builder;
}

/** `canonicalize(address, length)`: every NaN becomes the canonical quiet NaN. Reads only, where there is none. */
export function canonicalize(type: "f64" | "f32"): FunctionBuilder {
  const builder = new FunctionBuilder("canonicalize", ["i32", "i32"]);
  const [address, length] = builder.parameters;
  const { bytes } = ELEMENT_TYPE_FACTS[type];
  const laneCount = 16 / bytes;
  const value = builder.local("v128");
  const element = builder.local(type);
  const isNumber = vector(type === "f64" ? 0x47 : 0x41, get(value), get(value));
  const allTrue: Code = [isNumber, 0xfd, bytes === 8 ? [0xc3, 0x01] : [0xa3, 0x01]];
  const canonicalLanes = vector(0x52, get(value), splatConst(type, Number.NaN, bytes), isNumber);
  const isNumberElement = instruction(type === "f64" ? 0x61 : 0x5b, get(element), get(element));
  builder.body = [
    whileLoop(i32("less", i32Const(laneCount - 1), get(length)), [
      set(value, load("v128", get(address))),
      when(i32("zero", allTrue), store("v128", get(address), canonicalLanes)),
      set(address, offsetBy(get(address), 16)),
      set(length, i32("subtract", get(length), i32Const(laneCount))),
    ]),
    whileLoop(get(length), [
      set(element, load(type, get(address))),
      store(type, get(address), select(get(element), scalarConst(type, Number.NaN), isNumberElement)),
      set(address, offsetBy(get(address), bytes)),
      decrement(length),
    ]),
  ];
  return builder;
}
