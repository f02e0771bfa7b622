// How far apart two floats are, counted in floats: what differences of results are told in.
import { bitsOf } from "./bits.ts";
import { checkName } from "./check-name.ts";
import { isElement } from "./convert.ts";
import { describe } from "./describe.ts";
import { COLUMN_TYPE_FACTS } from "./element-types.ts";
import { InvalidArgumentError } from "./errors.ts";

/** The types that an ulp is of. */
export type UlpType = "f64" | "f32" | "f16" | "bf16";

const ULP_TYPES: readonly UlpType[] = ["f64", "f32", "f16", "bf16"];

/**
 * How many floats of the type lie between two values, with the sign of `value − from`: their difference in units of the last place where
 * both have one exponent. Both zeros are one place. Undefined where either is NaN.
 *
 * @throws InvalidArgumentError for what the type does not have exactly
 */
export function ulpsBetween(type: UlpType, value: number, from: number): number | undefined {
  checkName("type", ULP_TYPES, type);
  checkFloat("value", type, value);
  checkFloat("from", type, from);
  if (Number.isNaN(value) || Number.isNaN(from)) return undefined;
  return Number(placeOfBits(type, bitsOf(type, value)) - placeOfBits(type, bitsOf(type, from)));
}

/** The place of a float among all floats of its type in their order, by its bits; both zeros have place 0. */
export function placeOfBits(type: UlpType, bits: bigint): bigint {
  const sign = 1n << BigInt(8 * COLUMN_TYPE_FACTS[type].bytes - 1);
  return bits < sign ? bits : sign - bits;
}

function checkFloat(argument: string, type: UlpType, given: unknown): void {
  if (!isElement(type, given))
    throw new InvalidArgumentError(argument, `an element of ${type}`, describe(given));
}
