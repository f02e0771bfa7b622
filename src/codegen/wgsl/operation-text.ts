// Each operation of the scalar language as WGSL.

import { someElementaryFunction } from "../../operators/elementary-terms.ts";
import { type BinaryOperation, isComparison, type Term, type UnaryOperation } from "../../operators/term.ts";
import { SCALAR_TYPE_FACTS, type ScalarType } from "../../values/element-types.ts";
import { InternalError, UnsupportedError } from "../../values/errors.ts";
import { wgslCanonical, wgslConvert } from "./wgsl-convert.ts";

import type { WgslLibrary } from "./wgsl-library.ts";

/** Where f32 operations are computed: in integers, whose bits WGSL fixes, or by the floats of the device. */
export type WgslArithmetic = "integer" | "native";

/** Why elementary functions of f64 are refused, and what serves. */
export const NO_DOUBLE_FUNCTIONS = {
  reason:
    "WGSL has no f64, and its integer code decides in 128 bits how functions of f32 round: those of f64 take 192 bits and more",
  remedy: 'convert to f32, or use the wasm executor ("samebits") or the workers ("samebits/workers")',
};

/** One operation over operands that are names of locals: of u32, of vec2<u32> for the 64-bit types, of bool. */
export function operationText(
  term: Term,
  operands: readonly string[],
  arithmetic: WgslArithmetic,
  library: WgslLibrary,
): string {
  const unserved = someElementaryFunction([term], "f64");
  if (unserved !== undefined) {
    const { reason, remedy } = NO_DOUBLE_FUNCTIONS;
    throw new UnsupportedError(`${unserved} of f64 in WGSL`, reason, remedy);
  }
  switch (term.kind) {
    case "unary":
    case "binary": {
      const type = term.kind === "unary" ? term.type : term.first.type;
      const native =
        arithmetic === "native" && type === "f32" ? nativeText(term.operation, operands) : undefined;
      return native ?? exactText(term.operation, type, operands, library);
    }
    case "select":
      return `select(${operands[2]}, ${operands[1]}, ${operands[0]})`;
    case "convert": {
      const from = term.operand.type;
      const operand = from === "bool" ? `select(0u, 1u, ${operands[0]})` : operands[0];
      return wgslConvert(from, term.type, library)(operand);
    }
    case "bitcast": {
      const float = SCALAR_TYPE_FACTS[term.type].isFloat ? term.type : term.operand.type;
      return wgslCanonical(float, library)(operands[0]);
    }
    default:
      throw new InternalError(`${term.kind} is not an operation`);
  }
}

/** Operations that WGSL's operators on words define for all operands, by type. */
const INFIX: Readonly<Record<"word" | "pair" | "bool", Readonly<Partial<Record<BinaryOperation, string>>>>> =
  {
    word: { add: "+", subtract: "-", multiply: "*", and: "&", or: "|", xor: "^", equal: "==" },
    pair: { and: "&", or: "|", xor: "^" },
    bool: { and: "&", or: "|", xor: "!=", equal: "==" },
  };

/** The operations that are the same on signed and unsigned integers: the library has them for unsigned ones. */
const SIGNLESS: readonly (UnaryOperation | BinaryOperation)[] = [
  "negate",
  "countLeadingZeros",
  "countTrailingZeros",
  "countOnes",
  "add",
  "subtract",
  "multiply",
  "shiftLeft",
  "rotateLeft",
  "equal",
];

function exactText(
  operation: UnaryOperation | BinaryOperation,
  type: ScalarType,
  operands: readonly string[],
  library: WgslLibrary,
): string {
  const facts = SCALAR_TYPE_FACTS[type];
  if (!facts.isFloat) {
    const form = type === "bool" ? "bool" : facts.bytes === 8 ? "pair" : "word";
    const infix = INFIX[form][operation as BinaryOperation];
    if (infix !== undefined) return operands.join(` ${infix} `);
    if (operation === "not") return `${type === "bool" ? "!" : "~"}${operands[0]}`;
  }
  const unsigned = facts.bytes === 8 ? "u64" : "u32";
  const prefix = facts.isFloat || !SIGNLESS.includes(operation) ? type : unsigned;
  return library.call(`${prefix}_${operation}`, ...operands);
}

const NATIVE_INFIX: Readonly<Partial<Record<UnaryOperation | BinaryOperation, string>>> = {
  add: "+",
  subtract: "-",
  multiply: "*",
  divide: "/",
  less: "<",
  lessOrEqual: "<=",
  equal: "==",
};

/** By the device's floats; undefined for operations that are as fast on bits. */
function nativeText(
  operation: UnaryOperation | BinaryOperation,
  operands: readonly string[],
): string | undefined {
  const floats = operands.map((operand) => `bitcast<f32>(${operand})`);
  const infix = NATIVE_INFIX[operation];
  const text = infix === undefined ? undefined : floats.join(` ${infix} `);
  if (text !== undefined && isComparison(operation as BinaryOperation)) return text;
  if (text !== undefined) return `bitcast<u32>(${text})`;
  if (operation === "sqrt" || operation === "min" || operation === "max") {
    return `bitcast<u32>(${operation}(${floats.join(", ")}))`;
  }
  return undefined;
}
