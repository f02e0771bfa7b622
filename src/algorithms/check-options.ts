import { CONTRACT_OPTIONS } from "../contracts/resolve.ts";
import { checkOptionNames } from "../values/check-name.ts";

/** The output first: a loop that gives it gives nothing else as often, and each name before it costs a nanosecond. */
const OPTION_NAMES = ["output", ...CONTRACT_OPTIONS];

/** Refuses what is not an options object, and a name that no contract has. @throws InvalidArgumentError */
export function checkOptions(options: unknown): void {
  checkOptionNames(options, OPTION_NAMES);
}
