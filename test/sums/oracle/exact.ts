import { decidedBy, decode, type Float, marksOf, NOT_NEGATIVE_ZERO, nearest } from "./format.ts";

/** The set of all terms: marks, and their sum in units of the smallest subnormal. */
export interface ExactState {
  readonly kind: "exact";
  readonly marks: number;
  readonly sum: bigint;
}

/** The state of a list of terms, added up as integers. */
export function exactState(type: Float, terms: Iterable<number>): ExactState {
  let marks = 0;
  let sum = 0n;
  for (const term of terms) {
    const decoded = decode(type, term);
    marks |= marksOf(decoded);
    if (decoded.kind === "finite") sum += decoded.units;
  }
  return { kind: "exact", marks, sum };
}

/** The correctly rounded sum of at least one term. */
export function exactValue(type: Float, { marks, sum }: ExactState): number {
  const decided = decidedBy(marks);
  if (decided !== undefined) return decided;
  if (sum === 0n) return (marks & NOT_NEGATIVE_ZERO) === 0 ? -0 : 0;
  return nearest(type, sum);
}

/** The two in one. */
export function exactSum(type: Float, terms: Iterable<number>): number {
  return exactValue(type, exactState(type, terms));
}
