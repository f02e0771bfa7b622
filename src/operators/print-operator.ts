import type { ElementType, Scalar } from "../values/element-types.ts";
import { columnsOf, type ValueType } from "../values/value-types.ts";
import { type AnyOperator, bodyOf, typeOf } from "./operator.ts";
import { constant, type Term } from "./term.ts";
import { printBody } from "./text/body-printer.ts";
import { identityOf, startOf } from "./text/known-values.ts";
import { group, layOut, nest, SPACE } from "./text/layout.ts";

/** The name of an operator that was given none, and that is not printed. */
const NO_NAME = "custom";

/**
 * An operator in the operator language: `parseOperator` gives one with the same hash, name, start and claims back.
 *
 * Canonical: equal terms give equal texts. Subterms used more than once are named by `let`. How a combinator made it, and what was proved
 * of it, is not in the text. Of an operator on several types the text is of `type`, by default the first.
 *
 * @see docs/operator-language.md
 */
export function printOperator(operator: AnyOperator, type?: ElementType): string {
  const valueType = typeOf(operator, type);
  const { terms } = bodyOf(operator, type);
  const name = operator.name === NO_NAME ? "" : `operator ${operator.name} `;
  const header = `${name}(left: ${spacedType(valueType)}, right) =>`;
  const operands = { type: valueType, names: { left: "left", right: "right" } };
  const body = layOut(group(header, nest(SPACE, printBody(valueType, terms, operands))));
  return [body, ...clausesOf(operator, valueType), ""].join("\n");
}

function clausesOf(operator: AnyOperator, type: ValueType): readonly string[] {
  const identity = identityOf(operator, type);
  const start = startOf(operator, type);
  const isStartNew = start !== undefined && !start.every((value, i) => Object.is(value, identity?.[i]));
  const carrier = operator.claims?.carrier;
  const operands = { type, names: { left: "value", right: "value" } };
  return [
    ...(identity === undefined ? [] : [`identity ${printValue(type, identity)}`]),
    ...(isStartNew ? [`start ${printValue(type, start)}`] : []),
    ...(carrier === undefined
      ? []
      : [layOut(group("where value =>", nest(SPACE, printBody("bool", [carrier], operands))))]),
  ];
}

function printValue(type: ValueType, values: readonly Scalar[]): string {
  const terms: readonly Term[] = columnsOf(type).map((column, i) => constant(column.type, values[i]));
  return layOut(group(printBody(type, terms, { type, names: { left: "left", right: "right" } })));
}

/** A type as this language writes it, with spaces. */
function spacedType(type: ValueType): string {
  if (typeof type === "string") return type;
  const fields = Object.entries(type).map(([field, inner]) => `${field}: ${spacedType(inner)}`);
  return `{ ${fields.join(", ")} }`;
}
