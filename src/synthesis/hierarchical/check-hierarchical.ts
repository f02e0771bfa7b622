// Whether the stages make a scan: exact, by words of elements and not by sums.
import { bracketMaker, printWord } from "../../networks/brackets/bracket.ts";
import { checkName } from "../../values/check-name.ts";
import { UnsupportedError } from "../../values/errors.ts";
import { runHierarchical } from "./apply-hierarchical.ts";
import type { HierarchicalOperators } from "./encode-stages.ts";
import { copyHierarchical, type HierarchicalScan } from "./hierarchical-scan.ts";

/** An output that is not its prefix. */
export interface HierarchicalFault {
  readonly output: number;
  readonly computes: string;
}

export const OPERATORS: readonly HierarchicalOperators[] = ["associative", "commutative"];

/** How many elements of a word are shown before it says "…". */
const SHOWN_ELEMENTS = 24;

/** Elements of all words of a scan for commutative operators, which are written out. */
const MOST_ELEMENTS = 2 ** 25;

/**
 * The first output that is not its prefix, or undefined for a scan: by words of elements, joined in the order in which the stages join them; for commutative operators sorted
 * at the end. Exact: a free monoid tells any two words apart.
 *
 * @throws InvalidArgumentError for what is not a hierarchical scan; UnsupportedError for words of more than 2^25 elements, where order does not count
 */
export function checkHierarchical(
  given: HierarchicalScan,
  operators: HierarchicalOperators = "associative",
): HierarchicalFault | undefined {
  const scan = copyHierarchical(given);
  checkName("operators", OPERATORS, operators);
  const output = firstOutOfOrder(scan);
  if (output === undefined) return undefined;
  return operators === "commutative" ? faultOfSorted(scan) : faultAt(scan, output);
}

/** A prefix has factors that are intervals alone, so that two numbers are all there is to know of a word that still can be one. */
function firstOutOfOrder(scan: HierarchicalScan): number | undefined {
  const elements = Array.from({ length: scan.width }, (_, element): Range => [element, element]);
  const ranges = runHierarchical<Range>(scan, elements, (left, right) =>
    left !== undefined && right !== undefined && left[1] + 1 === right[0] ? [left[0], right[1]] : undefined,
  );
  const wrong = ranges.findIndex((range, output) => range?.[0] !== 0 || range[1] !== output);
  return wrong < 0 ? undefined : wrong;
}

type Range = readonly [first: number, last: number] | undefined;

function faultOfSorted(scan: HierarchicalScan): HierarchicalFault | undefined {
  const lengths = runHierarchical(scan, new Array<number>(scan.width).fill(1), (left, right) => left + right);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (total > MOST_ELEMENTS) {
    throw new UnsupportedError(
      "a check for commutative operators",
      `the outputs have ${total} elements in all`,
      `take a shape whose outputs have at most ${MOST_ELEMENTS}`,
    );
  }
  const elements = Array.from({ length: scan.width }, (_, element): readonly number[] => [element]);
  const words = runHierarchical(scan, elements, (left, right) => [...left, ...right]);
  const output = words.findIndex((word, index) => {
    const sorted = [...word].sort((one, other) => one - other);
    return sorted.length !== index + 1 || !sorted.every((element, place) => element === place);
  });
  return output < 0 ? undefined : faultAt(scan, output);
}

function faultAt(scan: HierarchicalScan, output: number): HierarchicalFault {
  const elements = Array.from({ length: scan.width }, (_, element) => element);
  const brackets = runHierarchical(scan, elements, bracketMaker());
  return { output, computes: printWord(brackets[output], SHOWN_ELEMENTS) };
}
