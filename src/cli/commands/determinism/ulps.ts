import { type Scalar, toHex } from "../../../index.ts";

/**
 * How many floats of the type lie between two values, with the sign of `value − from`: their difference in units of the last place where
 * both have one exponent. Undefined where either is NaN.
 */
export function ulpsBetween(type: "f32" | "f64", value: Scalar, from: Scalar): number | undefined {
  if (Number.isNaN(value) || Number.isNaN(from)) return undefined;
  return Number(placeOf(type, value) - placeOf(type, from));
}

/** The place of a float among all floats of its type in their order; both zeros have place 0. */
function placeOf(type: "f32" | "f64", value: Scalar): bigint {
  const bits = BigInt(`0x${toHex(type, value)}`);
  const sign = 1n << (type === "f64" ? 63n : 31n);
  return bits < sign ? bits : sign - bits;
}
