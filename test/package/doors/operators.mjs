import { op, printOperator } from "samebits/operators";

export function probe() {
  return printOperator(op`(left: u32, right) => left + min(right, ~left)`);
}
