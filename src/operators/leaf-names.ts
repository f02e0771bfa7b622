import { type Column, pathText } from "../values/value-types.ts";

/** What a column of an operand is called in print. */
export type NameOfLeaf = (side: "left" | "right", column: number) => string;

/** The names of the columns of an operator's operands: `left.value`, or `left` for single elements. */
export function leafNames(columns: readonly Column[], left = "left", right = "right"): NameOfLeaf {
  return (side, column) => {
    const path = column < columns.length ? pathText(columns[column]) : `column${column}`;
    const name = side === "left" ? left : right;
    return path === "" ? name : `${name}.${path}`;
  };
}
