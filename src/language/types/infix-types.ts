import type { ScalarType } from "../../values/element-types.ts";
import type { InfixSymbol } from "../term.ts";
import type { Inference } from "./inference.ts";
import { INTEGERS, NUMBERS, SCALARS } from "./signatures.ts";
import { scalar, type Type } from "./type.ts";

const COMPARISONS: readonly InfixSymbol[] = ["<", "<=", ">", ">="];
const BITWISE: readonly InfixSymbol[] = ["&", "|", "^", "<<", ">>", "%"];

/** What a symbol asks of both its operands, and what it gives. */
export function infixTypes(
  symbol: InfixSymbol,
  inference: Inference,
): { readonly operand: Type; readonly result: Type } {
  const bool = scalar("bool");
  if (symbol === "&&" || symbol === "||") return { operand: bool, result: bool };
  const types: readonly ScalarType[] =
    symbol === "==" || symbol === "!=" ? SCALARS : BITWISE.includes(symbol) ? INTEGERS : NUMBERS;
  const operand = inference.oneOf(types, "i32");
  const isTest = symbol === "==" || symbol === "!=" || COMPARISONS.includes(symbol);
  return { operand, result: isTest ? bool : operand };
}
