import { add, BUILT_IN_OPERATORS, ELEMENT_TYPES } from "samebits";
import { mixingOperator } from "samebits/conformance";
import { argMax, op, runningVariance, segmented } from "samebits/operators";

/** @typedef {import("samebits").ValueType} ValueType */

/**
 * An operator on a type.
 *
 * @typedef {object} Subject
 * @property {ValueType} type  of the input
 * @property {ValueType} sum  of the output
 * @property {object} options  for `prepare`
 * @property {boolean} isFast  on every executor, so that it may have longer inputs
 */

/** Nested, of mixed widths, with bools. @type {ValueType} */
const RECORD = { position: { x: "f32", y: "f64" }, id: "i64", mark: { isOn: "bool" } };

// Rounding, saturation, bits of floats: where engines and instruction sets differ first.
const conversions = op`operator conversions (left: { value: f64, bits: i64, narrow: f32, index: u32 }, right) =>
  let mean = sqrt(abs(left.value * right.value)) in
  {
    value: round_even(mean) + min(left.value, right.value),
    bits: bitcast_i64(mean) ^ i64(right.value * 1e18) ^ left.bits,
    narrow: f32(left.bits) + f32(mean) / right.narrow,
    index: u32(right.narrow) + count_leading_zeros(left.index) + rotate_left(right.index, left.index)
  }
start { value: 1, bits: 0, narrow: 1, index: 0 }`;

const RECORDS = [
  mixingOperator(RECORD),
  mixingOperator({ a: "u64", isOn: "bool" }),
  argMax("f64"),
  segmented(add, "f32"),
  runningVariance("f64"),
  /** @type {import("samebits/operators").RecordOperator} */ (conversions), // a template does not tell its type
];

/** Everything that is fingerprinted. @returns {readonly Subject[]} */
export function subjects() {
  return [
    ...BUILT_IN_OPERATORS.flatMap((operator) =>
      operator.types.map((type) =>
        subject({ operator, type }, type, { isFast: operator === add && type === "f64" }),
      ),
    ),
    subject({ operator: add, type: "f32", accumulate: "f64" }, "f32", { sum: "f64" }),
    subject({ operator: add, type: "i32", accumulate: "i64" }, "i32", { sum: "i64" }),
    ...ELEMENT_TYPES.map((type) =>
      subject({ operator: mixingOperator(type), type }, type, { isFast: type === "u32" }),
    ),
    ...RECORDS.map((operator) => subject({ operator }, operator.type)),
  ];
}

/** @param {object} options @param {ValueType} type @param {{ sum?: ValueType, isFast?: boolean }} facts @returns {Subject} */
function subject(options, type, { sum = type, isFast = false } = {}) {
  return { type, sum, options, isFast };
}
