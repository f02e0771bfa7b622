import { checkFunction } from "../values/check-arguments.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { columnsOf, type ValueType } from "../values/value-types.ts";
import type { Trace } from "./builder-text.ts";
import { defineElementFunction, type ElementFunction } from "./element-function.ts";
import type { NodesOf, TypeDescription, TypeOf, TypeOfNodes } from "./node.ts";
import { left } from "./term.ts";
import { isRecordOfNodes, stateOf, textOf } from "./trace.ts";
import { operandOf, termsOf } from "./trace-operands.ts";
import { typeFrom } from "./type-from.ts";

/**
 * The element function that a function of one node describes: `elementFunction(f64, (value) => value.lessOrEqual(0))`.
 *
 * The body runs once, now, on nodes that stand for the element; what it returns, a node or a record of nodes, is the result. A bool makes it
 * a predicate. Of a record only the fields that are used must be given, so that `{ delay: f32 }` fits records with more fields.
 *
 * @throws InvalidArgumentError as `operator` does, and for a result that is no node
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
