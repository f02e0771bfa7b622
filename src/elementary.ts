// The entry point `samebits/elementary`: functions with one answer on every machine, of numbers and of arrays.

import {
  type BinaryElementary,
  binaryElementary,
  rootElementary,
  type UnaryElementary,
  unaryElementary,
} from "./elementary/of-arrays.ts";
import { fillByLanes } from "./executors/wasm/elementary/fill-by-lanes.ts";

/** E^x: correctly rounded, f64 and f32; of −∞ it is 0. */
export const exp: UnaryElementary = /* @__PURE__ */ unaryElementary("exp", fillByLanes);

/** E^x − 1, without loss where x is small: correctly rounded, f64 and f32; of −0 it is −0. */
export const expm1: UnaryElementary = /* @__PURE__ */ unaryElementary("expm1");

/** 2^x: correctly rounded, f64 and f32; of −∞ it is 0. */
export const exp2: UnaryElementary = /* @__PURE__ */ unaryElementary("exp2");

/** The natural logarithm of x: correctly rounded, f64 and f32; of ±0 it is −∞, of less a NaN. */
export const log: UnaryElementary = /* @__PURE__ */ unaryElementary("log", fillByLanes);

/** Log(1 + x), without loss where x is small: correctly rounded, f64 and f32; of −0 it is −0, of −1 it is −∞, of less a NaN. */
export const log1p: UnaryElementary = /* @__PURE__ */ unaryElementary("log1p");

/** The logarithm to base 2: correctly rounded, f64 and f32; of ±0 it is −∞, of less a NaN. */
export const log2: UnaryElementary = /* @__PURE__ */ unaryElementary("log2");

/** The logarithm to base 10: correctly rounded, f64 and f32; of ±0 it is −∞, of less a NaN. */
export const log10: UnaryElementary = /* @__PURE__ */ unaryElementary("log10");

/** The sine of an angle, of large ones too: correctly rounded, f64 and f32; of infinities a NaN. */
export const sin: UnaryElementary = /* @__PURE__ */ unaryElementary("sin");

/** The cosine of an angle, of large ones too: correctly rounded, f64 and f32; of infinities a NaN. */
export const cos: UnaryElementary = /* @__PURE__ */ unaryElementary("cos");

/** The tangent of an angle, of large ones too: correctly rounded, f64 and f32; of infinities a NaN. */
export const tan: UnaryElementary = /* @__PURE__ */ unaryElementary("tan");

/** The angle from −π/2 to π/2 with this sine: correctly rounded, f64 and f32; outside of −1 … 1 a NaN. */
export const asin: UnaryElementary = /* @__PURE__ */ unaryElementary("asin");

/** The angle from 0 to π with this cosine: correctly rounded, f64 and f32; outside of −1 … 1 a NaN. */
export const acos: UnaryElementary = /* @__PURE__ */ unaryElementary("acos");

/** The angle from −π/2 to π/2 with this tangent: correctly rounded, f64 and f32; of infinities it is ±π/2, rounded. */
export const atan: UnaryElementary = /* @__PURE__ */ unaryElementary("atan");

/** (e^x − e^−x) / 2: correctly rounded, f64 and f32; overflows to infinities. */
export const sinh: UnaryElementary = /* @__PURE__ */ unaryElementary("sinh");

/** (e^x + e^−x) / 2: correctly rounded, f64 and f32; overflows to infinity. */
export const cosh: UnaryElementary = /* @__PURE__ */ unaryElementary("cosh");

/** Sinh x / cosh x: correctly rounded, f64 and f32; of infinities it is ±1. */
export const tanh: UnaryElementary = /* @__PURE__ */ unaryElementary("tanh");

/** The square root of x: correctly rounded, f64 and f32; of −0 it is −0, of less a NaN. */
export const sqrt: UnaryElementary = /* @__PURE__ */ rootElementary();

/** The cube root of x, with its sign: correctly rounded, f64 and f32; of −0 it is −0. */
export const cbrt: UnaryElementary = /* @__PURE__ */ unaryElementary("cbrt");

/** Base^exponent: correctly rounded, f64 and f32; IEEE 754's pow: x^0 and 1^x are 1, of NaN too; a negative base with an exponent that is no integer gives a NaN. */
export const pow: BinaryElementary = /* @__PURE__ */ binaryElementary("pow");

/** The angle from −π to π of the point (x, y), called with y first: correctly rounded, f64 and f32; ±0 and ±π on the axis, by the signs of zeros. */
export const atan2: BinaryElementary = /* @__PURE__ */ binaryElementary("atan2");

/** √(x² + y²), which neither overflows nor underflows between: correctly rounded, f64 and f32; ∞ with an infinity, beside a NaN too. */
export const hypot: BinaryElementary = /* @__PURE__ */ binaryElementary("hypot");

export type { BinaryElementary, ElementaryOptions, UnaryElementary } from "./elementary/of-arrays.ts";
export { InvalidArgumentError, LengthMismatchError, SamebitsError } from "./values/errors.ts";
