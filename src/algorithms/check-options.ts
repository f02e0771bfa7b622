import { CONTRACT_OPTIONS } from "../contracts/resolve.ts";
import { checkOptionNames } from "../values/check-name.ts";

const OPTION_NAMES = [...CONTRACT_OPTIONS, "output"];

/** Refuses what is not an options object, and a name that no contract has. @throws InvalidArgumentError */
export function checkOptions(options: unknown): void {
  checkOptionNames(options, OPTION_NAMES);
}
