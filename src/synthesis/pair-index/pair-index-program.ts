import { add, ceilLog2, compare, integer, multiply, WIDTH } from "../programs/build-terms.ts";
import type { IndexTerm } from "../programs/index-term.ts";
import type { NetworkProgram } from "../programs/network-program.ts";
import { type IndexFunction, indexFunctionTerm } from "./index-function.ts";

/**
 * A loop program in the published form: pair j of step i of a phase is (f(i, j), g(i, j)), for all j with g(i, j) < N.
 */
export interface PairIndexProgram {
  readonly phases: readonly PairIndexPhase[];
}

export interface PairIndexPhase {
  readonly first: WidthForm; // the lowest value of i
  readonly count: WidthForm; // h(N), how many values i takes
  readonly direction: "up" | "down";
  readonly f: IndexFunction; // the source
  readonly g: IndexFunction; // the destination
}

/** logs·⌈log2 N⌉ + widths·N + constant. */
export interface WidthForm {
  readonly logs: number;
  readonly widths: number;
  readonly constant: number;
}

/** The same program as every emitter and prover takes it. */
export function networkProgramOf({ phases }: PairIndexProgram): NetworkProgram {
  return {
    phases: phases.map(({ first, count, direction, f, g }) => {
      const destination = indexFunctionTerm(g);
      return {
        first: widthFormTerm(first),
        count: widthFormTerm(count),
        direction,
        guard: compare(destination, "less", WIDTH),
        source: indexFunctionTerm(f),
        destination,
      };
    }),
  };
}

export function widthFormTerm({ logs, widths, constant }: WidthForm): IndexTerm {
  const parts = [
    ...(logs === 0 ? [] : [multiply(integer(logs), ceilLog2(WIDTH))]),
    ...(widths === 0 ? [] : [multiply(integer(widths), WIDTH)]),
    integer(constant),
  ];
  return parts.reduce((sum, part) => add(sum, part));
}
