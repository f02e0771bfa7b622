// A hierarchical program's network at a shape, and whether that is a scan at every shape tried.
import { checkWidth, defineNetwork, type Network, type Step } from "../../networks/network.ts";
import { checkIntervals } from "../../networks/validators/check-intervals.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { compileCondition, compileTerm } from "../programs/evaluate-term.ts";
import { expandProgram } from "../programs/expand-program.ts";
import { checkHierarchicalProgram, type HierarchicalProgram } from "./hierarchical-program.ts";

/** Where a program was seen to be a scan: at every pair of these. */
export interface TestedShapes {
  readonly widths: readonly number[];
  readonly blockCounts: readonly number[];
}

/** A shape at which a program is no scan, and what is wrong there. */
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

/** A hierarchical program's steps at a shape, stage by stage. */
interface HierarchicalSteps {
  readonly first: readonly Step[];
  readonly middle: readonly Step[];
  readonly enter: readonly Step[];
  readonly last: readonly Step[];
}

/**
 * The network that a hierarchical program makes of N elements in K blocks. The last one may be shorter, or absent: a source is
 * below its destination, so that what stands before wire N is a scan again.
 *
 * @throws InvalidArgumentError for a bad width or count, and where T values do not fit in a block
 */
export function expandHierarchical(given: HierarchicalProgram, width: number, blockCount: number): Network {
  const program = checkHierarchicalProgram(given);
  const { first, middle, enter, last } = hierarchicalSteps(program, width, blockCount);
  const steps = [...first, ...middle, ...enter, ...last]
    .map((step) => step.filter(([, destination]) => destination < width))
    .filter((step) => step.length > 0);
  return defineNetwork(width, steps);
}

/**
 * The rows of a block, for N elements in K blocks: ⌈N/K⌉, or the power of two above where a program wants one.
 *
 * @throws InvalidArgumentError as above
 */
export function programBlockLength(
  { sentCount, lengths }: Pick<HierarchicalProgram, "sentCount" | "lengths">,
  width: number,
  blockCount: number,
): number {
  checkWidth(width);
  if (!Number.isInteger(blockCount) || blockCount < 1 || blockCount > width) {
    throw new InvalidArgumentError("blockCount", `an integer from 1 to ${width}`, describe(blockCount));
  }
  const least = Math.ceil(width / blockCount);
  if (least < sentCount) {
    throw new InvalidArgumentError("blockCount", `such that a block has ${sentCount} rows`, `${blockCount}`);
  }
  return lengths === "any" ? least : 2 ** Math.ceil(Math.log2(least));
}

/** The same by stages, over all K whole blocks. */
function hierarchicalSteps(
  program: HierarchicalProgram,
  width: number,
  blockCount: number,
): HierarchicalSteps {
  const { sentCount, sent, first, middle, entry, last } = program;
  const length = programBlockLength(program, width, blockCount);
  const sentOf = compileTerm(sent);
  const wires = Array.from({ length: blockCount * sentCount }, (_, value) => {
    const block = Math.floor(value / sentCount);
    return block * length + sentOf({ N: length, T: sentCount, t: value % sentCount });
  });
  const isEntered = compileCondition(entry);
  const rows = Array.from({ length }, (_, row) => row).filter((row) => isEntered({ N: length, j: row }));
  const enter = Array.from({ length: blockCount - 1 }, (_, block) => block + 1).flatMap((block) =>
    rows.map((row) => [wires[block * sentCount - 1], block * length + row] as const),
  );
  return {
    first: inBlocks(expandProgram(first, length).steps, blockCount, length),
    middle: expandProgram(middle, wires.length).steps.map((step) =>
      step.map(([source, destination]) => [wires[source], wires[destination]]),
    ),
    enter: enter.length === 0 ? [] : [enter],
    last: inBlocks(expandProgram(last, length).steps, blockCount, length),
  };
}

/** The steps of one block in all of them at once. */
function inBlocks(steps: readonly Step[], blockCount: number, length: number): readonly Step[] {
  const starts = Array.from({ length: blockCount }, (_, block) => block * length);
  return steps.map((step) =>
    starts.flatMap((start) =>
      step.map(([source, destination]) => [start + source, start + destination] as const),
    ),
  );
}
