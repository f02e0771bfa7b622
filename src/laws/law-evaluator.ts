import { applyBinary, applyConvert, applyUnary } from "../operators/apply.ts";
import { evaluateBody, evaluateColumns } from "../operators/evaluate.ts";
import type { Term, UnaryOperation } from "../operators/term.ts";
import { termList } from "../operators/term-list.ts";
import { bitsOf, toHex } from "../values/bits.ts";
import type { Scalar, ScalarType } from "../values/element-types.ts";
import { shapeValue, shownScalar } from "../values/value-types.ts";
import { type Ideal, idealEvaluator, isSameIdeal } from "./evaluate-ideally.ts";
import { lawSides } from "./law-sides.ts";
import type { Equality, LawQuestion } from "./question.ts";
import type { Counterexample } from "./verdict.ts";
import { isInteger, isShortInteger, wholeBinary } from "./whole-numbers.ts";

type Values = readonly Scalar[]; // of one operand, by column

export interface LawEvaluator {
  readonly operandCount: number;
  readonly nodeCount: number; // of both sides, subterms counted once
  readonly sidesAt: (operands: readonly Values[]) => { readonly left: Values; readonly right: Values };
  /** Whether the operands are in the carrier and the two sides differ. */
  readonly isRefutedBy: (operands: readonly Values[]) => boolean;
  /** The same as if integers had no bounds; undefined where operations on bits make that meaningless. */
  readonly isRefutedExactlyBy: (operands: readonly Values[]) => boolean | undefined;
  /** The same by value: neither by the sign of a zero nor by a NaN. */
  readonly isRefutedByValue: (operands: readonly Values[]) => boolean;
  /** The same of the numbers that the operands stand for, without bounds and without rounding; undefined where these have no answer. */
  readonly isRefutedIdeallyBy: (operands: readonly Values[]) => boolean | undefined;
}

/** A law as a test of operands, by the literal evaluation of its two sides. */
export function lawEvaluator(question: LawQuestion): LawEvaluator {
  const { assumptions, left, right, operandCount } = lawSides(question);
  const terms = [...assumptions, ...left, ...right];
  const types = left.map(({ type }) => type);
  const evaluate = (operands: readonly Values[]): Values => evaluateColumns(terms, operands.flat(), []);
  const split = (values: Values): { left: Values; right: Values } => ({
    left: values.slice(assumptions.length, assumptions.length + left.length),
    right: values.slice(assumptions.length + left.length),
  });
  const refutes = (values: Values, equality: Equality): boolean => {
    if (assumptions.some((_, index) => values[index] !== 1)) return false;
    const sides = split(values);
    return !sameColumns(types, sides.left, sides.right, equality);
  };
  let ideal: ((left: Values) => readonly Ideal[] | undefined) | undefined;
  return {
    operandCount,
    nodeCount: termList(terms).nodes.length,
    sidesAt: (operands) => split(evaluate(operands)),
    isRefutedBy: (operands) => refutes(evaluate(operands), question.equality),
    isRefutedByValue: (operands) => refutes(evaluate(operands), "value"),
    isRefutedIdeallyBy: (operands) => {
      ideal ??= idealEvaluator(terms);
      const values = ideal(operands.flat());
      if (values === undefined) return undefined;
      if (assumptions.some((_, index) => values[index] !== 1)) return false;
      const [first, second] = [assumptions.length, assumptions.length + left.length];
      return types.some((_, column) => !isSameIdeal(values[first + column], values[second + column]));
    },
    isRefutedExactlyBy: (operands) => {
      const values = evaluateExactly(terms, operands.flat());
      if (values === undefined) return undefined;
      if (assumptions.some((_, index) => values[index] !== 1)) return false;
      const sides = split(values);
      return types.some((type, column) => {
        const [first, second] = [sides.left[column], sides.right[column]];
        return typeof first === "bigint"
          ? first !== second
          : !sameColumns([type], [first], [second], question.equality);
      });
    },
  };
}

/**
 * The values of some terms over `left` alone, as if integers had no bounds: they are bigints here, and nothing wraps.
 *
 * Undefined for terms with operations on bits, which mean nothing without a width, and where a value has thousands of digits.
 */
function evaluateExactly(terms: readonly Term[], left: readonly Scalar[]): readonly Scalar[] | undefined {
  const { nodes, roots } = termList(terms);
  const values: Scalar[] = [];
  for (const { term, operands } of nodes) {
    const value = exactly(
      term,
      operands.map((place) => values[place]),
      left,
    );
    if (value === undefined || (typeof value === "bigint" && !isShortInteger(value))) return undefined;
    values.push(value);
  }
  return roots.map((root) => values[root]);
}

function exactly(term: Term, of: readonly Scalar[], left: readonly Scalar[]): Scalar | undefined {
  switch (term.kind) {
    case "left":
      return isInteger(term.type) ? BigInt(left[term.column]) : left[term.column];
    case "right":
      return undefined;
    case "constant":
      return isInteger(term.type) ? BigInt(term.value) : term.value;
    case "select":
      return of[0] === 1 ? of[1] : of[2];
    case "unary":
      if (!isInteger(term.type)) return applyUnary(term.operation, term.type, of[0]);
      return exactUnary(term.operation, BigInt(of[0]));
    case "binary":
      if (!isInteger(term.first.type)) return applyBinary(term.operation, term.first.type, of[0], of[1]);
      return wholeBinary(term.operation, BigInt(of[0]), BigInt(of[1]));
    case "convert":
      return exactConvert(term.operand.type, term.type, of[0]);
    case "bitcast":
      return undefined;
    default:
      return term satisfies never;
  }
}

function exactUnary(operation: UnaryOperation, operand: bigint): bigint | undefined {
  if (operation === "negate") return -operand;
  if (operation !== "abs") return undefined;
  return operand < 0n ? -operand : operand;
}

function exactConvert(from: ScalarType, to: ScalarType, value: Scalar): Scalar {
  if (isInteger(to)) return isInteger(from) ? value : BigInt(applyConvert(from, to, value));
  // An integer from outside of its type is rounded to f64 first, which serves as well here.
  return isInteger(from) ? applyConvert("f64", to, Number(value)) : applyConvert(from, to, value);
}

/** Whether two values are the same in every column: by bits with NaNs canonical, or by value, where −0 equals +0. */
export function sameColumns(
  types: readonly ScalarType[],
  left: readonly Scalar[],
  right: readonly Scalar[],
  equality: Equality,
): boolean {
  return types.every((type, column) => {
    // === says that −0 equals +0, and of equal integers and bools that they are.
    if (equality === "value" && left[column] === right[column]) return true;
    return bitsOf(type, left[column]) === bitsOf(type, right[column]);
  });
}

const NAMES = ["x", "y", "z"] as const;

/** Operands that refute a law, with both of its sides, in the shape of the operator's type. */
export function counterexampleOf(
  question: LawQuestion,
  evaluator: LawEvaluator,
  operands: readonly (readonly Scalar[])[],
  foundBy: Counterexample["foundBy"],
): Counterexample {
  const { body, law, type } = question;
  const shaped = (values: readonly Scalar[]): unknown => shapeValue(type, values, shownScalar);
  const named = operands.map((values, index) => ({
    name: NAMES[index],
    value: shaped(values),
    columns: values.map((value, column) => toHex(body.columns[column].type, value)),
  }));
  if (law === "closed") {
    return {
      operands: named,
      left: shaped(evaluateBody(body, operands[0], operands[1])),
      right: undefined,
      foundBy,
    };
  }
  const { left, right } = evaluator.sidesAt(operands);
  return { operands: named, left: shaped(left), right: shaped(right), foundBy };
}
