import { add, ceilLog2, compare, integer, multiply, WIDTH } from "../programs/build-terms.ts";
import type { IndexTerm } from "../programs/index-term.ts";
import type { NetworkProgram } from "../programs/network-program.ts";
import { copyPairIndex } from "./copy-pair-index.ts";
import { indexFunctionTerm } from "./index-function.ts";
import type { PairIndexProgram, WidthForm } from "./pair-index-model.ts";

/** The same program as every emitter and prover takes it. */
export function networkProgramOf(program: PairIndexProgram): NetworkProgram {
  const { phases } = copyPairIndex(program);
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

function widthFormTerm({ logs, widths, constant }: WidthForm): IndexTerm {
  const parts = [
    ...(logs === 0 ? [] : [multiply(integer(logs), ceilLog2(WIDTH))]),
    ...(widths === 0 ? [] : [multiply(integer(widths), WIDTH)]),
    integer(constant),
  ];
  return parts.reduce((sum, part) => add(sum, part));
}
