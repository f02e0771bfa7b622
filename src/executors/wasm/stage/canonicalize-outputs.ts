import type { ScalarType } from "../../../values/element-types.ts";
import { SCALAR_TYPE_FACTS } from "../../../values/element-types.ts";
import { STATE, STATE_BYTES } from "../kernels/state.ts";
import type { Arena } from "../memory/arena.ts";
import { readElement } from "../memory/elements.ts";
import { canonicalize } from "./kernels/convert.kernel.ts";

/** Gives code that makes the NaNs canonical among `length` values that a kernel has written at a place. */
export function outputCanonicalizer(
  arena: Arena,
  columns: readonly ScalarType[],
): (place: number, length: number) => void {
  const kernelOf = (type: "f64" | "f32") =>
    arena.kernels(`${type} canonicalize`, () => [canonicalize(type)]).canonicalize;
  const [only] = columns;
  if (columns.length === 1) {
    return (address, length) => {
      if (only === "f64" || only === "f32") kernelOf(only)(address, length);
    };
  }
  return (index, length) => {
    columns.forEach((type, column) => {
      if (type !== "f64" && type !== "f32") return;
      const base = readElement(
        arena.heap,
        "u32",
        arena.state + column * STATE_BYTES + STATE.output,
      ) as number;
      kernelOf(type)(base + index * SCALAR_TYPE_FACTS[type].bytes, length);
    });
  };
}
