import {
  type Code,
  get,
  i32,
  i32Const,
  instruction,
  load,
  loadBool,
  set,
  store,
  storeBool,
  when,
} from "../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import { valueTypeOf } from "../../../../codegen/wasm/scalar-operations.ts";
import {
  ELEMENT_TYPE_FACTS,
  type ElementType,
  SCALAR_TYPE_FACTS,
  type ScalarType,
} from "../../../../values/element-types.ts";
import { decrease, forEach, increase, increaseBy, inRounds } from "../../kernels/counters.ts";
import { areNumbers, canonicalElement, canonicalVector } from "../../kernels/nans.ts";

/*
 * What stands around a scan: elements widened to the accumulation type, ranges reversed for backward contracts, NaNs made canonical.
 *
 *   widen:         output[i] = input[i], of another type
 *   reverse:       output[i] = input[length − 1 − i]
 *   canonicalize:  for each vector, then for each element left: where it is not equal to itself, the canonical NaN
 */

/** `widen(input, output, length)`: each element converted exactly. Input may be the upper end of output's own range. */
export function widen(type: ElementType, accumulate: ElementType): FunctionBuilder {
  const builder = new FunctionBuilder("widen", ["i32", "i32", "i32"]);
  const [input, output, length] = builder.parameters;
  const narrow = load(valueTypeOf(type), get(input));
  builder.body = forEach(length, [
    store(valueTypeOf(accumulate), get(output), instruction(WIDENING[type] ?? 0x01, narrow)),
    increaseBy(input, ELEMENT_TYPE_FACTS[type].bytes),
    increaseBy(output, ELEMENT_TYPE_FACTS[accumulate].bytes),
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
    increase(output, i32("multiply", get(length), i32Const(bytes))),
    forEach(length, [decrease(output, i32Const(bytes)), move, increaseBy(input, bytes)]),
  ];
  return builder;
}

/** `canonicalize(address, length)`: every NaN becomes the canonical quiet NaN. Writes nothing where there is none. */
export function canonicalize(type: "f64" | "f32"): FunctionBuilder {
  const builder = new FunctionBuilder("canonicalize", ["i32", "i32"]);
  const [address, length] = builder.parameters;
  const { bytes } = ELEMENT_TYPE_FACTS[type];
  const value = builder.local("v128");
  const element = builder.local(type);
  const allTrue: Code = [areNumbers(type, value), 0xfd, bytes === 8 ? [0xc3, 0x01] : [0xa3, 0x01]];
  builder.body = inRounds(
    length,
    16 / bytes,
    [
      set(value, load("v128", get(address))),
      when(i32("zero", allTrue), store("v128", get(address), canonicalVector(type, value, bytes))),
      increaseBy(address, 16),
    ],
    [
      set(element, load(type, get(address))),
      store(type, get(address), canonicalElement(type, element)),
      increaseBy(address, bytes),
    ],
  );
  return builder;
}
