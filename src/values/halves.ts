// Half floats as their bits: f16 is IEEE 754's binary16, bf16 the upper half of an f32. Widening is exact; rounding is one rounding, of the double itself.

import { frozen } from "./frozen.ts";

/** The narrow types whose elements are floats, and whose arrays hold bits. */
export type HalfType = "f16" | "bf16";

export const HALF_TYPES: readonly HalfType[] = frozen(["f16", "bf16"]);

interface HalfFormat {
  readonly fractionBits: number;
  readonly lowestExponent: number; // of normal numbers
  readonly infinity: number; // its bits: NaNs are above them
  readonly nan: number; // the bits of the canonical one
}

const FORMATS: Readonly<Record<HalfType, HalfFormat>> = {
  f16: { fractionBits: 10, lowestExponent: -14, infinity: 0x7c00, nan: 0x7e00 },
  bf16: { fractionBits: 7, lowestExponent: -126, infinity: 0x7f80, nan: 0x7fc0 },
};

const SIGN = 0x8000;

/** Whether elements of a type are stored as bits that are not their value. */
export function isHalfType(type: string): type is HalfType {
  return type === "f16" || type === "bf16";
}

/** The value of a half float, exactly; of any NaN's bits the canonical NaN. */
export function valueOfHalf(type: HalfType, bits: number): number {
  return type === "f16" ? valueOfF16(bits) : valueOfBf16(bits);
}

const SCALES_OF_F16 = Float64Array.from({ length: 32 }, (_, exponent) => 2 ** (Math.max(exponent, 1) - 25));

function valueOfF16(bits: number): number {
  const exponent = (bits >>> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31 && fraction !== 0) return Number.NaN;
  const magnitude =
    exponent === 31
      ? Number.POSITIVE_INFINITY
      : (exponent === 0 ? fraction : fraction + 1024) * SCALES_OF_F16[exponent];
  return (bits & SIGN) === 0 ? magnitude : -magnitude;
}

const word = new Uint32Array(1);
const single = new Float32Array(word.buffer);

function valueOfBf16(bits: number): number {
  if ((bits & 0x7fff) > FORMATS.bf16.infinity) return Number.NaN;
  word[0] = bits << 16;
  return single[0];
}

const view = new DataView(new ArrayBuffer(8));
/** From here on doubles are whole numbers: adding it rounds what is below, ties to even. */
const WHOLE = 2 ** 52;

/** The bits of the nearest half float, ties to even, beyond the largest infinity; a NaN gives the canonical one. */
export function bitsOfHalf(type: HalfType, value: number): number {
  const { fractionBits, lowestExponent, infinity, nan } = FORMATS[type];
  if (Number.isNaN(value)) return nan;
  view.setFloat64(0, value);
  const sign = view.getUint8(0) >>> 7 === 0 ? 0 : SIGN;
  const exponent = Math.max(((view.getUint16(0) >>> 4) & 0x7ff) - 1023, lowestExponent);
  view.setUint32(0, (1023 + fractionBits - exponent) << 20);
  view.setUint32(4, 0);
  // A power of two scales exactly, so that this is the only rounding. A carry out of the fraction is the next exponent's first number.
  const units = Math.abs(value) * view.getFloat64(0) + WHOLE - WHOLE;
  const bits = units + ((exponent - lowestExponent) << fractionBits);
  return sign + Math.min(bits, infinity);
}
