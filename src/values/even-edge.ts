import { fromScaledInteger, toScaledInteger } from "./scaled-integers.ts";

/** Where products of two f64 and what they round away are f64, too. */
const LEAST_MAGNITUDE = 2 ** -900;
const LARGEST_MAGNITUDE = 2 ** 900;

/** More than the sums and products below lose, in parts of what is added: some 2^−104. */
const LOST = 2 ** -98;

/** Makes whole numbers of the ranges that people write: halves, quarters, …, 2^−24. */
const SCALES = [1, 2 ** 8, 2 ** 24];

/**
 * Edge k of `binCount` bins of one width, as a function of k: the f64 nearest to `low + k·(high − low)/binCount`, ties to even.
 *
 * One division where a range is of small whole numbers, or of such parts of them; else the true edge is reckoned as a sum of two f64, and
 * where that does not tell on which side of a tie it is, in integers.
 */
export function evenEdge(binCount: number, low: number, high: number): (k: number) => number {
  const magnitude = Math.max(Math.abs(low), Math.abs(high));
  const scale = SCALES.find((each) => Number.isInteger(low * each) && Number.isInteger(high * each));
  if (scale !== undefined && magnitude * scale * binCount <= 2 ** 53) {
    const [first, last] = [low * scale, high * scale];
    return (k) => (first * (binCount - k) + last * k) / binCount / scale;
  }
  const inIntegers = edgeInIntegers(binCount, low, high);
  return magnitude > LEAST_MAGNITUDE && magnitude < LARGEST_MAGNITUDE
    ? edgeInTwoParts(binCount, low, high, inIntegers)
    : inIntegers;
}

function edgeInTwoParts(
  binCount: number,
  low: number,
  high: number,
  inIntegers: (k: number) => number,
): (k: number) => number {
  const width = high - low;
  const widthRest = restOfSum(high, -low, width);
  return (k) => {
    const product = k * width;
    const quotient = product / binCount;
    const whole = quotient * binCount;
    const left = product - whole - restOfProduct(quotient, binCount, whole);
    const quotientRest = (left + (restOfProduct(k, width, product) + k * widthRest)) / binCount;
    const sum = low + quotient;
    const sumRest = restOfSum(low, quotient, sum) + quotientRest;
    const edge = sum + sumRest;
    const rest = restOfSum(sum, sumRest, edge);
    const lost = (Math.abs(low) + Math.abs(quotient)) * LOST;
    return edge + (rest - lost) === edge && edge + (rest + lost) === edge ? edge : inIntegers(k);
  };
}

function edgeInIntegers(binCount: number, low: number, high: number): (k: number) => number {
  const [count, from] = [BigInt(binCount), toScaledInteger(low)];
  const width = toScaledInteger(high) - from;
  return (k) => nearestQuotient(from * count + BigInt(k) * width, count);
}

/** A fraction of scaled integers as the nearest f64. */
function nearestQuotient(numerator: bigint, denominator: bigint): number {
  if (numerator < 0n) return -nearestQuotient(-numerator, denominator);
  const below = numerator / denominator;
  const rest = numerator % denominator;
  if (rest === 0n) return fromScaledInteger(below, "f64");
  // From four units on an ulp has half of it above the lowest digit, which then may stand for whatever is left.
  if (below >= 1n << 54n) return fromScaledInteger(below | 1n, "f64");
  const isOdd = (below & 1n) === 1n;
  const isUp = below >= 1n << 53n ? isOdd : 2n * rest > denominator || (2n * rest === denominator && isOdd);
  return fromScaledInteger(isUp ? below + 1n : below, "f64");
}

/** What a sum has rounded away (Knuth). */
function restOfSum(left: number, right: number, sum: number): number {
  const ofRight = sum - left;
  return left - (sum - ofRight) + (right - ofRight);
}

/** What a product has rounded away (Dekker). */
function restOfProduct(left: number, right: number, product: number): number {
  const [leftHigh, rightHigh] = [highHalf(left), highHalf(right)];
  const [leftLow, rightLow] = [left - leftHigh, right - rightHigh];
  return leftLow * rightLow - (product - leftHigh * rightHigh - leftLow * rightHigh - leftHigh * rightLow);
}

/** The upper 26 binary digits of a significand. */
function highHalf(value: number): number {
  const scaled = value * (2 ** 27 + 1);
  return scaled - (scaled - value);
}
