import { add, multiply } from "../../operators/built-in.ts";
import { affine } from "../../operators/combinators/affine.ts";
import { argMax } from "../../operators/combinators/arg-max.ts";
import { matrices2x2 } from "../../operators/combinators/matrices-2x2.ts";
import { runningMean } from "../../operators/combinators/running-mean.ts";
import { segmented } from "../../operators/combinators/segmented.ts";
import { defineOperator } from "../../operators/define-operator.ts";
import { type AnyOperator, OPERATORS, type Operator, type RecordOperator } from "../../operators/operator.ts";
import {
  type BinaryOperation,
  binary,
  bitcast,
  constant,
  convert,
  left,
  right,
  select,
  type Term,
  unary,
} from "../../operators/term.ts";
import { ELEMENT_TYPES, type ElementType, type Scalar } from "../../values/element-types.ts";
import type { RecordType } from "../../values/value-types.ts";
import { mixingOperator } from "./mixing-operator.ts";

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
  defineOperator({ isOn: "bool" }, [on("or", on("xor", left("bool"), constant("bool", 1)), right("bool"))], {
    name: "implication",
    start: [1],
  }),
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
  on("add", on("add", l, r), on("multiply", l, r)),
);

/** `l + r`, or the largest value where that is more. Associative. */
const saturatingAdd: Operator = ofType("u32", "saturating-add", 0, (l, r) => {
  const sum = on("add", l, r);
  return select(on("less", sum, l), constant("u32", 0xffff_ffff), sum);
});

/** The hypotenuse, with a rounding in between that no wider type may skip. */
const hypotenuse = ofType("f32", "hypotenuse", 0, (l, r) =>
  unary("sqrt", on("add", on("multiply", l, l), on("multiply", r, r))),
);

/** Divisions, remainders, shifts by data and conversions through a float, of which SIMD has none. */
const divisions = ofType("i32", "divisions", undefined, (l, r) => {
  const quotient = on("divide", on("subtract", on("multiply", l, constant("i32", 3)), r), r);
  const shifted = on("shiftRight", l, on("and", r, constant("i32", 7)));
  const third = convert("i32", on("divide", convert("f64", r), constant("f64", 3)));
  return on("add", on("xor", quotient, shifted), on("add", third, on("remainder", l, r)));
});

/** The same in 64 bits, unsigned, with counts of bits and a narrower type on the way. */
const narrowings = ofType("u64", "narrowings", 1n, (l, r) => {
  const narrow = convert("u64", convert("i32", on("add", l, on("shiftLeft", r, l))));
  const counts = on("add", unary("countOnes", l), unary("countLeadingZeros", r));
  return on("add", on("divide", on("xor", l, narrow), on("or", r, constant("u64", 1n))), counts);
});

/** The larger distance from zero, the left one of equals. */
const largerMagnitude = ofType("i64", "larger-magnitude", 0n, (l, r) =>
  select(on("less", unary("abs", l), unary("abs", r)), r, l),
);

/** A mean that is rounded to an integer, through the bits of a float: signs of zero and NaNs come to light. */
const roundedMean = ofType("f64", "rounded-mean", undefined, (l, r) => {
  const mean = unary("roundEven", on("multiply", on("add", l, r), constant("f64", 0.5)));
  const isNegative = on("less", bitcast("i64", mean), constant("i64", 0n));
  return select(isNegative, on("min", l, mean), on("max", r, mean));
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

function on(operation: BinaryOperation, first: Term, second: Term): Term {
  return binary(operation, first, second);
}
