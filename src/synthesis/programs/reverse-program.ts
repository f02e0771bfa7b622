import { integer, subtract, THREAD, WIDTH } from "./build-terms.ts";
import { decodeProgram } from "./decode-program.ts";
import { mapStatements, type NetworkProgram, type ProgramStatement } from "./network-program.ts";
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
  const reversed = ({ guard, source, destination }: ProgramStatement): ProgramStatement => {
    const isOwned = destination.kind === "variable" && destination.name === "j";
    const substitution = isOwned ? { j: mirrored } : {};
    return {
      guard: substituteInCondition(guard, substitution),
      source: subtract(last, substituteInTerm(source, substitution)),
      destination: isOwned ? destination : subtract(last, destination),
    };
  };
  return { phases: program.phases.map((phase) => mapStatements(phase, reversed)) };
}
