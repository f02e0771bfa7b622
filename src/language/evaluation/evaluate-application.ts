// Applications, each charged as its equation says.

import { lookUp } from "../bindings.ts";
import type { TermOf } from "../term.ts";
import { applyMeaning, arityOf, scalarMeaning } from "../types/scalar-functions.ts";
import { ARITIES, isArrayFunction } from "../types/signatures.ts";
import { operandTypeOf } from "../types/types-of-program.ts";
import { runArrayFunction } from "./array-functions.ts";
import type { Context } from "./context.ts";
import { applyInfix, arrayFunctionValue } from "./intrinsics.ts";
import { applyValue, asScalar, type Environment, functionOf, type Value } from "./value.ts";

/**
 * A function of the language costs its operands and what it does; a function of the program one more for every operand, and one for every
 * function but the last that is made on the way, as e1 e2 e3 is (e1 e2) e3.
 */
export function beginApplication(
  term: TermOf<"apply">,
  names: Environment | undefined,
  context: Context,
): (last: Value) => Value {
  const { function: head, at } = term;
  const own = head.kind === "variable" && lookUp(names, head.name) === undefined ? head.name : undefined;
  const others = (): Value[] => {
    return term.operands.slice(0, -1).map((operand) => context.evaluate(operand, names));
  };
  if (own !== undefined && isArrayFunction(own) && ARITIES[own] === term.operands.length) {
    const { expression } = term;
    const first = others();
    return (last) =>
      runArrayFunction({
        name: own,
        at,
        operands: [...first, last],
        context,
        ...(expression !== undefined && { expression }),
      });
  }
  const meaning = own === undefined ? undefined : scalarMeaning(own);
  if (meaning !== undefined && arityOf(meaning) === term.operands.length) {
    const first = others().map(asScalar);
    return (last) => {
      context.spend(at, 1, 1);
      return applyMeaning(meaning, [...first, asScalar(last)]);
    };
  }
  const callee = calleeOf(term, names, context);
  const first = others();
  const cost = 2 * term.operands.length - 1;
  return (last) => {
    context.spend(at, cost, cost);
    return applyValue(callee, [...first, last]);
  };
}

/** What is applied; a function of the language that gets some of its operands later keeps the tree that an attribute names. */
function calleeOf(
  { function: head, expression }: TermOf<"apply">,
  names: Environment | undefined,
  context: Context,
): Value {
  if (expression === undefined || head.kind !== "variable" || !isArrayFunction(head.name)) {
    return context.evaluate(head, names);
  }
  context.spend(head.at, 1, 1);
  return arrayFunctionValue(head.name, head.at, expression, context);
}

export function evaluateSection(
  term: TermOf<"section">,
  names: Environment | undefined,
  context: Context,
): Value {
  const left = term.left === undefined ? undefined : context.evaluate(term.left, names);
  const right = term.right === undefined ? undefined : context.evaluate(term.right, names);
  context.spend(term.at, 1, 1);
  const type = operandTypeOf(term, context.typed);
  const isPartial = left !== undefined || right !== undefined;
  return functionOf(isPartial ? 1 : 2, (operands) => {
    context.spend(term.at, 3, 3); // two values and the operation
    const [first, second] = isPartial ? [left ?? operands[0], right ?? operands[0]] : operands;
    return applyInfix(term.symbol, type, asScalar(first), asScalar(second));
  });
}
