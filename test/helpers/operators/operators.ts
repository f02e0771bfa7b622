import { defineOperator } from "../../../src/operators/define-operator.ts";
import { OPERATORS, type RecordOperator } from "../../../src/operators/operator.ts";
import {
  binary,
  bitcast,
  constant,
  convert,
  left,
  right,
  select,
  type Term,
} from "../../../src/operators/term.ts";
import type { Scalar } from "../../../src/values/element-types.ts";
import { type Column, type ColumnArray, newColumn } from "../../../src/values/value-types.ts";
import { hostileScalars, type Pick, randomBody, randomRecordType } from "./terms.ts";

// Operators that the tests of several rooms share, written as terms by hand. Reached by no door.

/** The larger value and where it stands, the left one of equals. It has a start. */
export const largest = defineOperator(
  { value: "f32", index: "u32" },
  (["f32", "u32"] as const).map((type, column) =>
    select(binary("less", left("f32"), right("f32")), right(type, column), left(type, column)),
  ),
  { name: "largest", start: [Number.NEGATIVE_INFINITY, 0] },
);

/** `x ↦ scale·x + offset`, the left one first: not commutative, and rounding. */
export const affineMap = defineOperator(
  { scale: "f64", offset: "f64" },
  [
    binary("multiply", left("f64"), right("f64")),
    binary("add", binary("multiply", left("f64", 1), right("f64")), right("f64", 1)),
  ],
  { name: "affine-map" },
);

/** A sum that begins anew at every head. */
export const segmentedSum = defineOperator(
  { value: "i64", isHead: "bool" },
  [
    select(right("bool", 1), right("i64"), binary("add", left("i64"), right("i64"))),
    binary("or", left("bool", 1), right("bool", 1)),
  ],
  { name: "segmented-sum", start: [0n, 0] },
);

/** Everything of both sides mixed into columns of every type, nested: its values tell trees apart. */
export const fingerprint = defineFingerprint();

/** The operators above, without their types. */
export const RECORD_OPERATORS: readonly RecordOperator[] = [largest, affineMap, segmentedSum, fingerprint];

/** An operator as samebits/laws gives it back once it is proved to be associative. */
export function asProved(operator: RecordOperator): RecordOperator {
  return OPERATORS.mark({ ...operator, isAssociative: true });
}

/** `length` hostile records, as columns. */
export function hostileColumns(
  columns: readonly Column[],
  length: number,
  pick: Pick,
): readonly ColumnArray[] {
  return columns.map(({ type }) => {
    const scalars = hostileScalars(type);
    const column = newColumn(type, length) as { [index: number]: Scalar };
    for (let i = 0; i < length; i++) column[i] = scalars[pick(scalars.length)];
    return column as ColumnArray;
  });
}

function defineFingerprint() {
  const type = { position: { x: "f32", y: "u64" }, flags: { isOdd: "bool" }, count: "i32" } as const;
  const bitsOf = (side: typeof left): Term => {
    const parts = [
      convert("u64", bitcast("u32", side("f32", 0))),
      side("u64", 1),
      convert("u64", side("bool", 2)),
      convert("u64", side("i32", 3)),
    ];
    const factor = constant("u64", 0x9e37_79b9_7f4a_7c15n);
    return parts.reduce((sum, part) => binary("add", binary("multiply", sum, factor), part));
  };
  const turned = binary("rotateLeft", bitsOf(right), constant("u64", 29n));
  const sum = binary(
    "add",
    binary("multiply", bitsOf(left), constant("u64", 0xc2b2_ae3d_27d4_eb4fn)),
    turned,
  );
  const mixed = binary("xor", sum, binary("shiftRight", sum, constant("u64", 32n)));
  const isOdd = binary("equal", binary("and", mixed, constant("u64", 1n)), constant("u64", 1n));
  return defineOperator(
    type,
    [
      bitcast("f32", convert("u32", mixed)),
      mixed,
      isOdd,
      convert("i32", binary("shiftRight", mixed, constant("u64", 7n))),
    ],
    { name: "fingerprint" },
  );
}

/** An operator of random terms over random columns. */
export function randomOperator(pick: Pick): RecordOperator {
  // The body's columns are those of the type that the same picks give.
  const picks: number[] = [];
  const recorded = (length: number): number => {
    const picked = pick(length);
    picks.push(picked);
    return picked;
  };
  const { terms } = randomBody(recorded);
  let next = 0;
  return defineOperator(
    randomRecordType(() => picks[next++]),
    terms,
  );
}

/** Numbers below a length, the same for the same seed. */
export function pickFrom(seed: number): Pick {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  return (length) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % length;
  };
}
