import { applyBinary } from "../../operators/apply.ts";
import type { Scalar } from "../../values/element-types.ts";
import type { ProgramScalar } from "../../values/program-scalars.ts";
import type { InfixSymbol, TermOf } from "../term.ts";
import { carrierOf, narrowed } from "../types/narrow.ts";
import {
  applyMeaning,
  arityOfIntrinsic,
  INFIX_MEANINGS,
  scalarMeaning,
  sharedMeaning,
} from "../types/scalar-functions.ts";
import { type ArrayFunction, BLANK, isArrayFunction, isPlainScalarFunction } from "../types/signatures.ts";
import { operandTypeOf, typeIn } from "../types/types-of-program.ts";
import { runArrayFunction } from "./array-functions.ts";
import type { Context } from "./context.ts";
import { shapeOfType } from "./shape.ts";
import { asScalar, functionOf, standInOf, type Value } from "./value.ts";

// What the language's own names and symbols stand for, as values that wait for their operands.

/** A name that the program does not define. A function charges itself and its operands, which are values: 1 each. */
export function intrinsicValue(term: TermOf<"variable">, context: Context): Value {
  const { name, at } = term;
  if (name === BLANK) return standInOf(shapeOfType(typeIn(term, context.typed)), 0) ?? 0;
  if (isArrayFunction(name)) return arrayFunctionValue(name, at, undefined, context);
  const meaning = scalarMeaning(name);
  if (meaning?.kind === "constant") return meaning.value;
  return functionOf(arityOfIntrinsic(name), (operands) => {
    context.spend(at, operands.length + 1, operands.length + 1);
    if (name === "copy") return operands[0];
    const own = isPlainScalarFunction(name)
      ? sharedMeaning(name, operandTypeOf(term, context.typed))
      : meaning;
    return own === undefined ? operands[0] : applyMeaning(own, operands.map(asScalar));
  });
}

/** A function over arrays; `expression` is the tree that an attribute names, which stays its own where operands come later. */
export function arrayFunctionValue(
  name: ArrayFunction,
  at: number,
  expression: string | undefined,
  context: Context,
): Value {
  return functionOf(arityOfIntrinsic(name), (operands) => {
    context.spend(at, operands.length, operands.length);
    return runArrayFunction({ name, at, operands, context, ...(expression !== undefined && { expression }) });
  });
}

export function applyInfix(symbol: InfixSymbol, type: ProgramScalar, left: Scalar, right: Scalar): Scalar {
  const { operation, isSwapped, isNegated } = INFIX_MEANINGS[symbol];
  const [first, second] = isSwapped ? [right, left] : [left, right];
  const value = narrowed(type, applyBinary(operation, carrierOf(type), first, second));
  return isNegated ? 1 - Number(value) : value;
}
