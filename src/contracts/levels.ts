/** How far the bits of a result travel (contracts.md §5): a requirement of the caller, never part of a contract. */
export type Determinism = "notGuaranteed" | "runToRun" | "everywhere";

/** The levels from the weakest promise to the strongest. A stronger one may serve a weaker request. */
export const DETERMINISM_LEVELS: readonly Determinism[] = ["notGuaranteed", "runToRun", "everywhere"];

/** What a result met: the level served, which is never weaker than the one asked for, and by whom. */
export interface Achieved {
  readonly determinism: Determinism;
  readonly executor: string;
}
