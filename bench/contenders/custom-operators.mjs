import { add, multiply } from "samebits";
import { affine, argMax, f64, matrices2x2, operator, segmented, select, u32 } from "samebits/operators";
import { fillUniform, generator } from "./inputs.mjs";

/** @typedef {import("../cases/operators.mjs").OperatorName} OperatorName */
/** @typedef {import("./operator-columns.mjs").ColumnArray} ColumnArray */

/** The operators as a user writes them. @type {Readonly<Record<OperatorName, import("samebits/operators").AnyOperator | import("samebits").Operator>>} */
export const OPERATORS = {
  "sum-and-product": operator(f64, (left, right) => left.add(right).add(left.multiply(right))),
  "saturating-add": operator(u32, (left, right) => {
    const sum = left.add(right);
    return select(sum.less(left), u32(0xffffffff), sum);
  }),
  affine: affine(add, multiply, "f64"),
  "arg-max": argMax("f32"),
  "segmented-sum": segmented(add, "f64"),
  "matrices-2x2": matrices2x2(add, multiply, "u32"),
};

/**
 * The inputs, by column: values that stay ordinary over many combines, neither 0 nor ∞ nor subnormal, so that every answer tells its
 * tree.
 *
 * @type {Readonly<Record<OperatorName, (columns: readonly ColumnArray[], seed: number) => void>>}
 */
export const FILLS = {
  "sum-and-product": ([values], seed) => {
    uniform(values, seed, (x) => x / 128);
  },
  "saturating-add": ([values], seed) => {
    const next = generator(seed);
    for (let i = 0; i < values.length; i++) values[i] = next() >>> 12;
  },
  affine: ([scales, offsets], seed) => {
    uniform(scales, seed, (x) => 1 + x / 1024);
    uniform(offsets, seed + 1);
  },
  "arg-max": ([values, indexes], seed) => {
    uniform(values, seed);
    for (let i = 0; i < indexes.length; i++) indexes[i] = i;
  },
  "segmented-sum": ([values, isHead], seed) => {
    uniform(values, seed);
    const next = generator(seed + 1);
    for (let i = 0; i < isHead.length; i++) isHead[i] = next() >>> 28 === 0 ? 1 : 0;
  },
  // Of determinant 1: products of any matrices of integers modulo 2³² are soon all zeros.
  "matrices-2x2": ([a, b, c, d], seed) => {
    const next = generator(seed);
    for (let i = 0; i < a.length; i++) {
      b[i] = next();
      c[i] = next();
      a[i] = 1 + Math.imul(b[i], c[i]);
      d[i] = 1;
    }
  },
};

/** @param {ColumnArray} values @param {number} seed @param {(x: number) => number} [map] */
function uniform(values, seed, map = (x) => x) {
  if (!(values instanceof Float64Array || values instanceof Float32Array)) throw new Error("no floats");
  fillUniform(values, seed);
  for (let i = 0; i < values.length; i++) values[i] = map(values[i]);
}
