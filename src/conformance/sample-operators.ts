// Why: an executor that serves the built-in operators has proved nothing about those of users. These are such, and some tell from each value which tree made it.
import { add, multiply } from "../operators/built-in.ts";
import { affine } from "../operators/combinators/affine.ts";
import { argMax } from "../operators/combinators/arg-by.ts";
import { matrices2x2 } from "../operators/combinators/matrices-2x2.ts";
import { runningMean } from "../operators/combinators/running.ts";
import { segmented } from "../operators/combinators/segmented.ts";
import { defineOperator, type OperatorOf } from "../operators/define-operator.ts";
import { type AnyOperator, OPERATORS, type Operator, type RecordOperator } from "../operators/operator.ts";
import {
  binary,
  bitcast,
  constant,
  convert,
  left,
  right,
  select,
  type Term,
  unary,
} from "../operators/term.ts";
import {
  ELEMENT_TYPES,
  type ElementType,
  SCALAR_TYPE_FACTS,
  type Scalar,
  type ScalarType,
} from "../values/element-types.ts";
import { columnsOf, type RecordType, type ValueType } from "../values/value-types.ts";

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
      .reduce((sum, term) => binary("add", binary("multiply", sum, number(word, 0x9e3779b97f4a7c15n)), term));
  const both = binary(
    "add",
    binary("multiply", side(left), number(word, 0xc2b2ae3d27d4eb4fn)),
    binary("rotateLeft", side(right), number(word, 13n)),
  );
  const folded = binary(
    "multiply",
    binary("xor", both, binary("shiftRight", both, number(word, 15n))),
    ODD(word),
  );
  return binary("xor", folded, binary("shiftRight", folded, number(word, 16n)));
}

const ODD = (word: Word): Term => number(word, 0xd6e8feb86659fd93n);

/** A column of its own, different from its neighbours', of the mixture. */
function columnOf(type: ScalarType, word: Word, mixed: Term, index: number): Term {
  const own = binary("multiply", mixed, number(word, BigInt(2 * index + 3)));
  switch (type) {
    case "f64":
      return bitcast("f64", oneToTwo("u64", own, 0xf_ffff_ffff_ffffn, 0x3ff0_0000_0000_0000n));
    case "f32":
      return bitcast("f32", oneToTwo("u32", convert("u32", own), 0x7f_ffffn, 0x3f80_0000n));
    case "bool":
      return binary("equal", binary("and", own, number(word, 4n)), number(word, 4n));
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
  return binary("or", binary("and", bits, number(word, mantissa)), number(word, one));
}

/** The bits of a value as a word, a float's as they are observed. */
function wordOf(word: Word, term: Term): Term {
  if (term.type === "f64") return bitcast("u64", term);
  return convert(word, term.type === "f32" ? bitcast("u32", term) : term);
}

function number(word: Word, value: bigint): Term {
  return constant(word, word === "u64" ? value : Number(BigInt.asUintN(32, value)));
}

/** Fingerprints of trees in every element type. */
export const SCALAR_FINGERPRINTS: readonly Operator[] = ELEMENT_TYPES.map((type) => mixingOperator(type));

/** Fingerprints of trees in records: of one width, with bools, of mixed widths, nested. */
export const RECORD_FINGERPRINTS: readonly RecordOperator[] = fingerprintsOf([
  { a: "u32", b: "i32", isOn: "bool" },
  { a: "u64", isOn: "bool" },
  { a: "u64", b: "u32" },
  { position: { x: "f32", y: "f64" }, id: "i64", mark: { isOn: "bool" } },
]);

/**
 * And in records that are hardly records: each type of a column alone, which executors may pack as they pack elements, and bools alone,
 * whose width in an array is not that of a register. A single bit has no room for a mixture: what tells trees apart is that implication is
 * neither associative nor commutative.
 */
export const COLUMN_FINGERPRINTS: readonly RecordOperator[] = [
  defineOperator(
    { isOn: "bool" },
    [binary("or", binary("xor", left("bool"), constant("bool", 1)), right("bool"))],
    {
      name: "implication",
      start: [1],
    },
  ),
  ...fingerprintsOf([
    { mark: { isOn: "bool" }, isSet: "bool" },
    ...ELEMENT_TYPES.map((type) => ({ value: type })),
  ]),
];

function fingerprintsOf(types: readonly RecordType[]): readonly RecordOperator[] {
  return types.map((type) => mixingOperator<RecordType>(type));
}

/** `l + r + l·r`. It has a built-in's name on purpose: what it is, only its term says. */
const sumAndProduct: Operator = ofType("f64", "add", 0, (l, r) =>
  binary("add", binary("add", l, r), binary("multiply", l, r)),
);

/** `l + r`, or the largest value where that is more. Associative. */
const saturatingAdd: Operator = ofType("u32", "saturating-add", 0, (l, r) => {
  const sum = binary("add", l, r);
  return select(binary("less", sum, l), constant("u32", 0xffff_ffff), sum);
});

/** The hypotenuse, with a rounding in between that no wider type may skip. */
const hypotenuse = ofType("f32", "hypotenuse", 0, (l, r) =>
  unary("sqrt", binary("add", binary("multiply", l, l), binary("multiply", r, r))),
);

/** Divisions, remainders, shifts by data and conversions through a float: SIMD has none of these. */
const divisions = ofType("i32", "divisions", undefined, (l, r) => {
  const quotient = binary("divide", binary("subtract", binary("multiply", l, constant("i32", 3)), r), r);
  const shifted = binary("shiftRight", l, binary("and", r, constant("i32", 7)));
  const third = convert("i32", binary("divide", convert("f64", r), constant("f64", 3)));
  return binary("add", binary("xor", quotient, shifted), binary("add", third, binary("remainder", l, r)));
});

/** The same in 64 bits, unsigned, with counts of bits and a narrower type on the way. */
const narrowings = ofType("u64", "narrowings", 1n, (l, r) => {
  const narrow = convert("u64", convert("i32", binary("add", l, binary("shiftLeft", r, l))));
  const counts = binary("add", unary("countOnes", l), unary("countLeadingZeros", r));
  return binary(
    "add",
    binary("divide", binary("xor", l, narrow), binary("or", r, constant("u64", 1n))),
    counts,
  );
});

/** The larger distance from zero, the left one of equals. */
const largerMagnitude = ofType("i64", "larger-magnitude", 0n, (l, r) =>
  select(binary("less", unary("abs", l), unary("abs", r)), r, l),
);

/** A mean that is rounded to an integer, through the bits of a float: signs of zero and NaNs come to light. */
const roundedMean = ofType("f64", "rounded-mean", undefined, (l, r) => {
  const mean = unary("roundEven", binary("multiply", binary("add", l, r), constant("f64", 0.5)));
  const isNegative = binary("less", bitcast("i64", mean), constant("i64", 0n));
  return select(isNegative, binary("min", l, mean), binary("max", r, mean));
});

/** Operators such as users write, over single elements of each type: right and wrong values differ in their bits. */
export const SCALAR_SAMPLES: readonly Operator[] = [
  sumAndProduct,
  roundedMean,
  hypotenuse,
  saturatingAdd,
  divisions,
  narrowings,
  largerMagnitude,
];

/** The largest value with the lowest index of equal ones. Associative and commutative. */
const largestWithIndex: RecordOperator = argMax("f32");

/** Maps `x ↦ x·scale + offset`, one after the other. */
const affineMaps: RecordOperator = affine(add, multiply, "f64");

/** Associative, as unsigned integers wrap. */
const matrices: RecordOperator = matrices2x2(add, multiply, "u32");

/** Operators such as users write, over records. */
export const RECORD_SAMPLES: readonly RecordOperator[] = [
  largestWithIndex,
  affineMaps,
  matrices,
  segmented(add, "f64"),
  runningMean("f32"),
];

/** A few of all kinds, for a table. */
export const WITNESS_SAMPLES: readonly AnyOperator[] = [
  OPERATORS.mark({ ...sumAndProduct, name: "sum-and-product" }),
  saturatingAdd,
  largestWithIndex,
  affineMaps,
];

/** Some of these as they are where their associativity is proved, as it can be: the suite takes it as given. */
export const ASSOCIATIVE_SAMPLES: readonly AnyOperator[] = [
  OPERATORS.mark({ ...saturatingAdd, isAssociative: () => true }),
  OPERATORS.mark({ ...largerMagnitude, isAssociative: () => true }),
  OPERATORS.mark({ ...largestWithIndex, isAssociative: true }),
  OPERATORS.mark({ ...matrices, isAssociative: true }),
];

function ofType(
  type: ElementType,
  name: string,
  start: Scalar | undefined,
  body: (l: Term, r: Term) => Term,
): Operator {
  const facts = start === undefined ? { name } : { name, start: [start] };
  return defineOperator(type, [body(left(type), right(type))], facts);
}
