import type { AnyOperator } from "../../operators/operator.ts";
import type { Arena } from "./arena.ts";
import type { KernelCounts } from "./runner.ts";

/** The two arenas of an executor: library memory for arrays that lie there, a small unshared one for all others. */
export interface Arenas {
  readonly library: () => Arena | undefined; // undefined while nothing was allocated there
  readonly staging: () => Arena;
  readonly counts: KernelCounts;
  readonly operatorKey: (operator: AnyOperator) => string; // equal for the same operator object only
}
