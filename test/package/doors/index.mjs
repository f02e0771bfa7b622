import { hashArray, inclusiveScan, reduce, toHex } from "samebits";

export function probe() {
  const elements = Float64Array.from({ length: 10_007 }, (_, i) => Math.fround(i * 0.1) - i * 1e10);
  return [toHex("f64", reduce(elements)), hashArray(inclusiveScan(elements))];
}
