// The tree between parser and elaboration, with the place of each node for errors.

import type { ValueType } from "../../values/value-types.ts";
import type { AnyOperator, Operator } from "../operator.ts";
import { isComparison } from "../term.ts";
import type { OperatorCursor } from "./grammar.ts";
import { BINARY_CALLS, type Infix, UNARY_CALLS } from "./grammar.ts";

/** What every node of the syntax tree has. */
interface Place {
  readonly at: number; // the offset that errors of this node point to
  readonly depth: number; // of the tree below, itself included
  readonly isUntyped: boolean; // made of number literals without a type: its type comes from where it stands
}

/** A number as it was written, or as it came in a `${}`. */
export type Literal =
  | { readonly kind: "text"; readonly text: string } // decimal, perhaps with a fraction and an exponent; or 0x…; inf, nan; a sign
  | { readonly kind: "number"; readonly value: number };

/** The syntax of an expression: parentheses are gone, types are not yet known. */
export type Syntax = Place &
  (
    | { readonly kind: "literal"; readonly literal: Literal; readonly suffix: string | undefined }
    | { readonly kind: "bool"; readonly value: 0 | 1 }
    | { readonly kind: "name"; readonly name: string }
    | { readonly kind: "field"; readonly record: Syntax; readonly field: string }
    | { readonly kind: "record"; readonly fields: readonly FieldSyntax[] }
    | { readonly kind: "prefix"; readonly symbol: string; readonly operand: Syntax }
    | {
        readonly kind: "infix";
        readonly symbol: string;
        readonly infix: Infix;
        readonly first: Syntax;
        readonly second: Syntax;
      }
    | { readonly kind: "call"; readonly name: string; readonly operands: readonly Syntax[] }
    | { readonly kind: "combine"; readonly operator: AnyOperator; readonly operands: readonly Syntax[] }
    | { readonly kind: "if"; readonly condition: Syntax; readonly first: Syntax; readonly second: Syntax }
    | { readonly kind: "let"; readonly bindings: readonly Binding[]; readonly body: Syntax }
  );

/** A node without what is computed from its parts. */
type SyntaxParts = Syntax extends infer Node
  ? Node extends Syntax
    ? Omit<Node, "depth" | "isUntyped">
    : never
  : never;

export interface FieldSyntax {
  readonly name: string;
  readonly at: number;
  readonly value: Syntax;
}

export interface Binding {
  readonly name: string;
  readonly at: number;
  readonly value: Syntax;
}

/** A whole text: header, body, clauses. */
export interface OperatorSyntax {
  readonly name: { readonly text: string; readonly at: number } | undefined;
  readonly type: ValueType;
  readonly typeAt: number;
  readonly parameters: readonly { readonly name: string; readonly at: number }[]; // two
  readonly body: Syntax;
  readonly identity: Syntax | undefined;
  readonly start: Syntax | undefined;
  readonly carrier: { readonly name: string; readonly at: number; readonly body: Syntax } | undefined;
}

/** The parts of a node that are nodes. */
function partsOf(node: SyntaxParts): readonly Syntax[] {
  switch (node.kind) {
    case "literal":
    case "bool":
    case "name":
      return [];
    case "field":
      return [node.record];
    case "record":
      return node.fields.map((field) => field.value);
    case "prefix":
      return [node.operand];
    case "infix":
      return [node.first, node.second];
    case "call":
    case "combine":
      return node.operands;
    case "if":
      return [node.condition, node.first, node.second];
    case "let":
      return [...node.bindings.map((binding) => binding.value), node.body];
    default:
      return node satisfies never;
  }
}

/** Whether the type of a node comes from where it stands, since it has none itself. */
function isUntyped(node: SyntaxParts): boolean {
  switch (node.kind) {
    case "literal":
      return node.suffix === undefined;
    case "prefix":
      return node.operand.isUntyped;
    case "infix":
      return node.first.isUntyped && node.second.isUntyped && !isComparison(node.infix.operation);
    case "if":
      return node.first.isUntyped && node.second.isUntyped;
    case "let":
      return node.body.isUntyped;
    case "record":
      return node.fields.some((field) => field.value.isUntyped);
    case "call":
      return (
        node.operands.every((operand) => operand.isUntyped) &&
        (Object.hasOwn(UNARY_CALLS, node.name) || Object.hasOwn(BINARY_CALLS, node.name))
      );
    case "combine":
      return isPolymorphic(node.operator) && node.operands.every((operand) => operand.isUntyped);
    case "bool":
    case "name":
    case "field":
      return false;
    default:
      return node satisfies never;
  }
}

/** Whether an operator takes its type from its operands. */
export function isPolymorphic(operator: AnyOperator): operator is Operator {
  return operator.kind === "operator" && operator.types.length > 1;
}

/** The node of these parts. A long chain such as `a + b + …` is deep without any nesting in the text. */
export function nodeOf(cursor: OperatorCursor, parts: SyntaxParts): Syntax {
  const depth = 1 + partsOf(parts).reduce((most, part) => Math.max(most, part.depth), 0);
  cursor.checkDepth(depth, parts.at);
  return { ...parts, depth, isUntyped: isUntyped(parts) } as Syntax;
}
