// Instructions of WebAssembly as nested lists of bytes, so that emitters compose without copying.

import { littleEndian } from "../../values/bits.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";

/** WebAssembly instructions as nested bytes: pieces compose without copying, and are flattened once. */
export type Code = number | readonly Code[];

export type ValueType = "i32" | "i64" | "f32" | "f64" | "v128";

/** A local of the function under construction. */
export interface Local {
  readonly index: number;
  readonly type: ValueType;
}

export const VALUE_TYPE_BYTES: Readonly<Record<ValueType, number>> = {
  i32: 0x7f,
  i64: 0x7e,
  f32: 0x7d,
  f64: 0x7c,
  v128: 0x7b,
};

/** Unsigned LEB128. */
export function unsigned(value: number): Code {
  if (value < 0x80) return value;
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest & 0x7f;
    rest = Math.floor(rest / 128);
    bytes.push(rest === 0 ? low : low | 0x80);
  } while (rest !== 0);
  return bytes;
}

/** Signed LEB128 of a 32-bit integer. */
function signed32(value: number): Code {
  if (value >= -0x40 && value < 0x40) return value & 0x7f;
  const bytes: number[] = [];
  let rest = value;
  for (;;) {
    const low = rest & 0x7f;
    rest >>= 7;
    const done = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0);
    bytes.push(done ? low : low | 0x80);
    if (done) return bytes;
  }
}

/** Signed LEB128 of a 64-bit integer. */
function signed64(value: bigint): Code {
  const bytes: number[] = [];
  let rest = value;
  for (;;) {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    const done = (rest === 0n && (low & 0x40) === 0) || (rest === -1n && (low & 0x40) !== 0);
    bytes.push(done ? low : low | 0x80);
    if (done) return bytes;
  }
}

/** The bytes of `code`. By the engine's own function: the first kernel is emitted by code that V8 has not compiled yet. */
export function bytesOf(code: Code): number[] {
  const nested: readonly unknown[] = [code];
  return nested.flat(Number.POSITIVE_INFINITY) as number[];
}

/** The code of each read so far, by index: a kernel reads its few locals hundreds of times. */
const READS: Code[] = [];

export function get({ index }: Local): Code {
  READS[index] ??= [0x20, unsigned(index)];
  return READS[index];
}

export function set(local: Local, value: Code): Code {
  return [value, 0x21, unsigned(local.index)];
}

export function tee(local: Local, value: Code): Code {
  return [value, 0x22, unsigned(local.index)];
}

/** A plain instruction, after its operands. */
export function instruction(opcode: number, ...operands: readonly Code[]): Code {
  return [operands, opcode];
}

/** An instruction of the vector set (prefix 0xfd), after its operands. */
export function vector(opcode: number, ...operands: readonly Code[]): Code {
  return [operands, 0xfd, unsigned(opcode)];
}

export function i32Const(value: number): Code {
  return [0x41, signed32(value | 0)];
}

export function i64Const(value: bigint): Code {
  // Positions and shifts are small: a loop over bigints costs milliseconds in code that has not been compiled yet.
  const isSmall = value >= -0x80000000n && value <= 0x7fffffffn;
  return [0x42, isSmall ? signed32(Number(value)) : signed64(BigInt.asIntN(64, value))];
}

/** A float constant; a NaN is the canonical one. */
export function floatConst(type: "f32" | "f64", value: number): Code {
  return [type === "f64" ? 0x44 : 0x43, littleEndian(type, value)];
}

/** A v128 constant from sixteen bytes. */
export function vectorConst(bytes: readonly number[]): Code {
  return [0xfd, 0x0c, bytes];
}

const LOADS: Readonly<Record<ValueType, Code>> = {
  i32: 0x28,
  i64: 0x29,
  f32: 0x2a,
  f64: 0x2b,
  v128: [0xfd, 0x00],
};
const STORES: Readonly<Record<ValueType, Code>> = {
  i32: 0x36,
  i64: 0x37,
  f32: 0x38,
  f64: 0x39,
  v128: [0xfd, 0x0b],
};

// Alignment hint 0 everywhere: sub-arrays may start at any element, and engines ignore the hint.
export function load(type: ValueType, address: Code, offset = 0): Code {
  return [address, LOADS[type], 0x00, unsigned(offset)];
}

export function store(type: ValueType, address: Code, value: Code, offset = 0): Code {
  return [address, value, STORES[type], 0x00, unsigned(offset)];
}

/** A byte, 0 or 1. */
export function loadBool(address: Code, offset: number): Code {
  return [address, 0x2d, 0x00, unsigned(offset)];
}

export function storeBool(address: Code, value: Code, offset: number): Code {
  return [address, value, 0x3a, 0x00, unsigned(offset)];
}

/** Bytes of one element, from one address to another. */
export function moveBytes(bytes: 1 | 2 | 4 | 8, from: Code, to: Code): Code {
  const [read, write] = MOVES[bytes];
  return [to, from, read, 0x00, 0x00, write, 0x00, 0x00];
}

/** i32.load8_u and store8, i32.load16_u and store16, i32.load and store, i64.load and store. */
const MOVES = { 1: [0x2d, 0x3a], 2: [0x2f, 0x3b], 4: [0x28, 0x36], 8: [0x29, 0x37] } as const;

/** Four or two bytes of 0 or 1 as masks in lanes of `laneBytes`. */
export function loadBoolLanes(laneBytes: 4 | 8, address: Code, offset: number): Code {
  const noLanes = vectorConst(Array.from({ length: 16 }, () => 0));
  const bytes =
    laneBytes === 4
      ? [address, 0xfd, unsigned(0x5c), 0x00, unsigned(offset)] // v128.load32_zero
      : [address, noLanes, 0xfd, unsigned(0x55), 0x00, unsigned(offset), 0x00]; // v128.load16_lane
  const words = vector(0xa9, vector(0x89, bytes)); // i16x8.extend_low_i8x16_u, i32x4.extend_low_i16x8_u
  if (laneBytes === 4) return vector(0x38, words, noLanes); // i32x4.ne
  return vector(0xd7, vector(0xc9, words), noLanes); // i64x2.extend_low_i32x4_u, i64x2.ne
}

/** Masks in lanes of `laneBytes` as four or two bytes of 0 or 1. */
export function storeBoolLanes(laneBytes: 4 | 8, address: Code, value: Code, offset: number): Code {
  const picks = Array.from({ length: 16 }, (_, i) => (i * laneBytes) % 16);
  const ones = vectorConst(Array.from({ length: 16 }, () => 1));
  const none = vectorConst(Array.from({ length: 16 }, () => 0));
  const bytes = vector(0x4e, [value, none, 0xfd, 0x0d, picks], ones);
  return [address, bytes, 0xfd, laneBytes === 4 ? 0x5a : 0x59, 0x00, unsigned(offset), 0x00];
}

/** `v128.load64_splat` or `v128.load32_splat`. */
export function loadSplat(bytes: 4 | 8, address: Code, offset = 0): Code {
  return [address, 0xfd, bytes === 8 ? 0x0a : 0x09, 0x00, unsigned(offset)];
}

/** `i8x16.shuffle` of lanes of `bytes` bytes: lane numbers below the lane count pick from `first`, the rest from `second`. */
export function shuffleLanes(bytes: 4 | 8, lanes: readonly number[], first: Code, second: Code): Code {
  const picks = lanes.map((lane) => Array.from({ length: bytes }, (_, i) => lane * bytes + i));
  return [first, second, 0xfd, 0x0d, picks];
}

/** `do body while (condition)`: at least one round. */
export function doWhile(body: Code, condition: Code): Code {
  return [0x03, 0x40, body, condition, 0x0d, 0x00, 0x0b];
}

/** `while (condition) body`. */
export function whileLoop(condition: Code, body: Code): Code {
  return [0x02, 0x40, 0x03, 0x40, condition, 0x45, 0x0d, 0x01, body, 0x0c, 0x00, 0x0b, 0x0b];
}

export function when(condition: Code, then: Code, otherwise?: Code): Code {
  return [condition, 0x04, 0x40, then, otherwise === undefined ? [] : [0x05, otherwise], 0x0b];
}

/** `condition ? then : otherwise` with one evaluated arm. */
export function choose(type: ValueType, condition: Code, then: Code, otherwise: Code): Code {
  return [condition, 0x04, VALUE_TYPE_BYTES[type], then, 0x05, otherwise, 0x0b];
}

/** `select`: both arms evaluated. */
export function select(then: Code, otherwise: Code, condition: Code): Code {
  return [then, otherwise, condition, 0x1b];
}

export function call(functionIndex: number, ...operands: readonly Code[]): Code {
  return [operands, 0x10, unsigned(functionIndex)];
}

const I32 = {
  add: 0x6a,
  subtract: 0x6b,
  multiply: 0x6c,
  and: 0x71,
  or: 0x72,
  xor: 0x73,
  shiftLeft: 0x74,
  shiftRight: 0x76,
  less: 0x49,
  equal: 0x46,
  notEqual: 0x47,
  zero: 0x45,
  countTrailingZeros: 0x68,
};
const I64 = {
  add: 0x7c,
  subtract: 0x7d,
  multiply: 0x7e,
  and: 0x83,
  or: 0x84,
  xor: 0x85,
  shiftLeft: 0x86,
  shiftRight: 0x88,
  less: 0x54,
  equal: 0x51,
  notEqual: 0x52,
  zero: 0x50,
  countTrailingZeros: 0x7a,
};

type IntegerOperation = keyof typeof I32;

/** An unsigned i32 operation on addresses and counters. */
export function i32(operation: IntegerOperation, ...operands: readonly Code[]): Code {
  return instruction(I32[operation], ...operands);
}

/** An unsigned i64 operation on positions. */
export function i64(operation: IntegerOperation, ...operands: readonly Code[]): Code {
  return instruction(I64[operation], ...operands);
}

/** `i64` to `i32`, keeping the low half. */
export function lowHalf(value: Code): Code {
  return instruction(0xa7, value);
}

/** Opcodes by operation and type; an unsigned type has the signed one's where none of its own stands. */
export type Opcodes<Operation extends string> = Partial<
  Readonly<Record<Operation, Partial<Readonly<Record<ScalarType, number>>>>>
>;

/** The opcode of an operation; undefined where no type has one. */
export function findOpcode<Operation extends string>(
  table: Opcodes<Operation>,
  operation: Operation,
  type: ScalarType,
): number | undefined {
  const opcodes = table[operation];
  return opcodes?.[type] ?? opcodes?.[type.replace("u", "i") as ScalarType];
}

/** The opcode of an operation that is known to have one. */
export function opcodeOf<Operation extends string>(
  table: Opcodes<Operation>,
  operation: Operation,
  type: ScalarType,
): number {
  const opcode = findOpcode(table, operation, type);
  if (opcode === undefined) throw new InternalError(`${operation} of ${type} has no opcode`);
  return opcode;
}
