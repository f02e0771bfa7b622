import type { BinaryOperation, Term } from "../../operators/term.ts";
import { toHex } from "../../values/bits.ts";
import { ELEMENT_TYPE_FACTS, type ElementType, type Scalar } from "../../values/element-types.ts";
import {
  type Code,
  floatConst,
  get,
  i32Const,
  i64Const,
  instruction,
  type Local,
  select,
  tee,
  type ValueType,
  vector,
  vectorConst,
} from "./code.ts";

/** The WebAssembly value type of one element. */
export function valueTypeOf(type: ElementType): "i32" | "i64" | "f32" | "f64" {
  if (type === "f64" || type === "f32") return type;
  return type === "i64" || type === "u64" ? "i64" : "i32";
}

/** Elements in one v128. */
export function laneCountOf(type: ElementType): 2 | 4 {
  return ELEMENT_TYPE_FACTS[type].bytes === 8 ? 2 : 4;
}

export type Shape = "scalar" | "vector";

/** Code for `combine(left, right)` of a term, on one element or on every lane. Operand code may be used more than once. */
export function emitTerm(
  term: Term,
  shape: Shape,
  left: Code,
  right: Code,
  newLocal: (type: ValueType) => Local,
): Code {
  if (term.kind === "binary" && term.first.kind === "left" && term.second.kind === "right") {
    // One operation, which most operators are: no bookkeeping for a kernel that holds hundreds of them.
    return shape === "vector"
      ? vectorOperation(term.operation, term.type, term.second, left, () => right, newLocal)
      : scalarOperation(term.operation, term.type, left, () => right, newLocal);
  }
  const uses = countUses(term);
  const kept = new Map<Term, Local>();
  const build = (node: Term): Code => {
    const key = operandKey(node);
    const local = kept.get(key);
    if (local !== undefined) return get(local);
    const code = once(node);
    if ((uses.get(key) ?? 0) < 2 || node.kind === "constant") return code;
    const fresh = newLocal(shape === "vector" ? "v128" : valueTypeOf(node.type));
    kept.set(key, fresh);
    return tee(fresh, code);
  };
  const once = (node: Term): Code => {
    switch (node.kind) {
      case "left":
        return left;
      case "right":
        return right;
      case "constant":
        return shape === "vector" ? splatConst(node.type, node.value) : scalarConst(node.type, node.value);
      case "binary":
        return shape === "vector"
          ? vectorOperation(
              node.operation,
              node.type,
              node.second,
              build(node.first),
              () => build(node.second),
              newLocal,
            )
          : scalarOperation(node.operation, node.type, build(node.first), () => build(node.second), newLocal);
      default:
        return node satisfies never;
    }
  };
  return build(term);
}

/** Whether every operation of a term has a form on v128 lanes. */
export function hasVectorForm(term: Term): boolean {
  if (term.kind !== "binary") return true;
  const { operation, type, first, second } = term;
  const known =
    operation === "shiftRight" || operation === "rotateLeft"
      ? second.kind === "constant"
      : VECTOR_OPCODES[operation][type] !== undefined;
  return known && hasVectorForm(first) && hasVectorForm(second);
}

/** A constant element on the stack. */
export function scalarConst(type: ElementType, value: Scalar): Code {
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

/** A constant element in every lane. */
export function splatConst(type: ElementType, value: Scalar): Code {
  const hex = toHex(type, value);
  const bytes = Array.from({ length: hex.length / 2 }, (_, i) =>
    Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16),
  ).reverse();
  return vectorConst(Array.from({ length: 16 }, (_, i) => bytes[i % bytes.length]));
}

/** One element, from the stack, in every lane. */
export function splat(type: ElementType, value: Code): Code {
  const opcodes = { i32: 0x11, i64: 0x12, f32: 0x13, f64: 0x14 } as const;
  return vector(opcodes[valueTypeOf(type)], value);
}

/** One lane of a vector as an element. */
export function extractLane(type: ElementType, lane: number, value: Code): Code {
  const opcodes = { i32: 0x1b, i64: 0x1d, f32: 0x1f, f64: 0x21 } as const;
  return [value, 0xfd, opcodes[valueTypeOf(type)], lane];
}

type ByType = Partial<Readonly<Record<ElementType, number>>>;

const VECTOR_OPCODES: Readonly<Record<Exclude<BinaryOperation, "shiftRight" | "rotateLeft">, ByType>> = {
  add: { f64: 0xf0, f32: 0xe4, i64: 0xce, u64: 0xce, i32: 0xae, u32: 0xae },
  multiply: { f64: 0xf2, f32: 0xe6, i64: 0xd5, u64: 0xd5, i32: 0xb5, u32: 0xb5 },
  min: { f64: 0xf4, f32: 0xe8, i32: 0xb6, u32: 0xb7 },
  max: { f64: 0xf5, f32: 0xe9, i32: 0xb8, u32: 0xb9 },
  and: { i64: 0x4e, u64: 0x4e, i32: 0x4e, u32: 0x4e },
  or: { i64: 0x50, u64: 0x50, i32: 0x50, u32: 0x50 },
  xor: { i64: 0x51, u64: 0x51, i32: 0x51, u32: 0x51 },
};

const SCALAR_OPCODES: Readonly<Record<Exclude<BinaryOperation, "min" | "max">, ByType>> = {
  add: { f64: 0xa0, f32: 0x92, i64: 0x7c, u64: 0x7c, i32: 0x6a, u32: 0x6a },
  multiply: { f64: 0xa2, f32: 0x94, i64: 0x7e, u64: 0x7e, i32: 0x6c, u32: 0x6c },
  and: { i64: 0x83, u64: 0x83, i32: 0x71, u32: 0x71 },
  or: { i64: 0x84, u64: 0x84, i32: 0x72, u32: 0x72 },
  xor: { i64: 0x85, u64: 0x85, i32: 0x73, u32: 0x73 },
  shiftRight: { i64: 0x87, u64: 0x88, i32: 0x75, u32: 0x76 },
  rotateLeft: { i64: 0x89, u64: 0x89, i32: 0x77, u32: 0x77 },
};

const FLOAT_EXTREME_OPCODES = { min: { f64: 0xa4, f32: 0x96 }, max: { f64: 0xa5, f32: 0x97 } } as const;
const COMPARE_OPCODES = {
  min: { i64: 0x53, u64: 0x54, i32: 0x48, u32: 0x49 },
  max: { i64: 0x55, u64: 0x56, i32: 0x4a, u32: 0x4b },
} as const;

function scalarOperation(
  operation: BinaryOperation,
  type: ElementType,
  first: Code,
  second: () => Code,
  newLocal: (type: ValueType) => Local,
): Code {
  if (operation !== "min" && operation !== "max") {
    return instruction(opcodeOf(SCALAR_OPCODES[operation], type), first, second());
  }
  if (type === "f64" || type === "f32")
    return instruction(FLOAT_EXTREME_OPCODES[operation][type], first, second());
  const one = newLocal(valueTypeOf(type));
  const two = newLocal(valueTypeOf(type));
  return [
    select(
      tee(one, first),
      tee(two, second()),
      instruction(COMPARE_OPCODES[operation][type], get(one), get(two)),
    ),
  ];
}

function vectorOperation(
  operation: BinaryOperation,
  type: ElementType,
  secondTerm: Term,
  first: Code,
  second: () => Code,
  newLocal: (type: ValueType) => Local,
): Code {
  if (operation !== "shiftRight" && operation !== "rotateLeft") {
    return vector(opcodeOf(VECTOR_OPCODES[operation], type), first, second());
  }
  const distance = Number(secondTerm.kind === "constant" ? secondTerm.value : 0);
  const isWide = ELEMENT_TYPE_FACTS[type].bytes === 8;
  const logicalRight = isWide ? 0xcd : 0xad;
  if (operation === "shiftRight") {
    const opcode = ELEMENT_TYPE_FACTS[type].isSigned ? logicalRight - 1 : logicalRight;
    return vector(opcode, first, i32Const(distance));
  }
  const value = newLocal("v128");
  const width = isWide ? 64 : 32;
  return vector(
    0x50,
    vector(isWide ? 0xcb : 0xab, tee(value, first), i32Const(distance)),
    vector(logicalRight, get(value), i32Const(width - (distance % width))),
  );
}

function opcodeOf(table: ByType, type: ElementType): number {
  const opcode = table[type];
  if (opcode === undefined) throw new TypeError(`no WebAssembly operation for ${type}`);
  return opcode;
}

const LEFT_KEY: Term = { kind: "left", type: "f64" };
const RIGHT_KEY: Term = { kind: "right", type: "f64" };

// Every "left" leaf stands for the same operand, whichever object spells it.
function operandKey(node: Term): Term {
  if (node.kind === "left") return LEFT_KEY;
  return node.kind === "right" ? RIGHT_KEY : node;
}

function countUses(term: Term): Map<Term, number> {
  const uses = new Map<Term, number>();
  const visit = (node: Term): void => {
    const key = operandKey(node);
    const seen = uses.get(key) ?? 0;
    uses.set(key, seen + 1);
    if (seen === 0 && node.kind === "binary") {
      visit(node.first);
      visit(node.second);
    }
  };
  visit(term);
  return uses;
}
