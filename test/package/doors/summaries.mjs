import { prepare } from "samebits";
import { summaryAlgebra } from "samebits/summaries";

export function probe() {
  const { append, empty, observe } = summaryAlgebra(prepare({ type: "f64" }).contract);
  return observe(append(empty(0), Float64Array.of(1, 2, 3)));
}
