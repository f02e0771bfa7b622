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

/** @throws InvalidArgumentError naming what is no whole number, or a width above 128 */
export function checkBounds({ width, depth, size, readers }: NetworkBounds): void {
  checkInteger("width", width, 1, MAX_EXACT_WIDTH);
  checkInteger("depth", depth, 0);
  checkInteger("size", size, 0);
  if (readers !== undefined) checkInteger("readers", readers, 1);
}

function checkInteger(argument: string, value: number, least: number, most = 2 ** 31 - 1): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new InvalidArgumentError(argument, `a whole number from ${least} to ${most}`, String(value));
}
