import { exact, reduce } from "samebits/sums";

export function probe() {
  return reduce(Float64Array.of(1e300, 1, -1e300, 2), { expression: exact });
}
