// What commands that open engines have in common.

import type { Option } from "commander";
import type { CommandIo } from "../../io.ts";
import { optionOf, wholeNumber } from "../../options/parse.ts";
import { printableLine } from "../../safe-text.ts";

export function processesOption(least: number, description: string): Option {
  return optionOf("--processes <n>", description, wholeNumber("processes", least, 1024));
}

/** Tells a warning in a line. */
export function warnOn({ stderr }: CommandIo): (text: string) => void {
  return (text) => void stderr.write(`samebits: ${printableLine(text)}\n`);
}
