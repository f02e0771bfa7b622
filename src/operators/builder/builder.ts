// Operators and element functions from functions of nodes: their bodies run once, on nodes that build the term.

import { checkFunction } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-option-names.ts";
import type { Scalar } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { columnsOf, flattenValue, type ValueType } from "../../values/value-types.ts";
import { defineOperator, type OperatorOf } from "../define-operator.ts";
import { defineElementFunction, type ElementFunction } from "../element-function.ts";
import { left, right, type Term } from "../term.ts";
import { isRecordOfNodes, stateOf, textOf } from "./make-nodes.ts";
import type { ConstantsOf, Node, NodesOf, ResultOf, TypeDescription, TypeOf, TypeOfNodes } from "./node.ts";
import { operandOf, termsOf } from "./operands.ts";
import { exactConstant, exactlyOf, typeFrom } from "./scalar-values.ts";
import type { Trace } from "./trace.ts";

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
  const claims = {
    ...(identity === undefined ? {} : { identity: scalarsOf(known, identity, "identity") }),
    ...(where === undefined ? {} : { carrier: traceCarrier(known, where as (value: unknown) => unknown) }),
  };
  return defineOperator(known, traceBody(known, body as (left: unknown, right: unknown) => unknown), {
    name,
    start: start === undefined ? undefined : scalarsOf(known, start, "start"),
    claims: Object.keys(claims).length === 0 ? undefined : claims,
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
