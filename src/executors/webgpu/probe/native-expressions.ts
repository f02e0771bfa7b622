// Expressions that compilers like to rewrite, each with its exact meaning and with what a rewriting would give.

import {
  add,
  divide,
  type FloatModel,
  fusedMultiplyAdd,
  multiply,
  operand,
  rounded,
  subtract,
} from "./float-model.ts";

type Evaluate = (model: FloatModel, a: number, b: number, c: number) => number;

/** One WGSL expression of the f32 values a, b and c, with what it means and what a compiler may have made of it. */
export interface NativeExpression {
  readonly wgsl: string;
  readonly evaluate: Evaluate;
  readonly rewritten?: Evaluate;
}

const asNumber = (truth: boolean): number => (truth ? 1 : 0);

function sumError(model: FloatModel, a: number, b: number): number {
  const sum = add(model, a, b);
  const seen = subtract(model, sum, a);
  return add(model, subtract(model, a, subtract(model, sum, seen)), subtract(model, b, seen));
}

const recovered: Evaluate = (model, a, b) => subtract(model, add(model, a, b), a);
const leftFirst: Evaluate = (model, a, b, c) => add(model, add(model, a, b), c);
const rightFirst: Evaluate = (model, a, b, c) => add(model, a, add(model, b, c));
const unfused: Evaluate = (model, a, b, c) => add(model, multiply(model, a, b), c);

/** Every hazard of native floats that the library knows of; `zero` is a zero that no compiler can know. */
export const NATIVE_EXPRESSIONS = {
  add: { wgsl: "a + b", evaluate: add },
  subtract: { wgsl: "a - b", evaluate: subtract },
  multiply: { wgsl: "a * b", evaluate: multiply },
  divide: { wgsl: "a / b", evaluate: divide },
  squareRoot: { wgsl: "sqrt(a)", evaluate: (model, a) => rounded(model, Math.sqrt(operand(model, a))) },
  negate: { wgsl: "-a", evaluate: (model, a) => rounded(model, -operand(model, a)) },
  minimum: {
    wgsl: "min(a, b)",
    evaluate: (model, a, b) => rounded(model, Math.min(operand(model, a), operand(model, b))),
  },
  maximum: {
    wgsl: "max(a, b)",
    evaluate: (model, a, b) => rounded(model, Math.max(operand(model, a), operand(model, b))),
  },
  less: {
    wgsl: "select(0.0, 1.0, a < b)",
    evaluate: (model, a, b) => asNumber(operand(model, a) < operand(model, b)),
  },
  equal: {
    wgsl: "select(0.0, 1.0, a == b)",
    evaluate: (model, a, b) => asNumber(operand(model, a) === operand(model, b)),
  },
  nanTest: {
    wgsl: "select(0.0, 1.0, a != a)",
    evaluate: (_model, a) => asNumber(Number.isNaN(a)),
    rewritten: () => 0,
  },
  plusZero: { wgsl: "a + 0.0", evaluate: (model, a) => add(model, a, 0), rewritten: (_model, a) => a },
  timesZero: { wgsl: "a * 0.0", evaluate: (model, a) => multiply(model, a, 0), rewritten: () => 0 },
  minusItself: { wgsl: "a - a", evaluate: (model, a) => subtract(model, a, a), rewritten: () => 0 },
  recovered: { wgsl: "(a + b) - a", evaluate: recovered, rewritten: (_model, _a, b) => b },
  recoveredThroughBits: {
    wgsl: "bitcast<f32>(bitcast<u32>(a + b) ^ zero) - a",
    evaluate: recovered,
    rewritten: (_model, _a, b) => b,
  },
  sumError: {
    wgsl: "(a - ((a + b) - ((a + b) - a))) + (b - ((a + b) - a))",
    evaluate: sumError,
    rewritten: () => 0,
  },
  leftFirst: { wgsl: "(a + b) + c", evaluate: leftFirst, rewritten: rightFirst },
  rightFirst: { wgsl: "a + (b + c)", evaluate: rightFirst, rewritten: leftFirst },
  multiplyAdd: { wgsl: "a * b + c", evaluate: unfused, rewritten: fusedMultiplyAdd },
  fma: { wgsl: "fma(a, b, c)", evaluate: fusedMultiplyAdd, rewritten: unfused },
} as const satisfies Readonly<Record<string, NativeExpression>>;

export type NativeExpressionName = keyof typeof NATIVE_EXPRESSIONS;

/** The names, in the order of the results. */
export const NATIVE_EXPRESSION_NAMES = Object.keys(NATIVE_EXPRESSIONS) as readonly NativeExpressionName[];
