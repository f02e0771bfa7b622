import { MAX_WIDTH } from "../../networks/network.ts";
import { checkInteger, checkObject } from "../../values/check-arguments.ts";

import { InvalidArgumentError } from "../../values/errors.ts";
import type { HierarchicalShape } from "./hierarchical-scan.ts";

/** @throws InvalidArgumentError unless K divides N and T values fit in a block */
export function checkShape(shape: HierarchicalShape): void {
  const { width, blockCount, sentCount } = checkObject("shape", shape);
  checkInteger("width", width, 1, MAX_WIDTH);
  checkInteger("blockCount", blockCount, 1, width);
  if (width % blockCount !== 0) {
    throw new InvalidArgumentError("blockCount", `a divisor of the width ${width}`, String(blockCount));
  }
  checkInteger("sentCount", sentCount, 1, width / blockCount);
}
