import { checkText } from "../../values/check-arguments.ts";
import { describeText } from "../../values/describe.ts";
import { FormatError } from "../../values/errors.ts";
import { LARGEST_VARIABLE } from "./check-proof.ts";
import type { ProofStep } from "./proof-step.ts";

/**
 * The steps of a proof in the text format of DRAT: a clause for each line, ended by 0, with a d before those that are deleted.
 *
 * @throws FormatError naming the line of what is wrong
 */
export function parseDrat(text: string): readonly ProofStep[] {
  const steps: ProofStep[] = [];
  checkText("text", text)
    .split("\n")
    .forEach((line, index) => {
      if (/^(c\b.*|\s*)$/.test(line)) return;
      const words = line.trim().split(/\s+/);
      const isDeletion = words[0] === "d";
      const literals = (isDeletion ? words.slice(1) : words).map(Number);
      if (
        !literals.every((literal) => Number.isInteger(literal) && Math.abs(literal) <= LARGEST_VARIABLE) ||
        literals.at(-1) !== 0 ||
        literals.indexOf(0) < literals.length - 1
      ) {
        const expected = "integers that end with 0, after a d where they are deleted";
        throw new FormatError("DRAT", expected, `line ${index + 1}: ${describeText(line, 60)}`);
      }
      steps.push({ kind: isDeletion ? "delete" : "add", literals: literals.slice(0, -1) });
    });
  return steps;
}
