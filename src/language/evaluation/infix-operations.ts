import type { BinaryOperation } from "../../operators/term.ts";
import type { InfixSymbol } from "../term.ts";

/** What an infix symbol means: an operation, whose operands are swapped or whose result is negated. */
interface InfixMeaning {
  readonly operation: BinaryOperation;
  readonly isSwapped?: true; // left > right is right < left
  readonly isNegated?: true; // left != right is not (left == right)
}

export const INFIX_MEANINGS: Readonly<Record<InfixSymbol, InfixMeaning>> = {
  "||": { operation: "or" },
  "&&": { operation: "and" },
  "==": { operation: "equal" },
  "!=": { operation: "equal", isNegated: true },
  "<": { operation: "less" },
  "<=": { operation: "lessOrEqual" },
  ">": { operation: "less", isSwapped: true },
  ">=": { operation: "lessOrEqual", isSwapped: true },
  "|": { operation: "or" },
  "^": { operation: "xor" },
  "&": { operation: "and" },
  "<<": { operation: "shiftLeft" },
  ">>": { operation: "shiftRight" },
  "+": { operation: "add" },
  "-": { operation: "subtract" },
  "*": { operation: "multiply" },
  "/": { operation: "divide" },
  "%": { operation: "remainder" },
};
