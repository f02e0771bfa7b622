import type { ScalarType } from "../../values/element-types.ts";
import type { BinaryOperation, UnaryOperation } from "../term.ts";

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
