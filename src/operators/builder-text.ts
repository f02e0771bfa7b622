import { describe } from "../values/describe.ts";
import { type Column, pathText } from "../values/value-types.ts";
import { operandsOf, type Term } from "./term.ts";

/** The operands whose columns a node looks at: one call of one function over them. Nodes of different traces do not mix. */
export interface Trace {
  readonly columns: readonly Column[];
  readonly left: string; // what the function calls them
  readonly right: string;
  readonly made: (readonly Term[])[]; // by the body, beside the operands, in order: the terms of a node or of a record of nodes
}

/** Levels of operations in the text of a node; what lies deeper is `…`. */
const DEEPEST = 3;

/** A term as the builder writes it, short: the path in an error. */
export function builderText(term: Term, trace: Trace | undefined, depth = DEEPEST): string {
  if (depth === 0 && operandsOf(term).length > 0) return "…";
  const text = (operand: Term): string => builderText(operand, trace, depth - 1);
  switch (term.kind) {
    case "left":
    case "right": {
      const column = trace?.columns[term.column];
      const path = column === undefined ? "" : pathText(column);
      const side = trace?.[term.kind] ?? term.kind;
      return path === "" ? side : `${side}.${path}`;
    }
    case "constant":
      return describe(term.type === "bool" ? term.value === 1 : term.value);
    case "unary":
      return `${text(term.operand)}.${term.operation}()`;
    case "binary":
      return `${text(term.first)}.${term.operation}(${text(term.second)})`;
    case "select":
      return `select(${text(term.condition)}, ${text(term.first)}, ${text(term.second)})`;
    case "convert":
    case "bitcast":
      return `${text(term.operand)}.${term.kind}(${term.type})`;
    default:
      return term satisfies never;
  }
}
