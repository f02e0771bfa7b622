import { type FloatType, isBinaryFunction, isUnaryFunction } from "../../elementary/names.ts";
import type { BinaryOperation, Term, UnaryOperation } from "../../operators/term.ts";
import { littleEndian } from "../../values/bits.ts";
import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../../values/element-types.ts";
import {
  type Code,
  findOpcode,
  get,
  i32Const,
  type Opcodes,
  opcodeOf,
  set,
  vector,
  vectorConst,
} from "./code.ts";

import { elementaryCall } from "./elementary/slots.ts";
import type { NewLocal } from "./scalar-operations.ts";

/*
 * Terms on the lanes of a v128. All lanes of a kernel are equally wide, 4 or 8 bytes; a bool is a mask, all ones or all zeros.
 */

/** Bytes of a lane. */
export type LaneBytes = 4 | 8;

const AND = 0x4e;
const OR = 0x50;
const XOR = 0x51;
const NOT = 0x4d;
const BITSELECT = 0x52;

const UNARY: Opcodes<UnaryOperation> = {
  negate: { f64: 0xed, f32: 0xe1, i64: 0xc1, i32: 0xa1 },
  abs: { f64: 0xec, f32: 0xe0, i64: 0xc0, i32: 0xa0 },
  sqrt: { f64: 0xef, f32: 0xe3 },
  floor: { f64: 0x75, f32: 0x68 },
  ceil: { f64: 0x74, f32: 0x67 },
  truncate: { f64: 0x7a, f32: 0x69 },
  roundEven: { f64: 0x94, f32: 0x6a },
  not: { i64: NOT, i32: NOT, bool: NOT },
};

// Of 64-bit integers only signed comparisons exist; u64 flips the sign bit first, min and max select.
const BINARY: Opcodes<BinaryOperation> = {
  add: { f64: 0xf0, f32: 0xe4, i64: 0xce, i32: 0xae },
  subtract: { f64: 0xf1, f32: 0xe5, i64: 0xd1, i32: 0xb1 },
  multiply: { f64: 0xf2, f32: 0xe6, i64: 0xd5, i32: 0xb5 },
  divide: { f64: 0xf3, f32: 0xe7 },
  min: { f64: 0xf4, f32: 0xe8, i32: 0xb6, u32: 0xb7 },
  max: { f64: 0xf5, f32: 0xe9, i32: 0xb8, u32: 0xb9 },
  and: { i64: AND, i32: AND, bool: AND },
  or: { i64: OR, i32: OR, bool: OR },
  xor: { i64: XOR, i32: XOR, bool: XOR },
  less: { f64: 0x49, f32: 0x43, i64: 0xd8, i32: 0x39, u32: 0x3a },
  lessOrEqual: { f64: 0x4b, f32: 0x45, i64: 0xda, i32: 0x3d, u32: 0x3e },
  equal: { f64: 0x47, f32: 0x41, i64: 0xd6, i32: 0x37 },
};

const SHIFTS = {
  4: { left: 0xab, signed: 0xac, unsigned: 0xad },
  8: { left: 0xcb, signed: 0xcc, unsigned: 0xcd },
} as const;

const CONVERSIONS: Partial<Readonly<Record<ScalarType, Partial<Readonly<Record<ScalarType, number>>>>>> = {
  f32: { i32: 0xf8, u32: 0xf9 },
  i32: { f32: 0xfa },
  u32: { f32: 0xfb },
};

/** The width of the lanes on which terms over some columns can run: that of all their numbers, if it is one; else undefined. */
export function laneBytesOf(columns: readonly ScalarType[]): LaneBytes | undefined {
  const widths = new Set(
    columns.filter((type) => type !== "bool").map((type) => SCALAR_TYPE_FACTS[type].bytes),
  );
  if (widths.size > 1) return undefined;
  return widths.has(8) ? 8 : 4;
}

/** Whether a node, its operands aside, has a form on lanes of this width. */
export function hasLaneForm(term: Term, laneBytes: LaneBytes): boolean {
  if (term.type !== "bool" && SCALAR_TYPE_FACTS[term.type].bytes !== laneBytes) return false;
  switch (term.kind) {
    case "unary":
      return isUnaryFunction(term.operation) || findOpcode(UNARY, term.operation, term.type) !== undefined;
    case "binary":
      return hasBinaryForm(term.operation, term.first.type, term.second);
    case "convert":
      return hasConversion(term.operand.type, term.type);
    default:
      return true;
  }
}

function hasBinaryForm(operation: BinaryOperation, type: ScalarType, second: Term): boolean {
  if (isBinaryFunction(operation)) return true;
  if (isShift(operation)) return second.kind === "constant";
  if (type === "u64" && (operation === "less" || operation === "lessOrEqual")) return true;
  if ((type === "i64" || type === "u64") && (operation === "min" || operation === "max")) return true;
  return (operation === "equal" && type === "bool") || findOpcode(BINARY, operation, type) !== undefined;
}

function hasConversion(from: ScalarType, to: ScalarType): boolean {
  const between = !SCALAR_TYPE_FACTS[from].isFloat && !SCALAR_TYPE_FACTS[to].isFloat;
  return between || from === "bool" || CONVERSIONS[from]?.[to] !== undefined;
}

function isShift(operation: BinaryOperation): operation is "shiftLeft" | "shiftRight" | "rotateLeft" {
  return operation === "shiftLeft" || operation === "shiftRight" || operation === "rotateLeft";
}

/** Code for an operation on every lane. */
export function laneUnary(operation: UnaryOperation, type: ScalarType, operand: Code): Code {
  if (isUnaryFunction(operation)) return elementaryCall(operation, type as FloatType, "lanes", operand);
  return vector(opcodeOf(UNARY, operation, type), operand);
}

/** Code for an operation on every lane of two vectors. A shift reads its constant distance from `secondTerm`. */
export function laneBinary(
  operation: BinaryOperation,
  type: ScalarType,
  first: Code,
  second: Code,
  secondTerm: Term,
  newLocal: NewLocal,
): Code {
  if (isShift(operation)) {
    const given = secondTerm.kind === "constant" ? secondTerm.value : 0;
    const distance = Number(BigInt.asUintN(SCALAR_TYPE_FACTS[type].bytes === 8 ? 6 : 5, BigInt(given)));
    return laneShift(operation, type, first, distance, newLocal);
  }
  if (isBinaryFunction(operation))
    return elementaryCall(operation, type as FloatType, "lanes", first, second);
  if (operation === "equal" && type === "bool") return vector(NOT, vector(XOR, first, second));
  const isWide = type === "i64" || type === "u64";
  if (isWide && (operation === "min" || operation === "max"))
    return wideExtreme(operation, type, first, second, newLocal);
  if (type === "u64" && (operation === "less" || operation === "lessOrEqual")) {
    return vector(opcodeOf(BINARY, operation, "i64"), flipSign(first), flipSign(second));
  }
  return vector(opcodeOf(BINARY, operation, type), first, second);
}

function wideExtreme(
  operation: "min" | "max",
  type: ScalarType,
  first: Code,
  second: Code,
  newLocal: NewLocal,
): Code {
  const one = newLocal("v128");
  const two = newLocal("v128");
  const flip = type === "u64" ? flipSign : (code: Code): Code => code;
  const isLess = vector(opcodeOf(BINARY, "less", "i64"), flip(get(one)), flip(get(two)));
  const [smaller, larger] = operation === "min" ? [one, two] : [two, one];
  return [set(one, first), set(two, second), vector(BITSELECT, get(smaller), get(larger), isLess)];
}

function flipSign(value: Code): Code {
  return vector(XOR, value, splatConst("i64", -(2n ** 63n), 8));
}

function laneShift(
  operation: "shiftLeft" | "shiftRight" | "rotateLeft",
  type: ScalarType,
  value: Code,
  distance: number,
  newLocal: NewLocal,
): Code {
  const { bytes, isSigned } = SCALAR_TYPE_FACTS[type];
  const shifts = SHIFTS[bytes === 8 ? 8 : 4];
  if (operation === "shiftLeft") return vector(shifts.left, value, i32Const(distance));
  if (operation === "shiftRight")
    return vector(isSigned ? shifts.signed : shifts.unsigned, value, i32Const(distance));
  const kept = newLocal("v128");
  const width = bytes * 8;
  return [
    set(kept, value),
    vector(
      OR,
      vector(shifts.left, get(kept), i32Const(distance)),
      vector(shifts.unsigned, get(kept), i32Const(width - distance)),
    ),
  ];
}

/** `condition ? first : second` on every lane. */
export function laneSelect(first: Code, second: Code, condition: Code): Code {
  return vector(BITSELECT, first, second, condition);
}

/** Code for `convert` on every lane. */
export function laneConvert(from: ScalarType, to: ScalarType, operand: Code, laneBytes: LaneBytes): Code {
  if (from === "bool")
    return vector(AND, operand, splatConst(to, SCALAR_TYPE_FACTS[to].isBigInt ? 1n : 1, laneBytes));
  const opcode = CONVERSIONS[from]?.[to];
  return opcode === undefined ? operand : vector(opcode, operand);
}

/** Code for `bitcast` on every lane; a NaN gives its canonical bits. */
export function laneBitcast(from: ScalarType, operand: Code, laneBytes: LaneBytes, newLocal: NewLocal): Code {
  if (!SCALAR_TYPE_FACTS[from].isFloat) return operand;
  const value = newLocal("v128");
  const isNumber = vector(opcodeOf(BINARY, "equal", from), get(value), get(value));
  return [
    set(value, operand),
    vector(BITSELECT, get(value), splatConst(from, Number.NaN, laneBytes), isNumber),
  ];
}

/** A constant in every lane; a bool as a mask. */
export function splatConst(type: ScalarType, value: Scalar, laneBytes: LaneBytes): Code {
  if (type === "bool") return vectorConst(Array.from({ length: 16 }, () => (value === 0 ? 0x00 : 0xff)));
  const bytes = littleEndian(type, value);
  return vectorConst(Array.from({ length: 16 }, (_, index) => bytes[index % laneBytes]));
}
