import { applyBinary, applyUnary } from "../../operators/apply.ts";
import type { Scalar, ScalarType } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import { lookUp } from "../bindings.ts";
import { isChain, linkOf } from "../chain.ts";
import type { ArrayTerm, InfixSymbol, Pattern } from "../term.ts";
import { applyMeaning, arityOf, scalarMeaning } from "../types/scalar-functions.ts";
import { type ArrayFunction, isArrayFunction, isPlainScalarFunction } from "../types/signatures.ts";
import type { Size } from "../types/type.ts";
import { operandTypeOf, scalarTypeOf } from "../types/type-in-program.ts";
import { applyValue, functionOf } from "./apply-value.ts";
import { ARRAY_FUNCTIONS, runArrayFunction } from "./array-functions.ts";
import { type Context, MADE, MOVED } from "./context.ts";
import type { Environment } from "./environment.ts";
import { INFIX_MEANINGS } from "./infix-operations.ts";
import { literalValue } from "./literal-value.ts";
import { probedElement } from "./probe.ts";
import { constantSize, elementShape, type Shape, shapeOfType, UNKNOWN_SHAPE } from "./shape.ts";
import { ascribed, bindFitting, lengthIn } from "./sizes.ts";
import {
  arrayLike,
  arrayValue,
  asArray,
  asArrayValue,
  asScalar,
  fieldOf,
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
function evaluateVariable(
  term: Extract<ArrayTerm, { kind: "variable" }>,
  names: Names,
  context: Context,
): Value {
  const value = lookUp(names, term.name);
  if (value === undefined) return intrinsicValue(term, context);
  if (typeof value !== "object" || value.kind !== "sized") return value;
  const told = [...(context.typed.toldSizes.get(term) ?? [])].map(([name, size]) => {
    const length = context.unmetered(() => asScalar(evaluateTerm(size, names, context)));
    return [name, BigInt(length)] as const;
  });
  return value.of(new Map(told));
}

/** What the elements of an array that is written would be, if there were any: as its type says. */
function elementOfLiteral(
  term: Extract<ArrayTerm, { kind: "array" }>,
  names: Names,
  context: Context,
): Shape {
  const type = term.items.length > 0 ? undefined : context.typed.types.get(term);
  if (type === undefined) return UNKNOWN_SHAPE;
  const lengthOf = (size: Size): number | undefined =>
    size.kind === "name" ? lengthIn(names, size.name) : constantSize(size);
  return elementShape(shapeOfType(type, lengthOf));
}

function intrinsicValue(term: Extract<ArrayTerm, { kind: "variable" }>, context: Context): Value {
  const { name, at } = term;
  if (isArrayFunction(name)) return arrayFunctionValue(name, at, undefined, context);
  const meaning = scalarMeaning(name);
  if (meaning?.kind === "constant") return meaning.value;
  if (meaning !== undefined) {
    return functionOf(arityOf(meaning), (operands) => {
      context.spend(at, operands.length + 1, operands.length + 1);
      return applyMeaning(meaning, operands.map(asScalar));
    });
  }
  if (!isPlainScalarFunction(name)) throw new InternalError(`"${name}" has no value`);
  const type = (): ScalarType => operandTypeOf(term, context.typed);
  const arity = name === "min" || name === "max" ? 2 : 1;
  return functionOf(arity, (operands) => {
    context.spend(at, operands.length + 1, operands.length + 1);
    if (name === "copy") return operands[0];
    if (name === "min" || name === "max") {
      return applyBinary(name, type(), asScalar(operands[0]), asScalar(operands[1]));
    }
    if (name === "abs" && (type() === "u32" || type() === "u64")) return operands[0];
    return applyUnary(name, type(), asScalar(operands[0]));
  });
}

function arrayFunctionValue(
  name: ArrayFunction,
  at: number,
  expression: string | undefined,
  context: Context,
): Value {
  return functionOf(ARRAY_FUNCTIONS[name].arity, (operands) => {
    context.spend(at, operands.length, operands.length); // they are values: 1 each
    return runArrayFunction({ name, at, operands, context, ...(expression !== undefined && { expression }) });
  });
}

function evaluateSection(
  term: Extract<ArrayTerm, { kind: "section" }>,
  names: Names,
  context: Context,
): Value {
  const left = term.left === undefined ? undefined : evaluateTerm(term.left, names, context);
  const right = term.right === undefined ? undefined : evaluateTerm(term.right, names, context);
  context.spend(term.at, 1, 1);
  const type = operandTypeOf(term, context.typed);
  const isPartial = left !== undefined || right !== undefined;
  return functionOf(isPartial ? 1 : 2, (operands) => {
    context.spend(term.at, 3, 3); // two values and the operation
    const [first, second] = isPartial ? [left ?? operands[0], right ?? operands[0]] : operands;
    return applyInfix(term.symbol, type, asScalar(first), asScalar(second));
  });
}

function evaluateField(term: Extract<ArrayTerm, { kind: "field" }>, of: Value, context: Context): Value {
  const value = fieldOf(of, term.name);
  context.spend(term.at, 1, 1);
  return value;
}

function evaluateInfix(
  term: Extract<ArrayTerm, { kind: "infix" }>,
  left: Scalar,
  names: Names,
  context: Context,
): Value {
  // && and || look at their right side only where it decides; a conditional would cost the same.
  const isDecided = (term.symbol === "&&" && left === 0) || (term.symbol === "||" && left === 1);
  const right = isDecided ? left : asScalar(evaluateTerm(term.right, names, context));
  context.spend(term.at, 1, 1);
  return isDecided ? left : applyInfix(term.symbol, scalarTypeOf(term.left, context.typed), left, right);
}

function applyInfix(symbol: InfixSymbol, type: ScalarType, left: Scalar, right: Scalar): Scalar {
  const { operation, isSwapped, isNegated } = INFIX_MEANINGS[symbol];
  const value = isSwapped
    ? applyBinary(operation, type, right, left)
    : applyBinary(operation, type, left, right);
  return isNegated ? 1 - Number(value) : value;
}

/**
 * A function of the language costs its operands and what it does; a function of the program one more for every operand, and one for every
 * function but the last that is made on the way, as e1 e2 e3 is (e1 e2) e3.
 */
function beginApplication(
  term: Extract<ArrayTerm, { kind: "apply" }>,
  names: Names,
  context: Context,
): (last: Value) => Value {
  const { function: head, at } = term;
  const own = head.kind === "variable" && lookUp(names, head.name) === undefined ? head.name : undefined;
  const others = (): Value[] => {
    return term.operands.slice(0, -1).map((operand) => evaluateTerm(operand, names, context));
  };
  if (own !== undefined && isArrayFunction(own) && ARRAY_FUNCTIONS[own].arity === term.operands.length) {
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
  { function: head, expression }: Extract<ArrayTerm, { kind: "apply" }>,
  names: Names,
  context: Context,
): Value {
  if (expression === undefined || head.kind !== "variable" || !isArrayFunction(head.name)) {
    return evaluateTerm(head, names, context);
  }
  context.spend(head.at, 1, 1);
  return arrayFunctionValue(head.name, head.at, expression, context);
}

function evaluateIndex(
  term: Extract<ArrayTerm, { kind: "index" }>,
  of: Value,
  names: Names,
  context: Context,
): Value {
  let value = of;
  for (const index of term.indices) {
    const array = asArrayValue(value);
    const { items } = array;
    const at = Number(asScalar(evaluateTerm(index, names, context)));
    if (!(at >= 0 && at < items.length)) {
      const probed = probedElement(array, context);
      if (probed !== undefined) {
        value = probed;
        continue;
      }
      const expected =
        items.length === 0 ? "an array with elements" : `an index from 0 to ${items.length - 1}`;
      context.fail(index.at, expected, `index ${at}`);
    }
    value = items[at];
  }
  context.spend(term.at, 1, 1);
  return value;
}

function evaluateSlice(
  term: Extract<ArrayTerm, { kind: "slice" }>,
  of: Value,
  names: Names,
  context: Context,
): Value {
  const array = asArrayValue(of);
  const { items } = array;
  const bound = (part: ArrayTerm | undefined, otherwise: number): number =>
    part === undefined ? otherwise : Number(asScalar(evaluateTerm(part, names, context)));
  const start = bound(term.start, 0);
  const end = bound(term.end, items.length);
  context.spend(term.at, 1, 1);
  if (start < 0 || end > items.length || start > end) {
    context.fail(term.at, `a slice within 0:${items.length}`, `${start}:${end}`);
  }
  context.allocate(term.at, MOVED * (end - start));
  return arrayLike(array, items.slice(start, end));
}

function evaluateLoop(term: Extract<ArrayTerm, { kind: "loop" }>, names: Names, context: Context): Value {
  const { form } = term;
  let value = evaluateTerm(term.initial, names, context);
  const bound = (): Names => bindFitting(term.pattern, value, names, context);
  if (form.kind === "while") {
    for (;;) {
      const inner = bound();
      if (evaluateTerm(form.condition, inner, context) !== 1) return value;
      value = evaluateTerm(term.body, inner, context);
      context.spend(term.at, 1, 1); // the value that the rest of the loop begins with
    }
  }
  const limit = evaluateTerm(form.kind === "for" ? form.bound : form.array, names, context);
  context.spend(term.at, 1, 1);
  const count = form.kind === "for" ? Number(asScalar(limit)) : asArray(limit).length;
  for (let i = 0; i < count; i++) {
    const inner: Names =
      form.kind === "for"
        ? { name: form.counter, value: typeof limit === "bigint" ? BigInt(i) : i, outer: bound() }
        : bindFitting(form.element, asArray(limit)[i], bound(), context);
    value = evaluateTerm(term.body, inner, context);
    context.spend(term.at, 1, 1);
  }
  bound(); // the last value is one of the loop's, as those before it
  return value;
}
