/** The two formats as numbers. A finite value is an integer multiple of the smallest subnormal, `2^smallest`: its "units". */
export const FORMATS = {
  f64: { bytes: 8, precision: 53, smallest: -1074, largest: 1024 },
  f32: { bytes: 4, precision: 24, smallest: -149, largest: 128 },
} as const;

export type Float = keyof typeof FORMATS;

/** Marks of a set of terms, as a state has them. */
const NAN = 1;
const POSITIVE_INFINITY = 2;
const NEGATIVE_INFINITY = 4;
export const NOT_NEGATIVE_ZERO = 8;

/** A value taken apart. */
type Decoded =
  | { readonly kind: "finite"; readonly units: bigint; readonly isNegativeZero: boolean }
  | { readonly kind: "infinity"; readonly isNegative: boolean }
  | { readonly kind: "nan" };

const view = new DataView(new ArrayBuffer(8));

/** Takes the bits of a value apart by the rules of IEEE 754. */
export function decode(type: Float, value: number): Decoded {
  const { bytes, precision } = FORMATS[type];
  if (type === "f64") view.setFloat64(0, value);
  else view.setFloat32(0, value);
  const bits = type === "f64" ? view.getBigUint64(0) : BigInt(view.getUint32(0));
  const isNegative = bits >> BigInt(bytes * 8 - 1) === 1n;
  const fractionBits = BigInt(precision - 1);
  const fraction = bits & ((1n << fractionBits) - 1n);
  const exponentMask = (1n << BigInt(bytes * 8 - precision)) - 1n;
  const exponent = (bits >> fractionBits) & exponentMask;
  if (exponent === exponentMask) {
    return fraction === 0n ? { kind: "infinity", isNegative } : { kind: "nan" };
  }
  const magnitude = exponent === 0n ? fraction : (fraction + (1n << fractionBits)) << (exponent - 1n);
  return {
    kind: "finite",
    units: isNegative ? -magnitude : magnitude,
    isNegativeZero: isNegative && magnitude === 0n,
  };
}

/** The nearest value of a type to a number of its units, ties to even; ±infinity from half a unit in the last place past the largest. */
export function nearest(type: Float, units: bigint): number {
  const { bytes, precision, smallest, largest } = FORMATS[type];
  const rounded = roundedTo(precision, magnitudeOf(units));
  const bitsOfInfinity = ((1n << BigInt(bytes * 8 - precision)) - 1n) << BigInt(precision - 1);
  const isOverflow = rounded >= 1n << BigInt(largest - smallest);
  return fromBits(type, units < 0n, isOverflow ? bitsOfInfinity : fieldsOf(precision, rounded));
}

/** A magnitude with at most `precision` significant bits, as exponent field and fraction. */
function fieldsOf(precision: number, magnitude: bigint): bigint {
  const excess = bitLength(magnitude) - precision;
  if (excess < 0) return magnitude;
  const fraction = (magnitude >> BigInt(excess)) - (1n << BigInt(precision - 1));
  return (BigInt(excess + 1) << BigInt(precision - 1)) + fraction;
}

function fromBits(type: Float, isNegative: boolean, magnitudeBits: bigint): number {
  const bits = magnitudeBits | (isNegative ? 1n << BigInt(FORMATS[type].bytes * 8 - 1) : 0n);
  if (type === "f64") view.setBigUint64(0, bits);
  else view.setUint32(0, Number(bits));
  return type === "f64" ? view.getFloat64(0) : view.getFloat32(0);
}

/** A magnitude rounded to so many significant bits, ties to even, without a bound on its size. */
export function roundedTo(precision: number, magnitude: bigint): bigint {
  const excess = bitLength(magnitude) - precision;
  if (excess <= 0) return magnitude;
  const step = 1n << BigInt(excess);
  const kept = magnitude / step;
  const twiceRest = 2n * (magnitude % step);
  const isUp = twiceRest > step || (twiceRest === step && kept % 2n === 1n);
  return (isUp ? kept + 1n : kept) * step;
}

export function bitLength(magnitude: bigint): number {
  return magnitude === 0n ? 0 : magnitude.toString(2).length;
}

export function magnitudeOf(units: bigint): bigint {
  return units < 0n ? -units : units;
}

/** The marks that one term leaves. */
export function marksOf(decoded: Decoded): number {
  switch (decoded.kind) {
    case "nan":
      return NAN | NOT_NEGATIVE_ZERO;
    case "infinity":
      return (decoded.isNegative ? NEGATIVE_INFINITY : POSITIVE_INFINITY) | NOT_NEGATIVE_ZERO;
    case "finite":
      return decoded.isNegativeZero ? 0 : NOT_NEGATIVE_ZERO;
    default:
      return decoded satisfies never;
  }
}

/** What the marks alone decide: NaN, an infinity, or nothing. */
export function decidedBy(marks: number): number | undefined {
  const infinities = marks & (POSITIVE_INFINITY | NEGATIVE_INFINITY);
  if ((marks & NAN) !== 0 || infinities === (POSITIVE_INFINITY | NEGATIVE_INFINITY)) return Number.NaN;
  if (infinities === POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
  if (infinities === NEGATIVE_INFINITY) return Number.NEGATIVE_INFINITY;
  return undefined;
}
