import { type ElementArray, SCALAR_TYPE_FACTS } from "../../../values/element-types.ts";
import { columnType } from "../../../values/value-types.ts";
import { type EvenForm, FIXED_BITS, fixedOffset } from "./kernels/count-even.kernel.ts";

/** Thresholds in whose order numbers have evenly spaced ones, as countEven takes them. */
export interface EvenThresholds {
  readonly form: EvenForm;
  readonly low: number;
  readonly scale: number;
  readonly last: number; // how many are numbers
  readonly slack: number; // how far F is off at one of them, at most, as a fixed-point number
  readonly bounds: Float64Array | Float32Array; // a NaN, and the thresholds that are numbers
}

/**
 * How far F may be off, of 2^fractionBits. Elements that close to a threshold are compared with it: on lanes of f32 only where these stay few,
 * since an f64 is nearer.
 */
const MOST_SLACK = { f64: 1 / 2, f32: 1 / 64 } as const;

/** Bits of fractions, the more the fewer elements are close to a threshold, and for fewer thresholds. */
const FRACTION_BITS = { f64: [16, 4], f32: [12] } as const;

/** Undefined where no form is close enough. A search for each element is then the way. */
export function evenThresholds(sorted: ElementArray): EvenThresholds | undefined {
  const type = columnType(sorted);
  if (type === "i64" || type === "u64" || type === "bool") return undefined;
  const { isFloat } = SCALAR_TYPE_FACTS[type];
  const thresholds = numbersOf(sorted as Float64Array);
  // Comparisons of numbers take −0 for +0.
  if (thresholds.length < 2 || (isFloat && hasPositiveZero(thresholds))) return undefined;
  for (const lanes of type === "f32" ? (["f32", "f64"] as const) : (["f64"] as const)) {
    for (const fractionBits of FRACTION_BITS[lanes]) {
      const even = inForm({ type, lanes, fractionBits }, thresholds);
      if (even !== undefined) return even;
    }
  }
  return undefined;
}

/** What comes before the NaNs. */
function numbersOf(sorted: ArrayLike<number>): Float64Array {
  let { length } = sorted;
  while (length > 0 && Number.isNaN(sorted[length - 1])) length--;
  return new Float64Array(sorted).subarray(0, length);
}

function hasPositiveZero(values: Float64Array): boolean {
  const index = values.lastIndexOf(0); // which finds −0, too, and that comes first
  return index >= 0 && Object.is(values[index], 0);
}

function inForm(form: EvenForm, thresholds: Float64Array): EvenThresholds | undefined {
  const { lanes, fractionBits } = form;
  const last = thresholds.length;
  if (last >= 2 ** (FIXED_BITS[lanes] - fractionBits) - 1) return undefined;
  const rounded = lanes === "f32" ? Math.fround : (value: number): number => value;
  const low = thresholds[0];
  const scale = rounded((last - 1) / (thresholds[last - 1] - low));
  if (!(scale > 0 && Number.isFinite(scale))) return undefined;
  const unit = 2 ** fractionBits;
  const offset = fixedOffset(form);
  // F as the kernel computes it, operation by operation.
  const fixed = (value: number): number => {
    const scaled = rounded(rounded(value - low) * scale);
    const sum = rounded(Math.min(last - 0.5, Math.max(-0.5, scaled)) + offset);
    return (sum - (offset - 1)) * unit;
  };
  let slack = 0;
  for (let j = 0; j < last; j++) slack = Math.max(slack, Math.abs(fixed(thresholds[j]) - (j + 1) * unit));
  if (!(slack < MOST_SLACK[lanes] * unit)) return undefined;
  const bounds = lanes === "f32" ? new Float32Array(last + 1) : new Float64Array(last + 1);
  bounds[0] = Number.NaN;
  bounds.set(thresholds, 1);
  return { form, low, scale, last, slack, bounds };
}
