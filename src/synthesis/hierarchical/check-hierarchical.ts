import { applyHierarchical } from "./apply-hierarchical.ts";
import type { HierarchicalOperators } from "./encode-stages.ts";
import type { HierarchicalScan } from "./hierarchical-scan.ts";

/** An output that is not its prefix. */
export interface HierarchicalFault {
  readonly output: number;
  readonly computes: string;
}

/** How many elements of a word are shown before it says "…". */
const SHOWN_ELEMENTS = 24;

/**
 * The first output that is not its prefix, or undefined for a scan: by words of elements, joined in the order in which the stages join them; for commutative operators sorted
 * at the end. Exact: a free monoid tells any two words apart.
 */
export function checkHierarchical(
  scan: HierarchicalScan,
  operators: HierarchicalOperators = "associative",
): HierarchicalFault | undefined {
  const elements = Array.from({ length: scan.width }, (_, element): readonly number[] => [element]);
  const words = applyHierarchical(scan, elements, (left, right) => [...left, ...right]);
  for (const [output, word] of words.entries()) {
    const read = operators === "commutative" ? [...word].sort((one, other) => one - other) : word;
    const isPrefix = read.length === output + 1 && read.every((element, index) => element === index);
    if (!isPrefix) return { output, computes: printWord(word) };
  }
  return undefined;
}

function printWord(word: readonly number[]): string {
  const shown = word.slice(0, SHOWN_ELEMENTS).map((element) => `x${element}`);
  return [...shown, ...(word.length > shown.length ? ["…"] : [])].join("·");
}
