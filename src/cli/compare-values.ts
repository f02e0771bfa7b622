import { printTestValue, type TestValue } from "../formats.ts";

/** When what a program gave, or how it failed, is what a test expects. */
export interface Comparison {
  readonly isSame: (expected: TestValue, value: TestValue) => boolean;
  /** Whether the words of an error have to match those of the test. */
  readonly readsErrors: boolean;
}

/** As Futhark's own tests are held: floats within its tolerance, and any error where one is expected, since its words are another compiler's. */
export const AS_FUTHARK: Comparison = { isSame: isClose, readsErrors: false };

/** Every bit, and an error's words. */
export const EXACTLY: Comparison = { isSame: isEqual, readsErrors: true };

/** As text: every value but the payload of a NaN comes back from it. */
export function isEqual(expected: TestValue, value: TestValue): boolean {
  return printTestValue(expected) === printTestValue(value);
}

/** Of the largest number that is expected, but at least that itself. */
const TOLERANCE = 0.002;

/**
 * Floats may be off by 0.002, or by 0.002 of the largest finite number that is expected; infinities and NaNs are what they are, and all
 * other values the same.
 *
 * @see Compare.hs of futhark-data, which `futhark test` uses
 */
function isClose(expected: TestValue, value: TestValue): boolean {
  if (expected.type !== "f64" && expected.type !== "f32") return isEqual(expected, value);
  if (expected.type !== value.type || String(expected.shape) !== String(value.shape)) return false;
  const wanted = Array.from(expected.elements, Number);
  const given = Array.from(value.elements, Number);
  const most = wanted.reduce(
    (sum, each) => (Number.isFinite(each) ? Math.max(sum, TOLERANCE * each) : sum),
    TOLERANCE,
  );
  return wanted.every((each, index) => {
    return Object.is(each, given[index]) || each === given[index] || Math.abs(each - given[index]) <= most;
  });
}
