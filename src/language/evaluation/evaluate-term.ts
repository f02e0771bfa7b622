// The interpreter: the value of each term by its equation. It is the oracle of all executors, and has every construct.

import { applyUnary } from "../../operators/apply.ts";
import type { Scalar } from "../../values/element-types.ts";
import { lookUp } from "../bindings.ts";
import type { ArrayTerm, Pattern, TermOf } from "../term.ts";
import { isChain, linkOf } from "../term-parts.ts";
import { carrierOf, narrowed } from "../types/narrow.ts";
import { applyMeaning, arityOf, literalValue, scalarMeaning } from "../types/scalar-functions.ts";
import { ARITIES, isArrayFunction } from "../types/signatures.ts";
import { operandTypeOf, scalarTypeOf } from "../types/types-of-program.ts";
import { runArrayFunction } from "./array-functions.ts";
import { type Context, MADE } from "./context.ts";
import { elementOfLiteral, evaluateIndex, evaluateLoop, evaluateSlice } from "./evaluate-arrays.ts";
import { applyInfix, arrayFunctionValue, intrinsicValue } from "./intrinsics.ts";
import { ascribed, bindFitting } from "./sizes.ts";
import {
  applyValue,
  arrayValue,
  asScalar,
  type Environment,
  fieldOf,
  fieldsOfRecord,
  functionOf,
  tupleValue,
  type Value,
} from "./value.ts";

type Names = Environment | undefined;

/** The value of a term, as its equations say; what it costs goes to the context. @throws ProgramError where it has none */
export function evaluateTerm(term: ArrayTerm, names: Names, context: Context): Value {
  if (!isChain(term)) return evaluateParts(term, names, context);
  const open: Open["end"][] = [];
  let part = term;
  let inner = names;
  for (let next = begin(part, inner, context); next !== undefined; next = begin(part, inner, context)) {
    if (next.end !== undefined) open.push(next.end);
    part = next.part;
    inner = next.names;
  }
  let value = evaluateParts(part, inner, context);
  for (let end = open.pop(); end !== undefined; end = open.pop()) value = end(value);
  return value;
}

/** A term that waits for the value of its link; without an end it has that value. */
interface Open {
  readonly part: ArrayTerm;
  readonly names: Names;
  readonly end?: ((value: Value) => Value) | undefined;
}

/** What is evaluated of a term before its link; undefined for one without. */
function begin(term: ArrayTerm, names: Names, context: Context): Open | undefined {
  const part = linkOf(term);
  if (part === undefined) return undefined;
  switch (term.kind) {
    case "infix":
      return { part, names, end: (left) => evaluateInfix(term, asScalar(left), names, context) };
    case "field":
      return { part, names, end: (of) => evaluateField(term, of, context) };
    case "index":
      return { part, names, end: (array) => evaluateIndex(term, array, names, context) };
    case "slice":
      return { part, names, end: (array) => evaluateSlice(term, array, names, context) };
    case "let": {
      const value = evaluateTerm(term.value, names, context);
      context.spend(term.at, 1, 1);
      return { part, names: bindFitting(term.pattern, value, names, context) };
    }
    case "apply":
      return { part, names, end: beginApplication(term, names, context) };
    default:
      return undefined;
  }
}

/** The same along no chain. */
function evaluateParts(term: ArrayTerm, names: Names, context: Context): Value {
  const evaluate = (part: ArrayTerm): Value => evaluateTerm(part, names, context);
  const unit = (): void => context.spend(term.at, 1, 1);
  switch (term.kind) {
    case "literal":
      unit();
      return literalValue(term, scalarTypeOf(term, context.typed));
    case "variable":
      unit();
      return evaluateVariable(term, names, context);
    case "lambda":
      unit();
      return {
        kind: "function",
        arity: term.parameters.length,
        run: (operands) =>
          evaluateTerm(term.body, bindAll(term.parameters, operands, names, context), context),
      };
    case "section":
      return evaluateSection(term, names, context);
    case "apply":
      return beginApplication(term, names, context)(evaluate(term.operands[term.operands.length - 1]));
    case "infix":
      return evaluateInfix(term, asScalar(evaluate(term.left)), names, context);
    case "prefix": {
      const operand = asScalar(evaluate(term.operand));
      unit();
      const operation = term.symbol === "-" ? "negate" : "not";
      const type = scalarTypeOf(term, context.typed);
      return narrowed(type, applyUnary(operation, carrierOf(type), operand));
    }
    case "let": {
      const value = evaluate(term.value);
      unit();
      return evaluateTerm(term.body, bindFitting(term.pattern, value, names, context), context);
    }
    case "if": {
      const condition = evaluate(term.condition);
      const value = evaluate(condition === 1 ? term.first : term.second);
      unit();
      return value;
    }
    case "tuple": {
      const items = term.items.map(evaluate);
      unit();
      context.allocate(term.at, MADE * items.length);
      return tupleValue(items);
    }
    case "record": {
      const fields = term.fields.map(({ name, value }) => ({ name, value: evaluate(value) }));
      unit();
      context.allocate(term.at, MADE * fields.length);
      return { kind: "record", fields };
    }
    case "field":
      return evaluateField(term, evaluate(term.of), context);
    case "array": {
      const items = term.items.map(evaluate);
      unit();
      context.allocate(term.at, MADE * items.length);
      return arrayValue(items, elementOfLiteral(term, names, context));
    }
    case "index":
      return evaluateIndex(term, evaluate(term.array), names, context);
    case "slice":
      return evaluateSlice(term, evaluate(term.array), names, context);
    case "loop":
      return evaluateLoop(term, names, context);
    case "ascription":
      return ascribed(term.type, evaluate(term.term), names, context);
    case "update": {
      const of = fieldsOfRecord(evaluate(term.of));
      const value = evaluate(term.value);
      unit();
      context.allocate(term.at, MADE * of.length);
      return {
        kind: "record",
        fields: of.map((field) => (field.name === term.name ? { ...field, value } : field)),
      };
    }
    default:
      return term satisfies never;
  }
}

function bindAll(
  parameters: readonly Pattern[],
  operands: readonly Value[],
  names: Names,
  context: Context,
): Names {
  return parameters.reduce(
    (inner, parameter, index) => bindFitting(parameter, operands[index], inner, context),
    names,
  );
}

/** What a name stands for; a definition that is told its sizes, with what the terms that say them give here. */
function evaluateVariable(term: TermOf<"variable">, names: Names, context: Context): Value {
  const value = lookUp(names, term.name);
  if (value === undefined) return intrinsicValue(term, context);
  if (typeof value !== "object" || value.kind !== "sized") return value;
  const told = [...(context.typed.toldSizes.get(term) ?? [])].map(([name, size]) => {
    const length = context.unmetered(() => asScalar(evaluateTerm(size, names, context)));
    return [name, BigInt(length)] as const;
  });
  return value.of(new Map(told));
}

function evaluateField(term: TermOf<"field">, of: Value, context: Context): Value {
  const value = fieldOf(of, term.name);
  context.spend(term.at, 1, 1);
  return value;
}

function evaluateInfix(term: TermOf<"infix">, left: Scalar, names: Names, context: Context): Value {
  // && and || look at their right side only where it decides; a conditional would cost the same.
  const isDecided = (term.symbol === "&&" && left === 0) || (term.symbol === "||" && left === 1);
  const right = isDecided ? left : asScalar(evaluateTerm(term.right, names, context));
  context.spend(term.at, 1, 1);
  return isDecided ? left : applyInfix(term.symbol, scalarTypeOf(term.left, context.typed), left, right);
}

// Applications, each charged as its equation says.

/**
 * A function of the language costs its operands and what it does; a function of the program one more for every operand, and one for every
 * function but the last that is made on the way, as e1 e2 e3 is (e1 e2) e3.
 */
function beginApplication(
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

function evaluateSection(term: TermOf<"section">, names: Environment | undefined, context: Context): Value {
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
