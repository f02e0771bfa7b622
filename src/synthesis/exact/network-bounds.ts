import { checkInteger } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-option-names.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";

/** What a scan of `width` wires is to keep within. */
export interface NetworkBounds {
  readonly width: number; // N
  readonly depth: number; // steps
  readonly size: number; // combines
  readonly readers?: number; // combines that read one value, at most; no bound when absent
}

/** Widths beyond this give formulas that no solver has the memory for: there are N³/6 ways to make an interval of two. */
const MAX_EXACT_WIDTH = 128;

/** Steps in which a circuit of the largest width has every interval, one after another. */
const MAX_DEPTH = (MAX_EXACT_WIDTH * (MAX_EXACT_WIDTH - 1)) / 2;

const MOST = 2 ** 31 - 1;

/** @throws InvalidArgumentError naming what is no whole number, or a width above 128 */
export function checkBounds(bounds: NetworkBounds): void {
  if (typeof bounds !== "object" || bounds === null) {
    throw new InvalidArgumentError("bounds", "bounds, { width, depth, size }", describe(bounds));
  }
  checkOptionNames(bounds, ["width", "depth", "size", "readers"]);
  const { width, depth, size, readers } = bounds;
  checkInteger("width", width, 1, MAX_EXACT_WIDTH);
  checkInteger("depth", depth, 0, MAX_DEPTH);
  checkInteger("size", size, 0, MOST);
  if (readers !== undefined) checkInteger("readers", readers, 1, MOST);
}
