import { checkIntervals } from "../../networks/validators/check-intervals.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { expandHierarchical } from "./expand-hierarchical.ts";
import type { HierarchicalProgram } from "./hierarchical-program.ts";

/** Where a program was seen to be a scan: at every pair of these. */
export interface TestedShapes {
  readonly widths: readonly number[];
  readonly blockCounts: readonly number[];
}

export interface ShapeFault {
  readonly width: number;
  readonly blockCount: number;
  readonly fact: string;
}

const WIDTHS = [...Array.from({ length: 24 }, (_, index) => index + 1), 31, 32, 33, 64, 100, 257];
const BLOCK_COUNTS = [1, 2, 3, 5, 8];

/** The first shape at which a program is no scan for associative operators. Blocks that are shorter than what they send are left out. */
export function findShapeFault(program: HierarchicalProgram): {
  readonly shapes: TestedShapes;
  readonly fault: ShapeFault | undefined;
} {
  const shapes = { widths: WIDTHS, blockCounts: BLOCK_COUNTS };
  for (const width of WIDTHS) {
    for (const blockCount of BLOCK_COUNTS) {
      if (Math.ceil(width / blockCount) < program.sentCount || blockCount > width) continue;
      const fact = faultAt(program, width, blockCount);
      if (fact !== undefined) return { shapes, fault: { width, blockCount, fact } };
    }
  }
  return { shapes, fault: undefined };
}

function faultAt(program: HierarchicalProgram, width: number, blockCount: number): string | undefined {
  try {
    const verdict = checkIntervals(expandHierarchical(program, width, blockCount));
    return verdict.holds ? undefined : `output ${verdict.output} is ${verdict.computes}`;
  } catch (error) {
    if (error instanceof InvalidArgumentError) return error.message; // a term without a value there
    throw error;
  }
}
