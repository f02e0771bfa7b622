import { type Code, get, i32, load, set, vector, vectorConst } from "../../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../../codegen/wasm/module.ts";
import { ELEMENT_TYPE_FACTS } from "../../../../../values/element-types.ts";
import { increaseBy, inRounds } from "../../../kernels/counters.ts";
import { areNaNs, isNaNElement } from "../../../kernels/nans.ts";

/*
 * Whether there is a NaN.
 *
 *   for each round of vectors:  found |= each of them differs from itself, as a tree of ors
 *   the rest one by one
 */

/** Vectors looked at in a round: none of them waits for another, and no branch for any. */
const ROUND = 8;

/** `findNaNs(address, length) → i32`: not 0 where there is a NaN. Takes a third of the time of looking at each vector by itself. */
export function findNaNs(type: "f64" | "f32"): FunctionBuilder {
  const builder = new FunctionBuilder("findNaNs", ["i32", "i32"], ["i32"]);
  const [address, length] = builder.parameters;
  const { bytes } = ELEMENT_TYPE_FACTS[type];
  const roundLength = (ROUND * 16) / bytes;
  const found = builder.local("v128");
  const values = Array.from({ length: ROUND }, () => builder.local("v128"));
  const element = builder.local(type);
  const single = builder.local("i32");
  const any = (codes: readonly Code[]): Code => {
    if (codes.length === 1) return codes[0];
    const half = codes.length / 2;
    return vector(0x50, any(codes.slice(0, half)), any(codes.slice(half)));
  };
  builder.body = [
    set(found, vectorConst(Array.from({ length: 16 }, () => 0))),
    inRounds(
      length,
      roundLength,
      [
        values.map((value, index) => set(value, load("v128", get(address), index * 16))),
        set(found, vector(0x50, get(found), any(values.map((value) => areNaNs(type, value))))),
        increaseBy(address, ROUND * 16),
      ],
      [
        set(element, load(type, get(address))),
        set(single, i32("or", get(single), isNaNElement(type, element))),
        increaseBy(address, bytes),
      ],
    ),
    i32("or", get(single), vector(0x53, get(found))),
  ];
  return builder;
}
