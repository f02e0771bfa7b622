import {
  type Code,
  get,
  i32,
  i32Const,
  load,
  moveBytes,
  set,
  store,
  when,
} from "../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import { COLUMN_TYPE_FACTS, ELEMENT_TYPE_FACTS } from "../../../../values/element-types.ts";
import type { StoredType } from "../../../../values/value-types.ts";
import { decrease, forEach, increase, increaseBy, inRounds } from "../../kernels/counters.ts";
import { areNumbers, canonicalElement, canonicalVector } from "../../kernels/nans.ts";

/*
 * What stands around a scan: ranges reversed for backward contracts, NaNs made canonical.
 *
 *   reverse:       output[i] = input[length − 1 − i]
 *   canonicalize:  for each vector, then for each element left: where it is not equal to itself, the canonical NaN
 */

/** `reverse(input, output, length)`: output[i] = input[length − 1 − i]; the ranges do not overlap. */
export function reverse(type: StoredType): FunctionBuilder {
  const builder = new FunctionBuilder("reverse", ["i32", "i32", "i32"]);
  const { bytes } = COLUMN_TYPE_FACTS[type];
  const [input, output, length] = builder.parameters;
  builder.body = [
    increase(output, i32("multiply", get(length), i32Const(bytes))),
    forEach(length, [
      decrease(output, i32Const(bytes)),
      moveBytes(bytes, get(input), get(output)),
      increaseBy(input, bytes),
    ]),
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
