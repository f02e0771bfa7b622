import type { ScalarType } from "../../values/element-types.ts";
import type { WgslLibrary } from "./wgsl-library.ts";

/**
 * Makes a NaN the canonical one: gives the text of a value in the WGSL type of `type`, from the text of such a value.
 *
 * Integers and bools are themselves. Operations need no canonical operands and give canonical results; loads, constants and `select` hand
 * on what they get.
 */
export function wgslCanonical(type: ScalarType, library: WgslLibrary): (operand: string) => string {
  if (type !== "f32" && type !== "f64") return (operand) => operand;
  return (operand) => library.call(`${type}_canonical`, operand);
}
