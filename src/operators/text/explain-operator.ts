// What editors show of an operator's text: the type of everything in it, and which steps of a kernel it becomes.

import { printType } from "../../values/value-types.ts";
import { type AnyOperator, bodyOf } from "../operator.ts";
import { nodeText, termList } from "../term-list.ts";
import { givenText, operatorOf, type ParseOptions } from "./parse-operator.ts";
import type { Value } from "./scope.ts";

/** What stands at a place of an operator's text. */
export interface OperatorPlace {
  readonly at: number; // the offset of its token: of an infix expression the symbol, of a field its name
  readonly type: string; // as contracts write it
  readonly steps: readonly number[]; // those that compute it, by column; none where the operator has no use for it
}

/** See `explainOperator`. */
export interface OperatorExplanation {
  readonly operator: AnyOperator;
  readonly places: readonly OperatorPlace[]; // of parameters and body, in the order of the text
  readonly steps: readonly string[]; // operation, type, and the steps of its operands: "add i32 0 1", "constant f64 3ff0000000000000"
}

/**
 * An operator as `parseOperator` reads it, with the type of each name, number and operation of its text, and with its steps: every distinct operation
 * once, after its operands, as plain loops run it, as WGSL of `emitWgsl` computes it in `t0`, `t1`, …, and as `marks` of `networkModule` count it.
 *
 * @throws OperatorSyntaxError with line, column and a frame
 * @example
 * import { explainOperator } from "samebits/operators";
 * explainOperator("(left: f64, right) => (left + right) / 2").steps[2]; // → add f64 0 1
 */
export function explainOperator(text: string, options: ParseOptions = {}): OperatorExplanation {
  const seen: (Value & { readonly at: number })[] = [];
  const operator = operatorOf(givenText(text, options), (at, value) => seen.push({ at, ...value }));
  const { terms } = bodyOf(operator);
  const own = termList(terms).nodes;
  // Those of the operator come first, with the same numbers: what is beyond them is of a name that nobody uses.
  const { roots } = termList([...terms, ...seen.flatMap((each) => each.terms)]);
  let next = terms.length;
  const places = seen.map(({ at, type, terms: { length } }) => {
    const first = next;
    next += length;
    const steps = roots.slice(first, next).filter((step) => step < own.length);
    return { at, type: printType(type), steps };
  });
  return {
    operator,
    places: places.sort((one, other) => one.at - other.at),
    steps: own.map(({ term, operands }) => nodeText(term, operands)),
  };
}
