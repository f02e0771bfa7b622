import type { Expression } from "../expressions/expression.ts";
import { printExpression } from "../expressions/print.ts";
import { checkName } from "../values/check-name.ts";
import { frozen } from "../values/frozen.ts";

/** How far the bits of a result travel (docs/determinism.md): a requirement of the caller, never part of a contract. */
export type Determinism = "notGuaranteed" | "runToRun" | "everywhere";

/** The levels from the weakest promise to the strongest. A stronger one may serve a weaker request. */
export const DETERMINISM_LEVELS: readonly Determinism[] = frozen(["notGuaranteed", "runToRun", "everywhere"]);

/** A level as a caller may write it: as the library spells it, or as the command line does. */
export type DeterminismName = Determinism | "not-guaranteed" | "run-to-run";

const SPELLED: Readonly<Record<DeterminismName, Determinism>> = {
  notGuaranteed: "notGuaranteed",
  "not-guaranteed": "notGuaranteed",
  runToRun: "runToRun",
  "run-to-run": "runToRun",
  everywhere: "everywhere",
};

/** The level that a caller wrote. @throws InvalidArgumentError naming the nearest */
export function checkDeterminismLevel(given: unknown): Determinism {
  if (typeof given === "string" && Object.hasOwn(SPELLED, given)) return SPELLED[given as DeterminismName];
  return checkName("determinism", DETERMINISM_LEVELS, given);
}

/** What a caller requires of the bits, beside the contract. */
export interface Requirement {
  readonly determinism: Determinism; // the weakest that will do
  readonly isExpressionNamed: boolean; // by the caller; if not, a level below "everywhere" may be met by another than the contract's
}

/** What is required where nothing is said. */
export const EVERYWHERE: Requirement = { determinism: "everywhere", isExpressionNamed: true };

/** What an executor promises of a request that it serves. */
export interface Served {
  readonly determinism: Determinism; // never weaker than the one asked for
  readonly expression: string; // the canonical text of the named one, or "implementation-defined:NAME"
}

/** What a result met: the level served, which is never weaker than the one asked for, by whom, and by which trees. */
export interface Achieved {
  readonly determinism: Determinism;
  readonly executor: string;
  readonly expression: string; // the canonical text of the named one, or "implementation-defined:NAME"
}

/** Whether a level promises as much as another, or more. */
export function isAtLeast(level: Determinism, other: Determinism): boolean {
  return DETERMINISM_LEVELS.indexOf(level) >= DETERMINISM_LEVELS.indexOf(other);
}

/** The strongest promise: the contract to the bit. */
export function servedEverywhere({ expression }: { readonly expression: Expression }): Served {
  return { determinism: "everywhere", expression: printExpression(expression) };
}
