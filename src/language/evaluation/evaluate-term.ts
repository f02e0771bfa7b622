// The interpreter: the value of each term by its equation. It is the oracle of all executors, and has every construct.

import { applyUnary } from "../../operators/apply.ts";
import type { Scalar } from "../../values/element-types.ts";
import { lookUp } from "../bindings.ts";
import type { ArrayTerm, Pattern, TermOf } from "../term.ts";
import { isChain, linkOf } from "../term-parts.ts";
import { literalValue } from "../types/scalar-functions.ts";
import { scalarTypeOf } from "../types/types-of-program.ts";
import { type Context, MADE } from "./context.ts";
import { beginApplication, evaluateSection } from "./evaluate-application.ts";
import { elementOfLiteral, evaluateIndex, evaluateLoop, evaluateSlice } from "./evaluate-arrays.ts";
import { applyInfix, intrinsicValue } from "./intrinsics.ts";
import { ascribed, bindFitting } from "./sizes.ts";
import { arrayValue, asScalar, type Environment, fieldOf, tupleValue, type Value } from "./value.ts";

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
      return applyUnary(operation, scalarTypeOf(term, context.typed), operand);
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
