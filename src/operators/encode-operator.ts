// Operators as one line of JSON: a list of nodes, each after its operands, so that nothing can be recursive.

import { toHex } from "../values/bits.ts";
import type { ElementType, Scalar, ScalarType } from "../values/element-types.ts";
import { columnsOf } from "../values/value-types.ts";
import { hashOf } from "./define-operator.ts";
import { type AnyOperator, bodyOf, typeOf } from "./operator.ts";
import type { BinaryOperation, UnaryOperation } from "./term.ts";
import { type TermNode, termList } from "./term-list.ts";
import { identityOf, startOf } from "./text/print-operator.ts";

/** What the JSON of an operator begins with. */
export const ENCODED_FORMAT = "samebits-operator";
export const ENCODED_VERSION = 1;

/** A node of the JSON. Operands are places of nodes before it, so nothing can be recursive. */
export type EncodedNode =
  | { readonly kind: "left" | "right"; readonly type: ScalarType; readonly column: number }
  | { readonly kind: "constant"; readonly type: ScalarType; readonly bits: string }
  | { readonly kind: "unary"; readonly operation: UnaryOperation; readonly operand: number }
  | {
      readonly kind: "binary";
      readonly operation: BinaryOperation;
      readonly first: number;
      readonly second: number;
    }
  | { readonly kind: "select"; readonly condition: number; readonly first: number; readonly second: number }
  | { readonly kind: "convert" | "bitcast"; readonly type: ScalarType; readonly operand: number };

/** The fields of each kind of node, besides its kind. */
export const NODE_FIELDS: Readonly<Record<EncodedNode["kind"], readonly string[]>> = {
  left: ["type", "column"],
  right: ["type", "column"],
  constant: ["type", "bits"],
  unary: ["operation", "operand"],
  binary: ["operation", "first", "second"],
  select: ["condition", "first", "second"],
  convert: ["type", "operand"],
  bitcast: ["type", "operand"],
};

/**
 * An operator as one line of JSON; `decodeOperator` gives one with the same hash, name, start and claims back.
 *
 * `nodes` are the distinct subterms, each after its operands, which it names by their places; constants are bits in hexadecimal. How a
 * combinator made the operator, and what was proved of it, is not carried. Of an operator on several types the encoding is of `type`, by
 * default the first.
 */
export function encodeOperator(operator: AnyOperator, type?: ElementType): string {
  const valueType = typeOf(operator, type);
  const columns = columnsOf(valueType);
  const { terms } = bodyOf(operator, type);
  const carrier = operator.claims?.carrier;
  const { nodes, roots } = termList(carrier === undefined ? terms : [...terms, carrier]);
  const hexOf = (values: readonly Scalar[] | undefined): readonly string[] | undefined =>
    values?.map((value, i) => toHex(columns[i].type, value));
  return JSON.stringify({
    format: ENCODED_FORMAT,
    version: ENCODED_VERSION,
    name: operator.name,
    type: valueType,
    nodes: nodes.map(encodeNode),
    roots: roots.slice(0, terms.length),
    start: hexOf(startOf(operator, valueType)),
    identity: hexOf(identityOf(operator, valueType)),
    carrier: carrier === undefined ? undefined : roots[terms.length],
    hash: hashOf(valueType, terms),
  });
}

function encodeNode({ term, operands }: TermNode): EncodedNode {
  switch (term.kind) {
    case "left":
    case "right":
      return { kind: term.kind, type: term.type, column: term.column };
    case "constant":
      return { kind: "constant", type: term.type, bits: toHex(term.type, term.value) };
    case "unary":
      return { kind: "unary", operation: term.operation, operand: operands[0] };
    case "binary":
      return { kind: "binary", operation: term.operation, first: operands[0], second: operands[1] };
    case "select":
      return { kind: "select", condition: operands[0], first: operands[1], second: operands[2] };
    case "convert":
    case "bitcast":
      return { kind: term.kind, type: term.type, operand: operands[0] };
    default:
      return term satisfies never;
  }
}
