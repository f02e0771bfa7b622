import type { Float } from "../oracle/format.ts";
import type { SumCase } from "./sum-case.ts";

const { POSITIVE_INFINITY, NEGATIVE_INFINITY } = Number;

function of(name: string, terms: readonly number[], sum: number, type: Float = "f64"): SumCase {
  return { name, type, terms, sum };
}

function repeated(value: number, count: number): readonly number[] {
  return new Array<number>(count).fill(value);
}

const TENTH_F32 = Math.fround(0.1);
const LARGEST_F32 = 2 ** 128 - 2 ** 104;
const SMALLEST_F32 = 2 ** -149;

/** Sums that need no computer. */
export const ARITHMETIC_CASES: readonly SumCase[] = [
  of("the small ones between the large", [1, 1e100, 1, -1e100], 2),
  of("no overflow on the way", [1e308, 1e308, -1e308], 1e308),
  of("1e16 − 1e16 + 1", [1e16, -1e16, 1], 1),
  of("1e16 + 1 − 1e16", [1e16, 1, -1e16], 1),
  of("all zeros", repeated(0, 37), 0),
  of("all zeros but the last, which is −0", [...repeated(0, 36), -0], 0),
  of("all −0", repeated(-0, 37), -0),
  of("subnormals", [3 * 2 ** -1074, -(2 ** -1074), 5 * 2 ** -1074], 7 * 2 ** -1074),
  of("subnormals that become normal", repeated(2 ** -1023, 6), 6 * 2 ** -1023),
  of("a subnormal left by two large ones", [2 ** 1000, 2 ** -1074, -(2 ** 1000)], 2 ** -1074),
  of("infinity wins over what is finite", [1, POSITIVE_INFINITY, -1e308], POSITIVE_INFINITY),
  of("−infinity likewise", [1e308, NEGATIVE_INFINITY, 1e308], NEGATIVE_INFINITY),
  of(
    "an overflow of finite terms does not meet an infinity",
    [1e308, 1e308, NEGATIVE_INFINITY],
    NEGATIVE_INFINITY,
  ),
  of("infinity and −infinity", [1, POSITIVE_INFINITY, 2, NEGATIVE_INFINITY], Number.NaN),
  of("NaN among the finite", [1, Number.NaN, 2], Number.NaN),
  of("NaN and infinity", [POSITIVE_INFINITY, Number.NaN], Number.NaN),
  of("0.1, 1,024 times", repeated(0.1, 1024), 102.4),
  of("0.1, 16,384 times", repeated(0.1, 16384), 0.1 * 16384),
  of("a half to even, down", [1, 2 ** -53], 1),
  of("a half and a trace", [1, 2 ** -53, 2 ** -1074], 1 + 2 ** -52),
  of("a half less a trace, from odd", [1 + 2 ** -52, 2 ** -53, -(2 ** -1074)], 1 + 2 ** -52),
  of("the trace comes from cancelling ones", [1, 2 ** -53, 1e300, 2 ** -200, -1e300], 1 + 2 ** -52),
  of("all ones, negative", [-(2 - 2 ** -52), -(2 ** -53)], -2),
  of("all ones and less than half", [-(2 - 2 ** -52), -(2 ** -54)], -(2 - 2 ** -52)),
  of("the largest and half a unit", [Number.MAX_VALUE, 2 ** 970], POSITIVE_INFINITY),
  of("the largest and almost half a unit", [Number.MAX_VALUE, 2 ** 970, -(2 ** -1074)], Number.MAX_VALUE),
  of("−the largest and −1", [-Number.MAX_VALUE, -1], -Number.MAX_VALUE),

  of("f32: the small ones between the large", [1, 2 ** 100, 1, -(2 ** 100)], 2, "f32"),
  of("f32: no overflow on the way", [2 ** 127, 2 ** 127, -(2 ** 127)], 2 ** 127, "f32"),
  of("f32: all zeros", repeated(0, 37), 0, "f32"),
  of("f32: all −0", repeated(-0, 37), -0, "f32"),
  of("f32: −0 and 0", [-0, 0, -0], 0, "f32"),
  of("f32: 0.1, 1,024 times", repeated(TENTH_F32, 1024), TENTH_F32 * 1024, "f32"),
  of("f32: subnormals", [3 * SMALLEST_F32, -SMALLEST_F32, 5 * SMALLEST_F32], 7 * SMALLEST_F32, "f32"),
  of("f32: a half and a trace", [1, 2 ** -24, SMALLEST_F32], 1 + 2 ** -23, "f32"),
  // As f64 this rounds to a half first, and then down: the trap of rounding twice.
  of("f32: a half, and a trace below f64's unit", [1, 2 ** -24, 2 ** -80], 1 + 2 ** -23, "f32"),
  of(
    "f32: a half less a trace below f64's unit, from odd",
    [1 + 2 ** -23, 2 ** -24, -(2 ** -80)],
    1 + 2 ** -23,
    "f32",
  ),
  of("f32: the largest and half a unit", [LARGEST_F32, 2 ** 103], POSITIVE_INFINITY, "f32"),
  of("f32: the largest and almost half a unit", [LARGEST_F32, 2 ** 103, -SMALLEST_F32], LARGEST_F32, "f32"),
  of("f32: infinity and −infinity", [POSITIVE_INFINITY, NEGATIVE_INFINITY], Number.NaN, "f32"),
];
