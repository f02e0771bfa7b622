import { lineOf } from "../contracts/contract-key.ts";
import type { Fold } from "../executors/primitives.ts";
import { printTerm } from "../operators/print-term.ts";
import type { Term } from "../operators/term.ts";

/**
 * A fold as text: a line for each sum with its contract, a line for each scalar that is made of sums, and the results.
 *
 *   s1 = reduce input by add f64 block-dyadic:32 initial=none v1
 *   result = s1 / f64(n)
 *
 * Elements have the names of their columns, and `i` for their number; `n` is how many there are. Each operation is rounded by itself.
 */
export function foldText({ parameters, passes, results }: Fold, names: readonly string[]): string {
  const scalars = ["n", ...parameters.map((_, k) => (k === 0 ? "correction" : `parameter${k}`))];
  const nameOf = (side: "left" | "right", column: number): string =>
    side === "left" ? (names[column] ?? "i") : scalars[column];
  const text = (term: Term): string => printTerm(term, nameOf);
  const lines: string[] = [];
  const define = (made: string, count = 1): void => {
    const fresh = Array.from({ length: count }, (_, k) => `s${scalars.length + k}`);
    lines.push(`${fresh.join(", ")} = ${made}`);
    scalars.push(...fresh);
  };
  for (const { sums, made } of passes) {
    // All sums of a pass are over what came before it.
    const elements = sums.map(({ lift }) => lift.map(text).join(", "));
    for (const [k, { contract }] of sums.entries()) {
      define(`reduce ${elements[k]} by ${lineOf(contract)}`, contract.sums.length);
    }
    for (const term of made) define(text(term));
  }
  for (const term of results) lines.push(`result = ${text(term)}`);
  return lines.join("\n");
}
