// The meaning of a hierarchical scan, word by word as it is defined.
import type { Combine } from "../../networks/run-network.ts";
import { checkFunction } from "../../values/check-arguments.ts";
import { copyElements } from "../../values/check-arrays.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { blockLengthOf, copyHierarchical, type HierarchicalScan, type Row } from "./hierarchical-scan.ts";

/**
 * What the three stages make of these elements, word by word as the definition has it: the inclusive scan, where it is one.
 *
 * Every row is combined from the left, nothing is shared between rows.
 *
 * @throws LengthMismatchError unless there are N elements; InvalidArgumentError for a row without base and entry
 */
export function applyHierarchical<Value>(
  scan: HierarchicalScan,
  elements: ArrayLike<Value>,
  combine: Combine<Value>,
): Value[] {
  const checked = copyHierarchical(scan);
  const values = copyElements("elements", elements, checked.width);
  checkFunction("combine", combine);
  return runHierarchical(checked, values, combine);
}

/** The same for a scan that was looked at. */
export function runHierarchical<Value>(
  scan: HierarchicalScan,
  elements: readonly Value[],
  combine: Combine<Value>,
): Value[] {
  const blocks = blocksOf(scan, elements);
  const firsts = blocks.map((block) => rowsOf(scan.first, block, combine));
  const sent = firsts.flatMap((values) => scan.sent.map((row) => values[row]));
  const middle = rowsOf(scan.middle, sent, combine);
  return blocks.flatMap((block, number) => {
    const inputs = block.map((element, row) => {
      const entry = scan.entries[number][row];
      const kind = scan.bases[row];
      if (kind === "nothing") return middle[enteringAlone(entry, number, row)];
      const base = kind === "element" ? element : firsts[number][row];
      return entry === undefined ? base : combine(middle[entry], base);
    });
    return rowsOf(scan.last, inputs, combine);
  });
}

function enteringAlone(entry: number | undefined, block: number, row: number): number {
  if (entry !== undefined) return entry;
  throw new InvalidArgumentError(`scan.entries[${block}][${row}]`, "a value where there is no base", "none");
}

function blocksOf<Value>(scan: HierarchicalScan, elements: readonly Value[]): readonly Value[][] {
  const length = blockLengthOf(scan);
  return Array.from({ length: scan.blockCount }, (_, block) =>
    elements.slice(block * length, (block + 1) * length),
  );
}

function rowsOf<Value>(
  rows: readonly Row[],
  values: readonly Value[],
  combine: Combine<Value>,
): readonly Value[] {
  return rows.map((row) => row.map((place) => values[place]).reduce((left, right) => combine(left, right)));
}
