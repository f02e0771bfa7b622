import { fromScaledInteger, toScaledInteger } from "../../values/scaled-integers.ts";

/** What the terms are made of. */
interface CancellingRequest {
  readonly type: "f64" | "f32";
  readonly length: number;
  readonly condition: number; // wanted: Σ|x|/|Σx|, met within a factor of 100 from `length` up to what so few terms can cancel
  readonly unit: () => number; // uniform in [0, 1)
}

/**
 * Terms that cancel to about `Σ|x|/condition` (GenSum): half of them have random exponents up to log2 of the condition, each of the other
 * half brings the exact sum so far down to an exponent that falls to zero. In the order in which they are made; shuffle them.
 *
 * @see Ogita, Rump, Oishi, Accurate Sum and Dot Product, SIAM J. Sci. Comput. 26(6), 2005, algorithm 6.1 without the products
 */
export function cancellingTerms({ type, length, condition, unit }: CancellingRequest): Float64Array {
  const terms = new Float64Array(length);
  const half = Math.floor(length / 2);
  const digits = digitsFor(condition, length);
  let sum = 0n;
  for (let i = 0; i < length; i++) {
    if (i < half) {
      terms[i] = rounded(type, signed(unit) * 2 ** exponentOfFirst(i, half, digits, unit));
    } else {
      const target = signed(unit) * 2 ** fallingExponent(i - half, length - half, digits);
      terms[i] = fromScaledInteger(toScaledInteger(target) - sum, type);
    }
    sum += toScaledInteger(terms[i]);
  }
  return terms;
}

/**
 * The same for a dot product (GenDot): pairs x, y whose products cancel, each product split without error into its rounding and the rest.
 * Of an odd length, the last term is zero.
 *
 * @see the same paper, algorithm 6.1; the splitting is its algorithm TwoProduct
 */
export function cancellingProducts({ type, length, condition, unit }: CancellingRequest): Float64Array {
  const terms = new Float64Array(length);
  const pairs = Math.floor(length / 2);
  const half = Math.floor(pairs / 2);
  const digits = digitsFor(condition, pairs) / 2; // of each factor
  let sum = 0n;
  for (let i = 0; i < pairs; i++) {
    const exponent =
      i < half ? exponentOfFirst(i, half, digits, unit) : fallingExponent(i - half, pairs - half, digits);
    const left = rounded(type, signed(unit) * 2 ** Math.round(exponent));
    const wanted = signed(unit) * 2 ** Math.round(exponent);
    const right = i < half ? wanted : fromScaledInteger(toScaledInteger(wanted) - sum, "f64") / left;
    const [product, rest] = twoProduct(type, left, rounded(type, right));
    terms[2 * i] = product;
    terms[2 * i + 1] = rest;
    sum += toScaledInteger(product) + toScaledInteger(rest);
  }
  return terms;
}

/** Random up to `digits`, but that the first has them all and the last none: so that the condition does not depend on luck. */
function exponentOfFirst(i: number, half: number, digits: number, unit: () => number): number {
  const random = Math.round(unit() * digits);
  if (i === 0) return digits + 1;
  return i === half - 1 ? 0 : random;
}

function fallingExponent(i: number, count: number, digits: number): number {
  return count === 1 ? 0 : Math.round((digits * (count - 1 - i)) / (count - 1));
}

/** Between 1/2 and 1, with a random sign: a last term near 0 would leave the condition to luck. */
function signed(unit: () => number): number {
  const drawn = 2 * unit() - 1;
  return drawn < 0 ? (drawn - 1) / 2 : (drawn + 1) / 2;
}

function rounded(type: "f64" | "f32", value: number): number {
  return type === "f32" ? Math.fround(value) : value;
}

/** A product as its rounding and what that leaves out, both of the type; exact where nothing underflows. */
function twoProduct(type: "f64" | "f32", left: number, right: number): readonly [number, number] {
  const product = left * right;
  if (type === "f32") return [Math.fround(product), product - Math.fround(product)]; // 48 digits: exact in f64
  const [leftHigh, leftLow] = split(left);
  const [rightHigh, rightLow] = split(right);
  const rest =
    leftHigh * rightHigh - product + leftHigh * rightLow + leftLow * rightHigh + leftLow * rightLow;
  return [product, rest];
}

/** A double as two of 26 digits (Veltkamp). */
function split(value: number): readonly [number, number] {
  const scaled = value * (2 ** 27 + 1);
  const high = scaled - (scaled - value);
  return [high, value - high];
}

/** The exponent of the largest of so many terms: with exponents up to b there are about count/b of them, all in the condition. */
function digitsFor(condition: number, count: number): number {
  const digits = floorLog2(condition);
  return floorLog2(condition / Math.max(1, count / (2 * Math.max(1, digits))));
}

/** At least 0. By doubling: `Math.log2` differs between engines. */
function floorLog2(value: number): number {
  let exponent = 0;
  for (let power = 2; power <= value; power *= 2) exponent++;
  return exponent;
}
