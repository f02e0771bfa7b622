// Operators and element functions from functions of nodes: their bodies run once, on nodes that build the term.

import { checkFunction } from "../../values/check-arguments.ts";
import { checkOptionNames, oneOf } from "../../values/check-name.ts";

import { describe } from "../../values/describe.ts";
import type { Scalar, ScalarType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { columnsOf, flattenValue, type ValueType } from "../../values/value-types.ts";
import { defineOperator, type OperatorOf } from "../define-operator.ts";
import { defineElementFunction, type ElementFunction } from "../element-function.ts";
import { claimsOf } from "../operator.ts";
import { left, right, type Term } from "../term.ts";
import { isRecordOfNodes, makeNode, makeRecord, stateOf, termFrom, textOf } from "./make-nodes.ts";
import type { ConstantsOf, Node, NodesOf, ResultOf, TypeDescription, TypeOf, TypeOfNodes } from "./node.ts";
import { exactConstant, exactlyOf, typeFrom } from "./scalar-values.ts";
import { checkResults, type Trace } from "./trace.ts";

/** What is said of an operator beside its body. Start and identity are in the shape of its type; laws are never taken on trust. */
export interface OperatorOptions<Type> {
  readonly name?: string | undefined; // in kebab-case; default "custom"
  readonly start?: ConstantsOf<Type> | undefined; // what an exclusive scan begins with; default the identity
  readonly identity?: ConstantsOf<Type> | undefined; // claimed
  readonly where?: ((value: NodesOf<Type>) => Node<"bool">) | undefined; // the values for which the laws are meant; default all
}

const OPTION_NAMES = ["name", "start", "identity", "where"];

/**
 * The operator that a function of nodes describes: `operator(f64, (left, right) => left.add(right).add(left.multiply(right)))`.
 *
 * The body runs once, now, on nodes that stand for the operands; what it returns is the term, for every executor. Types are written
 * `f32` or as records `{ value: f32, index: u32 }`. A `const` names a shared subterm: it is computed once.
 *
 * JavaScript's `if`, `&&`, `!` and `===` decide while the operator is built: use `select`, `.and()`, `.not()`, `.equal()`. Types refuse
 * most of that, a node that nothing uses is refused, and samebits/eslint-plugin finds the rest.
 *
 * @throws InvalidArgumentError for operations that a type does not have, naming the path to the node, for nodes of another operator or
 * made in vain, for results that do not fit the type, and as `defineOperator` does
 * @example
 * import { reduce } from "samebits";
 * import { operator, u32 } from "samebits/operators";
 * const saturatingAdd = operator(u32, (left, right) => left.add(right.min(left.not())));
 * reduce(Uint32Array.of(4_000_000_000, 4_000_000_000), { operator: saturatingAdd }); // → 4294967295
 */
export function operator<const Description extends TypeDescription>(
  type: Description,
  body: (
    left: NodesOf<TypeOf<Description>>,
    right: NodesOf<TypeOf<Description>>,
  ) => ResultOf<TypeOf<Description>>,
  options: OperatorOptions<TypeOf<Description>> = {},
): OperatorOf<TypeOf<Description>> {
  const known: ValueType = typeFrom(type);
  checkFunction("body", body, "of nodes");
  checkOptionNames(options, OPTION_NAMES);
  const { name, start, identity, where } = options;
  const claims = claimsOf(
    identity === undefined ? undefined : scalarsOf(known, identity, "identity"),
    where === undefined ? undefined : traceCarrier(known, where as (value: unknown) => unknown),
  );
  return defineOperator(known, traceBody(known, body as (left: unknown, right: unknown) => unknown), {
    name,
    start: start === undefined ? undefined : scalarsOf(known, start, "start"),
    claims,
  }) as OperatorOf<TypeOf<Description>>;
}

function traceBody(type: ValueType, body: (left: unknown, right: unknown) => unknown): readonly Term[] {
  const trace: Trace = { columns: columnsOf(type), left: "left", right: "right", made: [] };
  return termsOf(type, body(operandOf(type, left, trace), operandOf(type, right, trace)), trace, "result");
}

function traceCarrier(type: ValueType, where: (value: unknown) => unknown): Term {
  checkFunction("where", where, "of nodes");
  const trace: Trace = { columns: columnsOf(type), left: "value", right: "value", made: [] };
  return termsOf("bool", where(operandOf(type, left, trace)), trace, "where")[0];
}

/** JavaScript values in the shape of a type, by column. @throws InvalidArgumentError naming the field that has none exactly */
function scalarsOf(type: ValueType, shaped: unknown, argument: string): readonly Scalar[] {
  const given = flattenValue(type, shaped, argument);
  return columnsOf(type).map((column, index) => {
    const scalar = exactConstant(column.type, given[index]);
    if (scalar !== undefined) return scalar;
    const path = [argument, ...column.path].join(".");
    throw new InvalidArgumentError(path, exactlyOf(column.type), textOf(given[index]));
  });
}

/**
 * The element function that a function of one node describes: `elementFunction(f64, (value) => value.lessOrEqual(0))`.
 *
 * The body runs once, now, on nodes that stand for the element; what it returns, a node or a record of nodes, is the result. A bool makes it
 * a predicate. Of a record only the fields that are used must be given, so that `{ delay: f32 }` fits records with more fields.
 *
 * @throws InvalidArgumentError as `operator` does, and for a result that is not a node
 * @example
 * import { elementFunction, f64 } from "samebits/operators";
 * elementFunction(f64, (value) => value.multiply(value)).resultType; // → f64
 */
export function elementFunction<const Description extends TypeDescription, Result>(
  type: Description,
  body: (element: NodesOf<TypeOf<Description>>) => Result,
): ElementFunction<TypeOf<Description>, TypeOfNodes<Result>> {
  const known: ValueType = typeFrom(type);
  checkFunction("body", body, "of nodes");
  const trace: Trace = { columns: columnsOf(known), left: "element", right: "element", made: [] };
  const result: unknown = body(operandOf(known, left, trace) as NodesOf<TypeOf<Description>>);
  const resultType = typeOfResult(result, "result") as TypeOfNodes<Result>;
  const terms = termsOf(resultType, result, trace, "result");
  return defineElementFunction(known, resultType, terms);
}

function typeOfResult(result: unknown, path: string): unknown {
  const state = stateOf(result);
  if (state !== undefined) return state.term.type;
  if (isRecordOfNodes(result)) {
    return Object.fromEntries(
      Object.entries(result).map(([field, value]) => [field, typeOfResult(value, `${path}.${field}`)]),
    );
  }
  const fact = result === undefined ? "undefined: does the function return its value?" : textOf(result);
  throw new InvalidArgumentError(path, "a node, or a record of nodes (f64(1) makes one of a constant)", fact);
}

// The two ends of a body: its operands as nodes, and what it has returned as terms.

/** The nodes of one operand, in the shape of its type. */
function operandOf(type: ValueType, side: typeof left, trace: Trace): object {
  let column = 0;
  const nodesOf = (part: ValueType, label: string): object => {
    if (typeof part === "string") return makeNode(side(part, column++), trace);
    const fields = Object.entries(part).map(
      ([field, inner]) => [field, nodesOf(inner, `${label}.${field}`)] as const,
    );
    return makeRecord(fields, label, trace);
  };
  return nodesOf(type, side === left ? trace.left : trace.right);
}

/** The terms, by column, of what a function has returned. @throws InvalidArgumentError for what is not of the type, and for nodes made in vain */
function termsOf(type: ValueType, result: unknown, trace: Trace, argument: string): readonly Term[] {
  const terms: Term[] = [];
  const visit = (part: ValueType, value: unknown, path: string): void => {
    if (typeof part === "string") {
      terms.push(resultTerm(value, part, trace, path));
      return;
    }
    const fields = Object.keys(part);
    if (!isRecordOfNodes(value)) {
      throw new InvalidArgumentError(path, `a record of ${fields.join(", ")}`, returned(value));
    }
    for (const field of Object.keys(value)) {
      if (fields.includes(field)) continue;
      throw new InvalidArgumentError(
        path,
        `of fields that are each ${oneOf(field, fields)}`,
        describe(field),
      );
    }
    for (const field of fields) {
      if (!Object.hasOwn(value, field)) {
        throw new InvalidArgumentError(`${path}.${field}`, "given, as every field is", "none");
      }
      visit(part[field], value[field], `${path}.${field}`);
    }
  };
  visit(type, result, argument);
  checkResults(trace, terms);
  return terms;
}

function resultTerm(value: unknown, type: ScalarType, trace: Trace, path: string): Term {
  if (value === undefined) throw new InvalidArgumentError(path, `a node of ${type}`, returned(value));
  const from = stateOf(value)?.trace;
  if (from !== undefined && from !== trace) {
    throw new InvalidArgumentError(
      path,
      "of this operator's operands",
      `${textOf(value)} of another call of operator`,
    );
  }
  return termFrom(value, type, path);
}

function returned(value: unknown): string {
  return value === undefined ? "undefined: does the function return its value?" : textOf(value);
}
