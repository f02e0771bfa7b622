import { checkOptionNames } from "../values/check-option-names.ts";

const OPTION_NAMES = [
  "operator",
  "expression",
  "type",
  "accumulate",
  "direction",
  "initial",
  "initialPlacement",
  "determinism",
  "allowQuadratic",
  "output",
];

/** Refuses what is no options object, and a name that no contract has. @throws InvalidArgumentError */
export function checkOptions(options: unknown): void {
  checkOptionNames(options, OPTION_NAMES);
}
