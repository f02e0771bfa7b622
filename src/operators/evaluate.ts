// Terms read literally, one operation after another: the semantics that every executor is compared with.

import type { Scalar } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { pathText } from "../values/value-types.ts";
import { applyBinary, applyBitcast, applyConvert, applyUnary } from "./apply.ts";
import type { OperatorBody } from "./operator.ts";
import { operandsOf, replaceLeaves, type Term } from "./term.ts";

/** The value of a term over single elements, read literally: the semantics that every code generator is tested against. */
export function evaluateTerm(term: Term, left: Scalar, right: Scalar): Scalar {
  const { steps, places } = stepsOf([term]);
  return valuesOf(steps, [left], [right])[places[0]];
}

/** The combine of two records, column by column, read literally. */
export function evaluateBody(
  { terms }: OperatorBody,
  left: readonly Scalar[],
  right: readonly Scalar[],
): readonly Scalar[] {
  return evaluateColumns(terms, left, right);
}

/** The values of some terms over the same operands; a subterm that they share is evaluated once. */
export function evaluateColumns(
  terms: readonly Term[],
  left: readonly Scalar[],
  right: readonly Scalar[],
): readonly Scalar[] {
  const { steps, places } = stepsOf(terms);
  const values = valuesOf(steps, left, right);
  return places.map((place) => values[place]);
}

/** A subterm, and where its operands' values stand among those of the steps before it. */
interface Step {
  readonly term: Term;
  readonly first: number;
  readonly second: number;
  readonly third: number;
}

interface Steps {
  readonly steps: readonly Step[]; // each subterm once, operands first
  readonly places: readonly number[]; // of the terms themselves
}

const known = new WeakMap<object, Steps>(); // worked out once for each list of terms; a list of one is made anew each time

function stepsOf(terms: readonly Term[]): Steps {
  const key = terms.length === 1 ? terms[0] : terms;
  const found = known.get(key);
  if (found !== undefined) return found;
  const steps: Step[] = [];
  const placeOf = new Map<Term, number>();
  const visit = (term: Term): number => {
    const taken = placeOf.get(term);
    if (taken !== undefined) return taken;
    const [first = 0, second = 0, third = 0] = operandsOf(term).map(visit);
    const place = steps.push({ term, first, second, third }) - 1;
    placeOf.set(term, place);
    return place;
  };
  const made = { places: terms.map(visit), steps };
  known.set(key, made);
  return made;
}

/** No operation fails, so that both sides of a choice have a value. */
function valuesOf(steps: readonly Step[], left: readonly Scalar[], right: readonly Scalar[]): Scalar[] {
  const values: Scalar[] = [];
  for (const { term, first, second, third } of steps) {
    values.push(literally(term, left, right, values[first], values[second], values[third]));
  }
  return values;
}

function literally(
  term: Term,
  left: readonly Scalar[],
  right: readonly Scalar[],
  first: Scalar,
  second: Scalar,
  third: Scalar,
): Scalar {
  switch (term.kind) {
    case "left":
      return left[term.column];
    case "right":
      return right[term.column];
    case "constant":
      return term.value;
    case "unary":
      return applyUnary(term.operation, term.type, first);
    case "binary":
      return applyBinary(term.operation, term.first.type, first, second);
    case "select":
      return first === 1 ? second : third;
    case "convert":
      return applyConvert(term.operand.type, term.type, first);
    case "bitcast":
      return applyBitcast(term.operand.type, term.type, first);
    default:
      return term satisfies never;
  }
}

/**
 * The terms of `operator(left, right)`: its body with `leftTerms` and `rightTerms`, one for each column, in place of its operands.
 *
 * What the body shares stays shared, so nesting does not multiply the work.
 *
 * @throws InvalidArgumentError unless the operands have the columns' number and types
 */
export function applyBody(
  { columns, terms }: OperatorBody,
  leftTerms: readonly Term[],
  rightTerms: readonly Term[],
): readonly Term[] {
  const check = (argument: string, operands: readonly Term[]): void => {
    if (operands.length !== columns.length) {
      throw new InvalidArgumentError(
        argument,
        `${columns.length} terms, one for each column`,
        `${operands.length}`,
      );
    }
    columns.forEach((column, i) => {
      if (operands[i].type === column.type) return;
      const path = pathText(column);
      throw new InvalidArgumentError(
        path === "" ? argument : `${argument}.${path}`,
        column.type,
        operands[i].type,
      );
    });
  };
  check("left", leftTerms);
  check("right", rightTerms);
  return replaceLeaves(terms, (leaf) => {
    if (leaf.kind === "left") return leftTerms[leaf.column];
    return leaf.kind === "right" ? rightTerms[leaf.column] : leaf;
  });
}
