import { integer, subtract, THREAD, WIDTH } from "./build-terms.ts";
import { decodeProgram } from "./decode-program.ts";
import type { NetworkProgram } from "./network-program.ts";
import { substituteInCondition, substituteInTerm } from "./substitute.ts";

/**
 * The program of the networks for the other direction: at every width what `reverseNetwork` makes of its network.
 *
 * Threads keep their wire as their number where a program is in owner-computes form, so that it still is in that form.
 */
export function reverseProgram(given: NetworkProgram): NetworkProgram {
  const program = decodeProgram(given);
  const last = subtract(WIDTH, integer(1));
  const mirrored = subtract(last, THREAD);
  const phases = program.phases.map((phase) => {
    const isOwned = phase.destination.kind === "variable" && phase.destination.name === "j";
    const substitution = isOwned ? { j: mirrored } : {};
    const source = substituteInTerm(phase.source, substitution);
    return {
      ...phase,
      guard: substituteInCondition(phase.guard, substitution),
      source: subtract(last, source),
      destination: isOwned ? phase.destination : subtract(last, phase.destination),
    };
  });
  return { phases };
}
