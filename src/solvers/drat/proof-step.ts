/** A line of a DRAT proof: a clause that is added to a formula without making it unsatisfiable, or one that is not needed any more. */
export interface ProofStep {
  readonly kind: "add" | "delete";
  readonly literals: readonly number[]; // as in DIMACS; the first of an added clause is its pivot
}
