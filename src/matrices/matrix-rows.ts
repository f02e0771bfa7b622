import { type Multiply, multiply } from "./multiply.ts";
import { type MultiplyVector, multiplyVector } from "./multiply-vector.ts";
import { type Outer, outer } from "./outer.ts";

/** Every function over matrices. */
export const MATRIX_ROWS = { multiply, multiplyVector, outer } as const;

/** Every function over matrices, with its answers at once or to come. */
export interface MatrixFunctions<When extends "now" | "later"> {
  readonly multiply: Multiply<When>;
  readonly multiplyVector: MultiplyVector<When>;
  readonly outer: Outer<When>;
}
