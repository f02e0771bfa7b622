/** Uniform numbers that make one normal deviate: 12 have variance 1. */
const UNITS_PER_NORMAL = 12;

/** Terms of the Taylor series of e^x: for |x| ≤ ln 2 what is left out is below 2^−60. */
const TAYLOR_TERMS = 18;

/**
 * `z·e^(10z)` for a normal deviate z: signed, over more than 40 orders of magnitude, most of the sum in the largest few.
 *
 * z is the sum of twelve uniform numbers, less 6, and e^x a series: additions and multiplications only, because the engines' `Math.exp`
 * and `Math.log` differ in their last bits.
 */
export function heavyTailed(unit: () => number): number {
  let normal = -UNITS_PER_NORMAL / 2;
  for (let i = 0; i < UNITS_PER_NORMAL; i++) normal += unit();
  return normal * exponential(10 * normal);
}

/** e^x, about: the same bits on every engine. */
function exponential(x: number): number {
  const doublings = Math.round(x / Math.LN2);
  const rest = x - doublings * Math.LN2;
  let sum = 1;
  for (let k = TAYLOR_TERMS; k >= 1; k--) sum = 1 + (sum * rest) / k;
  return sum * 2 ** doublings;
}
