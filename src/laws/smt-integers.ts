import type { BinaryOperation, UnaryOperation } from "../operators/term.ts";
import type { ScalarType } from "../values/element-types.ts";

/*
 * Operations over unbounded integers: as ours, where nothing overflows. Undefined for those that look at bits, for floats, and for
 * conversions that do not keep every value.
 */

/** A unary operation, as SMT-LIB text, or undefined where integers do not have it. */
export function unaryOverIntegers(
  operation: UnaryOperation,
  type: ScalarType,
  operand: string,
): string | undefined {
  if (type === "bool") return `(not ${operand})`;
  if (operation === "negate") return `(- ${operand})`;
  return operation === "abs" ? `(ite (< ${operand} 0) (- ${operand}) ${operand})` : undefined;
}

/** A binary operation, as SMT-LIB text, or undefined where integers do not have it. */
export function binaryOverIntegers(
  operation: BinaryOperation,
  type: ScalarType,
  first: string,
  second: string,
): string | undefined {
  if (operation === "equal") return `(= ${first} ${second})`;
  if (type === "bool") return `(${operation} ${first} ${second})`;
  switch (operation) {
    case "add":
      return `(+ ${first} ${second})`;
    case "subtract":
      return `(- ${first} ${second})`;
    case "multiply":
      return `(* ${first} ${second})`;
    case "divide":
      return `(ite (= ${second} 0) 0 ${towardsZero("div", first, second)})`;
    case "remainder":
      return `(ite (= ${second} 0) ${first} ${towardsZero("mod", first, second)})`;
    case "min":
      return `(ite (< ${second} ${first}) ${second} ${first})`;
    case "max":
      return `(ite (< ${first} ${second}) ${second} ${first})`;
    case "less":
      return `(< ${first} ${second})`;
    case "lessOrEqual":
      return `(<= ${first} ${second})`;
    case "and":
    case "or":
    case "xor":
    case "shiftLeft":
    case "shiftRight":
    case "rotateLeft":
      return undefined;
    default:
      return operation satisfies never;
  }
}

/** SMT-LIB's remainder is never negative; of a dividend that is not, its quotient and remainder are those of truncation. */
function towardsZero(operation: "div" | "mod", first: string, second: string): string {
  return `(ite (< ${first} 0) (- (${operation} (- ${first}) ${second})) (${operation} ${first} ${second}))`;
}

/** Whether every value of one type is a value of another. */
export function isWidening(from: ScalarType, to: ScalarType): boolean {
  return WIDER[from]?.includes(to) === true;
}

const WIDER: Partial<Readonly<Record<ScalarType, readonly ScalarType[]>>> = {
  i32: ["i64"],
  u32: ["u64", "i64"],
};
