import type { Network } from "../../networks/network.ts";
import type { SearchTask } from "./search-programs.ts";

/** Widths at which every phase has to join neighbours: small ones, one that is twice as wide and one that is more. */
const SMALL_WIDTHS = [5, 13, 2, 3];

/** Widths at which a whole program has to be a scan. */
const LATE_WIDTHS = [1, 7, 8, 31, 64, 100, 256];

/** Block lengths that are no powers of two are named up to this one. */
const LARGEST_ODD_BLOCK = 16;

/** What is to be searched for an example. */
export function searchTask(
  example: Network,
  {
    blocks,
    ...rest
  }: Pick<SearchTask, "others" | "rule" | "mostPhases"> & { readonly blocks: "powers of two" | "any" },
): SearchTask {
  const { width, steps } = example;
  const moduli: number[] = [];
  for (let modulus = 2; modulus <= width / 2; modulus++) {
    const isPower = Number.isInteger(Math.log2(modulus));
    if (isPower || (blocks === "any" && modulus <= LARGEST_ODD_BLOCK)) moduli.push(modulus);
  }
  const wide = [2 * width, 2 * width + 5];
  return { ...rest, width, steps, moduli, earlyWidths: [...SMALL_WIDTHS, ...wide], lateWidths: LATE_WIDTHS };
}
