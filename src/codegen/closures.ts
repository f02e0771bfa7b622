import type { BinaryOperation, Term } from "../operators/term.ts";
import type { ElementType, Scalar } from "../values/element-types.ts";
import { InternalError } from "../values/errors.ts";
import { treeHashClosure } from "./tree-hash-closure.ts";

/** `combine(left, right)`, as a plain JavaScript function. */
export type Combine = (left: Scalar, right: Scalar) => Scalar;

type OnNumbers = (left: number, right: number) => number;
type OnBigInts = (left: bigint, right: bigint) => bigint;

/**
 * A term as JavaScript closures: `combineClosure(term)(left, right) = evaluateTerm(term, left, right)`, bit for bit.
 *
 * Generates no code as text, so that it works where a page's policy forbids that. One operation over both operands is one closure;
 * anything larger runs as a list of steps, each subterm object once.
 */
export function combineClosure(term: Term): Combine {
  if (term.kind === "binary") {
    const apply = applyOperation(term.operation, term.type);
    if (term.first.kind === "left" && term.second.kind === "right") return apply;
    if (term.first.kind === "right" && term.second.kind === "left")
      return (left, right) => apply(right, left);
  }
  return (treeHashClosure(term) as Combine | undefined) ?? straightLine(term);
}

interface Step {
  readonly apply: Combine;
  readonly first: number; // slots of the operands
  readonly second: number;
}

/** Slots 0 and 1 hold the operands, then come the constants, then one slot per step. */
function straightLine(term: Term): Combine {
  const slots: Scalar[] = [0, 0];
  const steps: Step[] = [];
  const slotOf = new Map<Term, number>();
  const subterms = distinctBinaries(term);
  for (const constant of subterms.constants) slotOf.set(constant, slots.push(constant.value) - 1);
  const place = (operand: Term): number => {
    if (operand.kind === "left") return 0;
    if (operand.kind === "right") return 1;
    return slotOf.get(operand) ?? 0;
  };
  const firstStep = slots.length;
  for (const subterm of subterms.binaries) {
    steps.push({
      apply: applyOperation(subterm.operation, subterm.type),
      first: place(subterm.first),
      second: place(subterm.second),
    });
    slotOf.set(subterm, slots.push(0) - 1);
  }
  const result = place(term);
  return (left, right) => {
    slots[0] = left;
    slots[1] = right;
    for (let i = 0; i < steps.length; i++) {
      const step = steps[i];
      slots[firstStep + i] = step.apply(slots[step.first], slots[step.second]);
    }
    return slots[result];
  };
}

type Binary = Extract<Term, { readonly kind: "binary" }>;
type Constant = Extract<Term, { readonly kind: "constant" }>;

/** The distinct nodes of a term that need a slot; operands before the operations that use them. */
function distinctBinaries(term: Term): {
  readonly binaries: readonly Binary[];
  readonly constants: readonly Constant[];
} {
  const binaries = new Set<Binary>();
  const constants = new Set<Constant>();
  const visit = (node: Term): void => {
    if (node.kind === "constant") constants.add(node);
    if (node.kind !== "binary" || binaries.has(node)) return;
    visit(node.first);
    visit(node.second);
    binaries.add(node);
  };
  visit(term);
  return { binaries: [...binaries], constants: [...constants] };
}

function applyOperation(operation: BinaryOperation, type: ElementType): Combine {
  switch (type) {
    case "f64":
    case "f32": {
      const apply = (type === "f64" ? ON_F64 : ON_F32)[operation];
      if (apply === undefined) throw new InternalError(`${operation} has no meaning on ${type}`);
      return apply as Combine;
    }
    case "i32":
      return ON_I32[operation] as Combine;
    case "u32":
      return ON_U32[operation] as Combine;
    case "i64":
      return ON_I64[operation] as Combine;
    case "u64":
      return ON_U64[operation] as Combine;
    default:
      return type satisfies never;
  }
}

type OnFloats = Partial<Record<BinaryOperation, OnNumbers>>;

const ON_F64: OnFloats = {
  add: (left, right) => left + right,
  multiply: (left, right) => left * right,
  min: (left, right) => Math.min(left, right),
  max: (left, right) => Math.max(left, right),
};

// Rounding the f64 result once more is innocuous for + and × of two f32 (53 ≥ 2·24 + 2).
const ON_F32: OnFloats = {
  add: (left, right) => Math.fround(left + right),
  multiply: (left, right) => Math.fround(left * right),
  min: (left, right) => Math.min(left, right),
  max: (left, right) => Math.max(left, right),
};

const ON_I32: Record<BinaryOperation, OnNumbers> = {
  add: (left, right) => (left + right) | 0,
  multiply: (left, right) => Math.imul(left, right),
  min: (left, right) => Math.min(left, right),
  max: (left, right) => Math.max(left, right),
  and: (left, right) => left & right,
  or: (left, right) => left | right,
  xor: (left, right) => left ^ right,
  shiftRight: (left, right) => left >> right,
  rotateLeft: (left, right) => (left << right) | (left >>> -right),
};

const ON_U32: Record<BinaryOperation, OnNumbers> = {
  add: (left, right) => (left + right) >>> 0,
  multiply: (left, right) => Math.imul(left, right) >>> 0,
  min: (left, right) => Math.min(left, right),
  max: (left, right) => Math.max(left, right),
  and: (left, right) => (left & right) >>> 0,
  or: (left, right) => (left | right) >>> 0,
  xor: (left, right) => (left ^ right) >>> 0,
  shiftRight: (left, right) => left >>> right,
  rotateLeft: (left, right) => ((left << right) | (left >>> -right)) >>> 0,
};

const ON_I64: Record<BinaryOperation, OnBigInts> = {
  add: (left, right) => BigInt.asIntN(64, left + right),
  multiply: (left, right) => BigInt.asIntN(64, left * right),
  min: smaller,
  max: larger,
  and: (left, right) => left & right,
  or: (left, right) => left | right,
  xor: (left, right) => left ^ right,
  shiftRight: (left, right) => left >> BigInt.asUintN(6, right),
  rotateLeft: (left, right) => BigInt.asIntN(64, rotate64(left, right)),
};

const ON_U64: Record<BinaryOperation, OnBigInts> = {
  add: (left, right) => BigInt.asUintN(64, left + right),
  multiply: (left, right) => BigInt.asUintN(64, left * right),
  min: smaller,
  max: larger,
  and: (left, right) => left & right,
  or: (left, right) => left | right,
  xor: (left, right) => left ^ right,
  shiftRight: (left, right) => left >> BigInt.asUintN(6, right),
  rotateLeft: (left, right) => BigInt.asUintN(64, rotate64(left, right)),
};

function rotate64(value: bigint, by: bigint): bigint {
  const distance = BigInt.asUintN(6, by);
  const unsigned = BigInt.asUintN(64, value);
  return (unsigned << distance) | (unsigned >> (64n - distance));
}

function smaller(left: bigint, right: bigint): bigint {
  if (left < right) return left;
  return right;
}

function larger(left: bigint, right: bigint): bigint {
  if (left > right) return left;
  return right;
}
