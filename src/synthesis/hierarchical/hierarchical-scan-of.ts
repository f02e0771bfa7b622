import { checkWidth } from "../../networks/network.ts";
import { runNetwork } from "../../networks/run-network.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { compileTerm } from "../programs/compile-term.ts";
import { expandProgram } from "../programs/expand-program.ts";
import { programBlockLength } from "./expand-hierarchical.ts";
import type { HierarchicalProgram } from "./hierarchical-program.ts";
import type { HierarchicalScan, Row } from "./hierarchical-scan.ts";

/**
 * The stage functions of a program at one shape, where K divides N: a scan of which the cost can be told, and from which `synthesizeHierarchical` can start.
 *
 * What the rows hold after the first stage decides the rest: as intervals that end at their rows follow each other in one way.
 *
 * @throws InvalidArgumentError where blocks of that length are none of the program's
 */
export function hierarchicalScanOf(
  program: HierarchicalProgram,
  { width, blockCount }: { readonly width: number; readonly blockCount: number },
): HierarchicalScan {
  checkWidth(width);
  const { sentCount } = program;
  const length = programBlockLength(program, width, blockCount);
  if (length * blockCount !== width) {
    const expected = `a divisor of ${width} with blocks of ${program.lengths} lengths`;
    throw new InvalidArgumentError("blockCount", expected, String(blockCount));
  }
  const starts = runNetwork(
    expandProgram(program.first, length),
    Array.from({ length }, (_, row) => row),
    Math.min,
  );
  const last: Row[] = [];
  starts.forEach((start, row) => {
    last.push([...(last[start - 1] ?? []), row]);
  });
  const sentOf = compileTerm(program.sent);
  return {
    width,
    blockCount,
    sentCount,
    first: starts.map((start, row) => range(start, row)),
    sent: Array.from({ length: sentCount }, (_, t) => sentOf({ N: length, T: sentCount, t })),
    middle: Array.from({ length: blockCount * sentCount }, (_, value) =>
      isWanted(value, blockCount, sentCount) ? range(0, value) : [value],
    ),
    bases: starts.map((start, row) => (start < row ? "first" : "element")),
    entries: Array.from({ length: blockCount }, (_, block) =>
      starts.map((start) => (block > 0 && start === 0 ? block * sentCount - 1 : undefined)),
    ),
    last,
  };
}

/** The last value of every block but the last one enters the next block. */
function isWanted(value: number, blockCount: number, sentCount: number): boolean {
  return value % sentCount === sentCount - 1 && value < (blockCount - 1) * sentCount;
}

function range(first: number, last: number): Row {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
