import { defineOperator, type OperatorOf } from "../../operators/define-operator.ts";
import {
  type BinaryOperation,
  binary,
  bitcast,
  constant,
  convert,
  left,
  right,
  type Term,
} from "../../operators/term.ts";
import { SCALAR_TYPE_FACTS, type ScalarType } from "../../values/element-types.ts";
import { columnsOf, type ValueType } from "../../values/value-types.ts";

/**
 * What treeHash is for u64, for any type: a user's operator that mixes every column of both sides into every column, neither
 * associative nor commutative, so that each value is a fingerprint of the tree that made it.
 *
 * Bits are mixed as u64 where the type has a column of 64 bits, else as u32. A float's value is one from 1 up to 2, whose mantissa is
 * the fingerprint: 52 bits of it, or 23; a bool is one bit. It starts an exclusive scan with ones, which are not an identity.
 */
export function mixingOperator<Type extends ValueType>(type: Type): OperatorOf<Type> {
  const columns = columnsOf(type);
  const isWide = columns.some((column) => SCALAR_TYPE_FACTS[column.type].bytes === 8);
  const word: Word = isWide ? "u64" : "u32";
  const mixed = mixture(
    word,
    columns.map((column) => column.type),
  );
  const terms = columns.map((column, index) => columnOf(column.type, word, mixed, index));
  const start = columns.map((column) => (SCALAR_TYPE_FACTS[column.type].isBigInt ? 1n : 1));
  return defineOperator(type, terms, { name: "mixing", start });
}

type Word = "u64" | "u32";

/** One word of the bits of both operands. */
function mixture(word: Word, types: readonly ScalarType[]): Term {
  const side = (operand: typeof left): Term =>
    types
      .map((type, column) => wordOf(word, operand(type, column)))
      .reduce((sum, term) => on("add", on("multiply", sum, number(word, 0x9e3779b97f4a7c15n)), term));
  const both = on(
    "add",
    on("multiply", side(left), number(word, 0xc2b2ae3d27d4eb4fn)),
    on("rotateLeft", side(right), number(word, 13n)),
  );
  const folded = on("multiply", on("xor", both, on("shiftRight", both, number(word, 15n))), ODD(word));
  return on("xor", folded, on("shiftRight", folded, number(word, 16n)));
}

const ODD = (word: Word): Term => number(word, 0xd6e8feb86659fd93n);

/** A column of its own, different from its neighbours', of the mixture. */
function columnOf(type: ScalarType, word: Word, mixed: Term, index: number): Term {
  const own = on("multiply", mixed, number(word, BigInt(2 * index + 3)));
  switch (type) {
    case "f64":
      return bitcast("f64", oneToTwo("u64", own, 0xf_ffff_ffff_ffffn, 0x3ff0_0000_0000_0000n));
    case "f32":
      return bitcast("f32", oneToTwo("u32", convert("u32", own), 0x7f_ffffn, 0x3f80_0000n));
    case "bool":
      return on("equal", on("and", own, number(word, 4n)), number(word, 4n));
    case "i64":
    case "u64":
    case "i32":
    case "u32":
      return convert(type, own);
    default:
      return type satisfies never;
  }
}

function oneToTwo(word: Word, bits: Term, mantissa: bigint, one: bigint): Term {
  return on("or", on("and", bits, number(word, mantissa)), number(word, one));
}

/** The bits of a value as a word, a float's as they are observed. */
function wordOf(word: Word, term: Term): Term {
  if (term.type === "f64") return bitcast("u64", term);
  return convert(word, term.type === "f32" ? bitcast("u32", term) : term);
}

function number(word: Word, value: bigint): Term {
  return constant(word, word === "u64" ? value : Number(BigInt.asUintN(32, value)));
}

function on(operation: BinaryOperation, first: Term, second: Term): Term {
  return binary(operation, first, second);
}
