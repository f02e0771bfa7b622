import { javascriptExecutor } from "samebits";
import { accuracyOf } from "samebits/accuracy";

export async function probe() {
  const { condition } = await accuracyOf(javascriptExecutor, Float64Array.of(1, -1, 0.1));
  return condition;
}
