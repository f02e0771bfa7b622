import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { checkLiterals } from "../check-cnf.ts";
import type { ProofStep } from "./proof-step.ts";

/** What four groups of seven bits hold beside the sign, and a little more: literals of both formats of DRAT stay below it. */
export const LARGEST_VARIABLE = 2 ** 30 - 1;

/** @throws InvalidArgumentError for what is no proof, naming the step */
export function checkProof(given: unknown): asserts given is readonly ProofStep[] {
  if (!Array.isArray(given)) throw new InvalidArgumentError("proof", "an array of steps", describe(given));
  for (const [index, step] of given.entries()) {
    const place = `proof[${index}]`;
    const { kind, literals } = (step ?? {}) as Partial<ProofStep>;
    if (kind !== "add" && kind !== "delete") {
      const expected = 'a step, { kind: "add" or "delete", literals }';
      throw new InvalidArgumentError(place, expected, describe(step));
    }
    checkLiterals(literals, LARGEST_VARIABLE, `${place}.literals`);
  }
}
