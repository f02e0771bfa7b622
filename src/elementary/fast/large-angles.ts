// Angles of any size less whole quarters of the circle, by Payne and Hanek's way: of the product with 2/π only those digits are computed
// that are neither whole turns nor below what a sum of two doubles holds.
import { halfPi } from "../exact/fixed-point.ts";
import { multiply, negate, type Pair, pair } from "./pairs.ts";
import { highWordOf, powerOfTwo } from "./words.ts";

/*
 * Digits have 24 bits, so that a product of two is exact, and so are sums of four and a carry.
 *
 *   |x| = Σ c(i) · 2^(24 (i + place)),  0 ≤ i < 4       2/π = Σ p(j) · 2^(-24 (j + 1))
 *
 * Digit k behind the point of their product is Σ c(i) · p(i + place + k − 1) and what the digit behind it carries. Digits before the point are
 * multiples of 2^24 quarters, but for the last. What is left out behind digit 7 is below 2^-142; no double is closer to a multiple of π/2 than
 * 2^-62 quarters, so that it is below 2^-80 of the rest.
 */
const BASE = 2 ** 24;
const CHUNKS = 4;
const LAST_DIGIT = 7;

/** Digits of 2/π: the largest double is 2^(24 · 40) and more times an integer of 53 bits. */
const LENGTH = 40 + CHUNKS + LAST_DIGIT - 1;

const HALF_PI: Pair = pair(1.5707963267948966, 6.123233995736766e-17);

const chunks = new Float64Array(CHUNKS);
const digits = new Float64Array(LAST_DIGIT + 1);
let inverse: Float64Array | undefined;

/** The digits of 2/π. */
function inverseOfQuarter(): Float64Array {
  const [bits, guard] = [24n * BigInt(LENGTH), 80n];
  let rest = (1n << (2n * bits + guard)) / halfPi(Number(bits + guard));
  const found = new Float64Array(LENGTH);
  for (let j = LENGTH - 1; j >= 0; j--) {
    found[j] = Number(rest & 0xffffffn);
    rest >>= 24n;
  }
  return found;
}

/** How many quarters are taken away, modulo 4, and the angle between −π/4 and π/4 that is left. */
export interface Reduced {
  readonly quarter: number;
  readonly angle: Pair;
}

/** Of a finite double of 2^19 and more in magnitude; undefined where digits cancel as they do for none. */
export function reducedAngle(x: number): Reduced | undefined {
  multiplyByInverse(Math.abs(x));
  const isPast = digits[1] >= BASE / 2;
  const whole = digits[0] + (isPast ? 1 : 0);
  if (isPast) for (let k = 1; k <= LAST_DIGIT; k++) digits[k] = BASE - 1 - digits[k];
  const rest = restOfDigits();
  if (rest === undefined) return undefined;
  const angle = multiply(rest, HALF_PI);
  return { quarter: (x < 0 ? -whole : whole) & 3, angle: isPast === x < 0 ? angle : negate(angle) };
}

/** Fills `digits` with those of size · 2/π, digit 0 before the point. */
function multiplyByInverse(size: number): void {
  inverse ??= inverseOfQuarter();
  const place = Math.floor(((highWordOf(size) >> 20) - 1075) / 24);
  let rest = size * powerOfTwo(-24 * place);
  for (let i = CHUNKS - 1; i >= 0; i--) {
    const unit = powerOfTwo(24 * i);
    chunks[i] = Math.floor(rest / unit);
    rest -= chunks[i] * unit;
  }
  let carry = 0;
  for (let k = LAST_DIGIT; k >= 0; k--) {
    let sum = carry;
    for (let i = Math.max(0, 1 - place - k); i < CHUNKS; i++) sum += chunks[i] * inverse[i + place + k - 1];
    carry = Math.floor(sum / BASE);
    digits[k] = sum - carry * BASE;
  }
}

/** What is behind the point: five digits from the first that is not 0. */
function restOfDigits(): Pair | undefined {
  let first = 1;
  while (first < 4 && digits[first] === 0) first++;
  if (first === 4) return undefined;
  const unit = powerOfTwo(-24 * (first + 1));
  const high = (digits[first] * BASE + digits[first + 1]) * unit;
  const low =
    (digits[first + 2] * BASE + digits[first + 3] + digits[first + 4] / BASE) * (unit / (BASE * BASE));
  const sum = high + low;
  return { high: sum, low: high - sum + low };
}
