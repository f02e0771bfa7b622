import type { ContractOptions } from "../contracts/resolve.ts";
import type { SynchronousExecutor } from "../executors/executor.ts";

/**
 * The rule of a door that has both: elements run on `elements`. What only JavaScript can call, a plain function as operator or the tree of
 * a caller's own expression, runs on `functions`, and `achieved` says so.
 */
export function executorRule(
  elements: SynchronousExecutor,
  functions: SynchronousExecutor,
): (options: ContractOptions | undefined) => SynchronousExecutor {
  return (options) => {
    const operator = options?.operator;
    if (typeof operator === "function") return functions;
    const expression = options?.expression;
    const isOwn = typeof expression === "object" && expression?.kind === "custom";
    return isOwn ? functions : elements;
  };
}
