import { blockDyadic, symbolic } from "samebits/expressions";

export function probe() {
  return symbolic(blockDyadic(2), 5);
}
