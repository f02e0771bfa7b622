import { checkWidth } from "../../networks/network.ts";
import { runNetwork } from "../../networks/run-network.ts";
import { checkObject } from "../../values/check-arguments.ts";
import { InvalidArgumentError, UnsupportedError } from "../../values/errors.ts";
import { compileTerm } from "../programs/evaluate-term.ts";
import { expandProgram } from "../programs/expand-program.ts";
import { programBlockLength } from "./expand-hierarchical.ts";
import { checkHierarchicalProgram, type HierarchicalProgram } from "./hierarchical-program.ts";
import { copyHierarchical, type HierarchicalScan, type Row } from "./hierarchical-scan.ts";

/** Of all rows together: some hundred megabytes. */
const MOST_NUMBERS = 2 ** 23;

/**
 * The stage functions of a program at one shape, where K divides N: a scan of which the cost can be told, and from which `synthesizeHierarchical` can start.
 *
 * What the rows hold after the first stage decides the rest: as intervals that end at their rows follow each other in one way.
 *
 * @throws InvalidArgumentError where the program has no blocks of that length
 */
export function hierarchicalScanOf(
  given: HierarchicalProgram,
  shape: { readonly width: number; readonly blockCount: number },
): HierarchicalScan {
  const program = checkHierarchicalProgram(given);
  const { width, blockCount } = checkObject("shape", shape);
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
  checkSize(starts, blockCount, sentCount);
  const last: Row[] = [];
  starts.forEach((start, row) => {
    last.push([...(last[start - 1] ?? []), row]);
  });
  const sentOf = compileTerm(program.sent);
  const scan: HierarchicalScan = {
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
  return copyHierarchical(scan, "the scan of the program");
}

/** @throws UnsupportedError for rows of too many numbers: one of the middle stage is as long as all that was sent before it */
function checkSize(starts: readonly number[], blockCount: number, sentCount: number): void {
  const lengths: number[] = [];
  for (const start of starts) lengths.push((lengths[start - 1] ?? 0) + 1);
  const ofLast = lengths.reduce((sum, length) => sum + length, 0);
  const ofFirst = starts.reduce((sum, start, row) => sum + row - start + 1, 0);
  const count = ofFirst + ofLast + (sentCount * blockCount * blockCount) / 2;
  if (count <= MOST_NUMBERS) return;
  throw new UnsupportedError(
    "the stage functions of this shape as rows",
    `they have some ${Math.round(count)} numbers, and ${MOST_NUMBERS} are the most`,
    "take a smaller width, or other blocks",
  );
}

/** The last value of every block but the last one enters the next block. */
function isWanted(value: number, blockCount: number, sentCount: number): boolean {
  return value % sentCount === sentCount - 1 && value < (blockCount - 1) * sentCount;
}

function range(first: number, last: number): Row {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
