// The operators that contracts know by name, as terms like anybody's.

import { checkName } from "../values/check-name.ts";
import {
  ELEMENT_TYPE_FACTS,
  ELEMENT_TYPES,
  type ElementType,
  extremes,
  type Scalar,
} from "../values/element-types.ts";
import { frozen } from "../values/frozen.ts";
import { OPERATORS, type Operator } from "./operator.ts";
import { type BinaryOperation, binary, constant, left, right, type Term } from "./term.ts";

const INTEGER_TYPES = ELEMENT_TYPES.filter((type) => !ELEMENT_TYPE_FACTS[type].isFloat);

/** `left + right`: rounded to nearest, ties to even, for floats; wrapping for integers. Starts at +0; its identity is −0. */
export const add: Operator = fromOperation("add", ELEMENT_TYPES, {
  start: (type) => ofType(type, 0),
  identity: (type) => (ELEMENT_TYPE_FACTS[type].isFloat ? -0 : ofType(type, 0)),
  isAssociative: isInteger,
});

/** `left × right`: rounded to nearest, ties to even, for floats; wrapping for integers. Starts at 1. */
export const multiply: Operator = fromOperation("multiply", ELEMENT_TYPES, {
  start: (type) => ofType(type, 1),
  identity: (type) => ofType(type, 1),
  isAssociative: isInteger,
});

/** The smaller operand: IEEE 754-2019 minimum for floats (NaN wins, −0 < +0). Starts at +∞ or the type's largest value. */
export const min: Operator = fromOperation("min", ELEMENT_TYPES, {
  start: (type) => extremes(type).largest,
  identity: (type) => extremes(type).largest,
  isAssociative: always,
});

/** The larger operand: IEEE 754-2019 maximum for floats (NaN wins, −0 < +0). Starts at −∞ or the type's smallest value. */
export const max: Operator = fromOperation("max", ELEMENT_TYPES, {
  start: (type) => extremes(type).smallest,
  identity: (type) => extremes(type).smallest,
  isAssociative: always,
});

/** Bitwise and, of integers. Starts at all ones. */
export const and: Operator = fromOperation("and", INTEGER_TYPES, {
  start: allOnes,
  identity: allOnes,
  isAssociative: always,
});

/** Bitwise or, of integers. Starts at 0. */
export const or: Operator = fromOperation("or", INTEGER_TYPES, {
  start: (type) => ofType(type, 0),
  identity: (type) => ofType(type, 0),
  isAssociative: always,
});

/** Bitwise exclusive or, of integers. Starts at 0. */
export const xor: Operator = fromOperation("xor", INTEGER_TYPES, {
  start: (type) => ofType(type, 0),
  identity: (type) => ofType(type, 0),
  isAssociative: always,
});

/** The constants of `treeHash`'s formula. */
export const TREE_HASH = {
  left: 0x9e3779b97f4a7c15n,
  right: 0xc2b2ae3d27d4eb4fn,
  rotation: 29n,
  added: 0x165667b19e3779f9n,
  mixed: 0xd6e8feb86659fd93n,
} as const;

/**
 * A fingerprint of the tree: u64, neither associative nor commutative, so that each output value identifies, up to 2^−64, the exact
 * expression that made it. `z = l·0x9E3779B97F4A7C15 + rotl(r, 29)·0xC2B2AE3D27D4EB4F + 0x165667B19E3779F9;
 * z ^= z>>>32; z ·= 0xD6E8FEB86659FD93; z ^= z>>>32`. It has no start and no identity.
 */
export const treeHash: Operator = OPERATORS.mark({
  kind: "operator",
  name: "tree-hash",
  types: ["u64"],
  term: treeHashTerm,
  start: () => undefined,
  identity: () => undefined,
  isAssociative: () => false,
  isCommutative: false,
});

/** Every built-in operator, in the order of the documentation. */
export const BUILT_IN_OPERATORS: readonly Operator[] = frozen([
  add,
  multiply,
  min,
  max,
  and,
  or,
  xor,
  treeHash,
]);

/** The built-in operator of that canonical name. @throws InvalidArgumentError naming the nearest one */
export function operatorNamed(name: string): Operator {
  const names = BUILT_IN_OPERATORS.map((operator) => operator.name);
  return BUILT_IN_OPERATORS[names.indexOf(checkName("operator", names, name))];
}

type Facts = Pick<Operator, "start" | "identity" | "isAssociative">;

function fromOperation(operation: BinaryOperation, types: readonly ElementType[], facts: Facts): Operator {
  return OPERATORS.mark({
    kind: "operator",
    name: operation,
    types,
    term: (type) => binary(operation, left(type), right(type)),
    isCommutative: true,
    ...facts,
  });
}

function treeHashTerm(): Term {
  const number = (value: bigint): Term => constant("u64", value);
  const foldHalves = (term: Term): Term => binary("xor", term, binary("shiftRight", term, number(32n)));
  const rotated = binary("rotateLeft", right("u64"), number(TREE_HASH.rotation));
  const mixed = binary(
    "add",
    binary(
      "add",
      binary("multiply", left("u64"), number(TREE_HASH.left)),
      binary("multiply", rotated, number(TREE_HASH.right)),
    ),
    number(TREE_HASH.added),
  );
  return foldHalves(binary("multiply", foldHalves(mixed), number(TREE_HASH.mixed)));
}

function ofType(type: ElementType, value: number): Scalar {
  return ELEMENT_TYPE_FACTS[type].isBigInt ? BigInt(value) : value;
}

function allOnes(type: ElementType): Scalar {
  return ELEMENT_TYPE_FACTS[type].isSigned ? ofType(type, -1) : extremes(type).largest;
}

function isInteger(type: ElementType): boolean {
  return !ELEMENT_TYPE_FACTS[type].isFloat;
}

function always(): boolean {
  return true;
}
