import type * as main from "samebits";
import { f32, operator, select, u32 } from "samebits/operators";

/** The doors that everyday work runs through: both have these, and `samebits` has library memory too. */
type Door = Pick<
  typeof main,
  "exclusiveScan" | "hashArray" | "inclusiveScan" | "prepare" | "reduce" | "toHex"
> &
  Partial<Pick<typeof main, "allocate">>;

const LENGTH = 10_007;

const firstLargest = operator({ value: f32, index: u32 }, (left, right) =>
  select(left.value.less(right.value), right, left),
);

/** A few of everything that a page would do, as bits: every element type, arrays of one's own and of the library, records. */
export function everyday(door: Door): Readonly<Record<string, string>> {
  const f64 = Float64Array.from({ length: LENGTH }, (_, i) => (i % 97) * 0.1 - (i % 31) * 1e10);
  const narrow = Float32Array.from(f64);
  const whole = Int32Array.from(f64, (_, i) => Math.imul(i, 0x9e3779b1));
  const long = BigUint64Array.from(whole, (value) => BigInt(value) ** 2n);
  const index = Uint32Array.from({ length: LENGTH }, (_, i) => i);
  const largest = door.reduce({ value: narrow, index }, { operator: firstLargest });
  return {
    short: door.toHex("f64", door.reduce(f64.subarray(0, 5))),
    "f64 scan": door.hashArray(door.inclusiveScan(f64)),
    "f64 reduce": door.toHex("f64", door.reduce(f64)),
    "f64 exclusive": door.hashArray(door.exclusiveScan(f64, { initial: -0 })),
    "f64 left fold": door.hashArray(door.inclusiveScan(f64, { expression: "left-fold" })),
    "f64 bisection": door.toHex("f64", door.reduce(f64, { expression: "bisection" })),
    "f64 backward": door.hashArray(door.inclusiveScan(f64, { direction: "backward" })),
    "f32 scan": door.hashArray(door.inclusiveScan(narrow)),
    "f32 in f64": door.hashArray(door.inclusiveScan(narrow, { accumulate: "f64" })),
    "i32 max": door.hashArray(door.inclusiveScan(whole, { operator: "max" })),
    "u64 multiply": door.hashArray(door.inclusiveScan(long, { operator: "multiply" })),
    records: `${largest.value} ${largest.index}`,
    ...libraryMemory(door, f64),
  };
}

/** The same scan where the kernels are, after memory was asked for that makes the library grow if it can. */
function libraryMemory(
  { allocate, ...door }: Door,
  elements: Float64Array,
): Readonly<Record<string, string>> {
  if (allocate === undefined) return {};
  const input = allocate("f64", elements.length);
  input.array.set(elements);
  const large = allocate("f64", 1 << 20);
  const output = allocate("f64", elements.length);
  try {
    door.inclusiveScan(input.array, { output: output.array });
    door.inclusiveScan(large.array, { output: large.array });
    return {
      "library scan": door.hashArray(output.array),
      "library zeros": door.hashArray(large.array),
      "library to own": door.hashArray(door.inclusiveScan(input.array)),
      "library reduce": door.toHex("f64", door.reduce(input.array)),
    };
  } finally {
    for (const each of [input, large, output]) each.release();
  }
}
