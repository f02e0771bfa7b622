import { onlineScan } from "samebits/streams";

export function probe() {
  const scan = onlineScan({ type: "f64" });
  return [Float64Array.of(0.1, 0.2), Float64Array.of(0.3)].map((chunk) => [...scan.push(chunk)]);
}
