// Short words for programs on lanes.

import type { LaneCode, LaneGuess } from "./lane-code.ts";

/** What doubles near 2^52 round to whole numbers with; added, a magnitude below 2^51 stands in its low bits. */
export const ROUNDER = 3 * 2 ** 51;

export function arithmeticOn<Value>(on: LaneCode<Value>) {
  const { apply, keep, number } = on;
  const add = (first: Value, second: Value): Value => apply("add", first, second);
  const subtract = (first: Value, second: Value): Value => apply("subtract", first, second);
  const multiply = (first: Value, second: Value): Value => apply("multiply", first, second);
  const and = (first: Value, second: Value): Value => apply("and", first, second);
  return {
    add,
    subtract,
    multiply,
    and,
    /** c0 + c1 x + c2 x² + …: pairs first, which wait for nothing but x, and then by x². */
    polynomial(x: Value, square: Value, coefficients: readonly number[]): Value {
      const pairs = coefficients.flatMap((each, i) => {
        if (i % 2 === 1) return [];
        const next = coefficients[i + 1];
        return [next === undefined ? number(each) : add(number(each), multiply(x, number(next)))];
      });
      return pairs.reduceRight((rest, pair) => add(pair, multiply(square, rest)));
    },
    /** The value of high + low, where it is the same with the slack on either side. */
    decided(high: Value, low: Value, slack: Value, isInRange: Value): LaneGuess<Value> {
      const value = keep(add(high, subtract(low, slack)));
      return { value, isSure: and(isInRange, apply("isEqual", value, add(high, add(low, slack)))) };
    },
    /** Four f32s by way of two doubles at a time: sure where both ends of an interval around the double round to one f32. */
    byDoubles(x: Value, rough: (half: Value) => Value, relative: number, isInRange: Value): LaneGuess<Value> {
      const halves = [x, on.halves("upper", x, x)].map((half) => rough(keep(apply("widen", half))));
      const rounded = (part: number): Value => {
        const [first, second] = halves.map((value) => apply("narrow", multiply(value, number(1 + part))));
        return keep(on.halves("lower", first, second));
      };
      const value = rounded(relative);
      return { value, isSure: and(isInRange, apply("isEqual32", value, rounded(-relative))) };
    },
  };
}
