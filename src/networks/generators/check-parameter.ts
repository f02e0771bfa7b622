import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { MAX_WIDTH } from "../network.ts";

/** @throws InvalidArgumentError unless it is an integer from `least` to 65,536 */
export function checkParameter(argument: string, value: number, least: number): void {
  if (Number.isInteger(value) && value >= least && value <= MAX_WIDTH) return;
  throw new InvalidArgumentError(argument, `an integer from ${least} to ${MAX_WIDTH}`, describe(value));
}
