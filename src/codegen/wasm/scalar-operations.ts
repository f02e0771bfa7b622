// Each operation of the scalar language as WebAssembly of one value.

import { type FloatType, isBinaryFunction, isUnaryFunction } from "../../elementary/names.ts";
import type { BinaryOperation, UnaryOperation } from "../../operators/term.ts";
import { SCALAR_TYPE_FACTS, type ScalarType } from "../../values/element-types.ts";
import {
  type Code,
  choose,
  floatConst,
  get,
  i32Const,
  i64Const,
  instruction,
  type Local,
  type Opcodes,
  opcodeOf,
  select,
  set,
  type ValueType,
} from "./code.ts";
import { elementaryCall } from "./elementary/slots.ts";

/** Lends a local until the combine at hand has been emitted. */
export type NewLocal = (type: ValueType) => Local;

/** The WebAssembly value type of one element; a bool is an i32, 0 or 1. */
export function valueTypeOf(type: ScalarType): "i32" | "i64" | "f32" | "f64" {
  if (type === "f64" || type === "f32") return type;
  return type === "i64" || type === "u64" ? "i64" : "i32";
}

const UNARY: Opcodes<UnaryOperation> = {
  negate: { f64: 0x9a, f32: 0x8c },
  abs: { f64: 0x99, f32: 0x8b },
  sqrt: { f64: 0x9f, f32: 0x91 },
  floor: { f64: 0x9c, f32: 0x8e },
  ceil: { f64: 0x9b, f32: 0x8d },
  truncate: { f64: 0x9d, f32: 0x8f },
  roundEven: { f64: 0x9e, f32: 0x90 },
  countLeadingZeros: { i64: 0x79, i32: 0x67 },
  countTrailingZeros: { i64: 0x7a, i32: 0x68 },
  countOnes: { i64: 0x7b, i32: 0x69 },
};

const BINARY: Opcodes<BinaryOperation> = {
  add: { f64: 0xa0, f32: 0x92, i64: 0x7c, i32: 0x6a },
  subtract: { f64: 0xa1, f32: 0x93, i64: 0x7d, i32: 0x6b },
  multiply: { f64: 0xa2, f32: 0x94, i64: 0x7e, i32: 0x6c },
  divide: { f64: 0xa3, f32: 0x95, i64: 0x7f, u64: 0x80, i32: 0x6d, u32: 0x6e },
  remainder: { i64: 0x81, u64: 0x82, i32: 0x6f, u32: 0x70 },
  min: { f64: 0xa4, f32: 0x96 },
  max: { f64: 0xa5, f32: 0x97 },
  and: { i64: 0x83, i32: 0x71, bool: 0x71 },
  or: { i64: 0x84, i32: 0x72, bool: 0x72 },
  xor: { i64: 0x85, i32: 0x73, bool: 0x73 },
  shiftLeft: { i64: 0x86, i32: 0x74 },
  shiftRight: { i64: 0x87, u64: 0x88, i32: 0x75, u32: 0x76 },
  rotateLeft: { i64: 0x89, i32: 0x77 },
  less: { f64: 0x63, f32: 0x5d, i64: 0x53, u64: 0x54, i32: 0x48, u32: 0x49 },
  lessOrEqual: { f64: 0x65, f32: 0x5f, i64: 0x57, u64: 0x58, i32: 0x4c, u32: 0x4d },
  equal: { f64: 0x61, f32: 0x5b, i64: 0x51, i32: 0x46, bool: 0x46 },
};

const IS_ZERO = { i32: 0x45, i64: 0x50 } as const;
const IS_GREATER = { i64: 0x55, u64: 0x56, i32: 0x4a, u32: 0x4b } as const;

/** Code for an operation on one element. */
export function scalarUnary(
  operation: UnaryOperation,
  type: ScalarType,
  operand: Code,
  newLocal: NewLocal,
): Code {
  if (isUnaryFunction(operation)) return elementaryCall(operation, type as FloatType, "scalar", operand);
  if (operation === "not") {
    return type === "bool"
      ? instruction(IS_ZERO.i32, operand)
      : instruction(opcodeOf(BINARY, "xor", type), operand, scalarConst(type, ofType(type, -1)));
  }
  const isSign = operation === "negate" || operation === "abs";
  if (!isSign || SCALAR_TYPE_FACTS[type].isFloat) {
    return instruction(opcodeOf(UNARY, operation, type), operand);
  }
  const negated = (value: Code): Code =>
    instruction(opcodeOf(BINARY, "subtract", type), scalarConst(type, ofType(type, 0)), value);
  if (operation === "negate") return negated(operand);
  const value = newLocal(valueTypeOf(type));
  return [
    set(value, operand),
    select(
      negated(get(value)),
      get(value),
      instruction(opcodeOf(BINARY, "less", type), get(value), scalarConst(type, ofType(type, 0))),
    ),
  ];
}

/** Code for an operation on two elements. No operands make it trap. */
export function scalarBinary(
  operation: BinaryOperation,
  type: ScalarType,
  first: Code,
  second: Code,
  newLocal: NewLocal,
): Code {
  const { isFloat } = SCALAR_TYPE_FACTS[type];
  if (isBinaryFunction(operation))
    return elementaryCall(operation, type as FloatType, "scalar", first, second);
  if (isFloat) return instruction(opcodeOf(BINARY, operation, type), first, second);
  const isDivision = operation === "divide" || operation === "remainder";
  if (!isDivision && operation !== "min" && operation !== "max") {
    return instruction(opcodeOf(BINARY, operation, type), first, second);
  }
  const one = newLocal(valueTypeOf(type));
  const two = newLocal(valueTypeOf(type));
  const both = [set(one, first), set(two, second)];
  if (!isDivision) return [both, extreme(operation, type, one, two)];
  return [both, operation === "divide" ? quotient(type, one, two) : rest(type, one, two)];
}

function extreme(operation: "min" | "max", type: ScalarType, one: Local, two: Local): Code {
  const opcode =
    operation === "min" ? opcodeOf(BINARY, "less", type) : IS_GREATER[type as keyof typeof IS_GREATER];
  return select(get(one), get(two), instruction(opcode, get(one), get(two)));
}

/** x / 0 = 0, and the smallest / −1 wraps: the two cases in which the instruction traps. */
function quotient(type: ScalarType, one: Local, two: Local): Code {
  const valueType = valueTypeOf(type);
  const divided = instruction(opcodeOf(BINARY, "divide", type), get(one), get(two));
  const zero = scalarConst(type, ofType(type, 0));
  const negated = instruction(opcodeOf(BINARY, "subtract", type), zero, get(one));
  const isMinusOne = instruction(
    opcodeOf(BINARY, "equal", type),
    get(two),
    scalarConst(type, ofType(type, -1)),
  );
  const guarded = SCALAR_TYPE_FACTS[type].isSigned
    ? choose(valueType, isMinusOne, negated, divided)
    : divided;
  return choose(valueType, isZero(type, two), zero, guarded);
}

function rest(type: ScalarType, one: Local, two: Local): Code {
  const remainder = instruction(opcodeOf(BINARY, "remainder", type), get(one), get(two));
  return choose(valueTypeOf(type), isZero(type, two), get(one), remainder);
}

function isZero(type: ScalarType, value: Local): Code {
  return instruction(IS_ZERO[valueTypeOf(type) === "i64" ? "i64" : "i32"], get(value));
}

// [from][to] between value types, where no sign or saturation is asked about.
const WRAP = 0xa7;
const EXTEND = { signed: 0xac, unsigned: 0xad } as const;
const DEMOTE = 0xb6;
const PROMOTE = 0xbb;
const TO_FLOAT = {
  f32: { i32: 0xb2, u32: 0xb3, i64: 0xb4, u64: 0xb5, bool: 0xb3 },
  f64: { i32: 0xb7, u32: 0xb8, i64: 0xb9, u64: 0xba, bool: 0xb8 },
} as const;
const SATURATE = {
  f32: { i32: 0, u32: 1, i64: 4, u64: 5 },
  f64: { i32: 2, u32: 3, i64: 6, u64: 7 },
} as const;

/** Code for `convert`: one rounding to floats, saturation from them, low bits between integers. */
export function scalarConvert(from: ScalarType, to: ScalarType, operand: Code): Code {
  if (to === "f64" || to === "f32") {
    if (from === "f64") return instruction(DEMOTE, operand);
    return instruction(from === "f32" ? PROMOTE : TO_FLOAT[to][from], operand);
  }
  if (from === "f64" || from === "f32")
    return [operand, 0xfc, SATURATE[from][to as keyof typeof SATURATE.f32]];
  const wide = valueTypeOf(to) === "i64";
  if (wide === (valueTypeOf(from) === "i64")) return operand;
  if (!wide) return instruction(WRAP, operand);
  return instruction(EXTEND[SCALAR_TYPE_FACTS[from].isSigned ? "signed" : "unsigned"], operand);
}

/** Code for `bitcast`; a NaN gives its canonical bits. */
export function scalarBitcast(from: ScalarType, to: ScalarType, operand: Code, newLocal: NewLocal): Code {
  if (from === "f64" || from === "f32") {
    const value = newLocal(from);
    const isNumber = instruction(opcodeOf(BINARY, "equal", from), get(value), get(value));
    const canonical = select(get(value), scalarConst(from, Number.NaN), isNumber);
    return [set(value, operand), instruction(from === "f64" ? 0xbd : 0xbc, canonical)];
  }
  if (to === "f64") return instruction(0xbf, operand);
  return to === "f32" ? instruction(0xbe, operand) : operand;
}

/** A constant element on the stack. */
export function scalarConst(type: ScalarType, value: number | bigint): Code {
  switch (valueTypeOf(type)) {
    case "f64":
      return floatConst("f64", Number(value));
    case "f32":
      return floatConst("f32", Number(value));
    case "i64":
      return i64Const(BigInt(value));
    default:
      return i32Const(Number(value));
  }
}

function ofType(type: ScalarType, value: number): number | bigint {
  return SCALAR_TYPE_FACTS[type].isBigInt ? BigInt(value) : value;
}
