import { evaluateColumns } from "../operators/evaluate.ts";
import { termList } from "../operators/term-list.ts";
import type { Scalar } from "../values/element-types.ts";
import { evaluateExactly } from "./evaluate-exactly.ts";
import { type Ideal, idealEvaluator, isSameIdeal } from "./evaluate-ideally.ts";
import { lawSides } from "./law-sides.ts";
import type { Equality, LawQuestion } from "./question.ts";
import { sameColumns } from "./same-columns.ts";

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
