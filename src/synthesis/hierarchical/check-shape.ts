import { MAX_WIDTH } from "../../networks/network.ts";
import { checkObject } from "../../values/check-object.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { HierarchicalShape } from "./hierarchical-scan.ts";

/** @throws InvalidArgumentError unless K divides N and T values fit in a block */
export function checkShape(shape: HierarchicalShape): void {
  const { width, blockCount, sentCount } = checkObject("shape", shape);
  checkInteger("width", width, MAX_WIDTH);
  checkInteger("blockCount", blockCount, width);
  if (width % blockCount !== 0) {
    throw new InvalidArgumentError("blockCount", `a divisor of the width ${width}`, String(blockCount));
  }
  checkInteger("sentCount", sentCount, width / blockCount);
}

function checkInteger(argument: string, value: number, largest: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= largest) return;
  throw new InvalidArgumentError(argument, `an integer from 1 to ${largest}`, describe(value));
}
