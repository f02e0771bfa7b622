// Why: over bit-vectors a law is exactly what the machine does, so that "unsat" is a proof.
import {
  type BinaryFunction,
  isBinaryFunction,
  isUnaryFunction,
  type UnaryFunction,
} from "../elementary/names.ts";
import type { BinaryOperation, UnaryOperation } from "../operators/term.ts";
import type { ScalarType } from "../values/element-types.ts";
import { InternalError } from "../values/errors.ts";
import { binaryOnFloats, unaryOnFloat } from "./smt-floats.ts";
import { bitsLiteral, isFloat, widthOf } from "./smt-literals.ts";

/*
 * Operations over bits: integers as bit-vectors, whose operations wrap as ours do. Where SMT-LIB has another meaning at an edge than
 * `operators/term.ts`, or none, the edge is spelled out. Operands are names or literals, so that repeating one costs nothing.
 */

/** What an elementary function is called in a script. Nothing is known of it but that equal operands give equal values. */
export function unknownFunction(name: UnaryFunction | BinaryFunction, type: ScalarType): string {
  return `${name}_${type}`;
}

/** A unary operation on a value of `type`, as SMT-LIB text. */
export function unaryOverBits(operation: UnaryOperation, type: ScalarType, operand: string): string {
  if (type === "bool") return `(not ${operand})`;
  if (isUnaryFunction(operation)) return `(${unknownFunction(operation, type)} ${operand})`;
  return isFloat(type) ? unaryOnFloat(operation, operand) : unaryOnBits(operation, type, operand);
}

/** A binary operation on two values of `type`, as SMT-LIB text. */
export function binaryOverBits(
  operation: BinaryOperation,
  type: ScalarType,
  first: string,
  second: string,
): string {
  if (type === "bool") return `(${operation === "equal" ? "=" : operation} ${first} ${second})`;
  if (isBinaryFunction(operation)) return `(${unknownFunction(operation, type)} ${first} ${second})`;
  return isFloat(type)
    ? binaryOnFloats(operation, type, first, second)
    : binaryOnBits(operation, type, first, second);
}

function unaryOnBits(operation: UnaryOperation, type: ScalarType, operand: string): string {
  const width = widthOf(type);
  const places = Array.from({ length: width }, (_, place) => place);
  switch (operation) {
    case "negate":
      return `(bvneg ${operand})`;
    case "abs":
      return `(ite (bvslt ${operand} ${bitsLiteral(0n, width)}) (bvneg ${operand}) ${operand})`;
    case "not":
      return `(bvnot ${operand})`;
    case "countLeadingZeros":
      return firstOne(operand, width, [...places].reverse());
    case "countTrailingZeros":
      return firstOne(operand, width, places);
    case "countOnes":
      return onesOf(operand, width);
    default:
      throw new InternalError(`${operation} has no meaning on integers`);
  }
}

/** How many places come before the first bit that is set; all of them where none is. */
function firstOne(operand: string, width: number, places: readonly number[]): string {
  const cases = places.map(
    (place, count) =>
      `(ite (= ((_ extract ${place} ${place}) ${operand}) #b1) ${bitsLiteral(BigInt(count), width)} `,
  );
  return `${cases.join("")}${bitsLiteral(BigInt(width), width)}${")".repeat(width)}`;
}

/** Sums of neighbouring fields of 1, 2, 4, … bits, until one field is left. */
function onesOf(operand: string, width: number): string {
  const steps: string[] = [];
  let fields = operand;
  for (let size = 1; size < width; size *= 2) {
    const low = bitsLiteral(
      BigInt(`0b${("0".repeat(size) + "1".repeat(size)).repeat(width / (2 * size))}`),
      width,
    );
    const high = `(bvlshr ${fields} ${bitsLiteral(BigInt(size), width)})`;
    steps.push(`(let ((fields${size} (bvadd (bvand ${fields} ${low}) (bvand ${high} ${low})))) `);
    fields = `fields${size}`;
  }
  return `${steps.join("")}${fields}${")".repeat(steps.length)}`;
}

function binaryOnBits(
  operation: Exclude<BinaryOperation, BinaryFunction>,
  type: ScalarType,
  first: string,
  second: string,
): string {
  const width = widthOf(type);
  const isSigned = type === "i64" || type === "i32";
  const order = isSigned ? "bvs" : "bvu";
  const zero = bitsLiteral(0n, width);
  const distance = `(bvand ${second} ${bitsLiteral(BigInt(width - 1), width)})`;
  switch (operation) {
    case "add":
    case "and":
    case "or":
    case "xor":
      return `(bv${operation} ${first} ${second})`;
    case "subtract":
      return `(bvsub ${first} ${second})`;
    case "multiply":
      return `(bvmul ${first} ${second})`;
    case "divide":
      return `(ite (= ${second} ${zero}) ${zero} (${order}div ${first} ${second}))`;
    case "remainder":
      return `(ite (= ${second} ${zero}) ${first} (${order}rem ${first} ${second}))`;
    case "min":
      return `(ite (${order}lt ${second} ${first}) ${second} ${first})`;
    case "max":
      return `(ite (${order}lt ${first} ${second}) ${second} ${first})`;
    case "less":
      return `(${order}lt ${first} ${second})`;
    case "lessOrEqual":
      return `(${order}le ${first} ${second})`;
    case "equal":
      return `(= ${first} ${second})`;
    case "shiftLeft":
      return `(bvshl ${first} ${distance})`;
    case "shiftRight":
      return `(${isSigned ? "bvashr" : "bvlshr"} ${first} ${distance})`;
    case "rotateLeft": {
      // By nothing both halves are the operand itself.
      const back = `(bvand (bvneg ${second}) ${bitsLiteral(BigInt(width - 1), width)})`;
      return `(bvor (bvshl ${first} ${distance}) (bvlshr ${first} ${back}))`;
    }
    default:
      return operation satisfies never;
  }
}
