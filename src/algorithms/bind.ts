import type { ContractOptions } from "../contracts/resolve.ts";
import type { SynchronousExecutor } from "../executors/executor.ts";
import { prepare } from "./prepare.ts";
import type { Prepare } from "./prepared-plan.ts";
import { type Reduce, reduce } from "./reduce.ts";
import { type Scan, type ScanOptions, scan } from "./scan.ts";

/** The everyday functions, each on the executor that an entry point has decided on. */
interface Algorithms {
  readonly reduce: Reduce;
  readonly inclusiveScan: Scan;
  readonly exclusiveScan: Scan;
  readonly prepare: Prepare;
}

/**
 * The algorithms with their executor filled in and their types as callers see them.
 *
 * `executorFor` is the entry point's rule: it may look at the options, which are not yet checked, and at nothing else.
 */
export function bind(executorFor: (options: ContractOptions | undefined) => SynchronousExecutor): Algorithms {
  // The implementations check at run time what these types say, and so take anything.
  return {
    reduce: ((input: unknown, options?: ContractOptions) =>
      reduce(executorFor(options), input, options)) as Reduce,
    inclusiveScan: ((input: unknown, options?: ScanOptions) =>
      scan(executorFor(options), "inclusive-scan", input, options)) as Scan,
    exclusiveScan: ((input: unknown, options?: ScanOptions) =>
      scan(executorFor(options), "exclusive-scan", input, options)) as Scan,
    prepare: ((options: ContractOptions) => prepare(executorFor(options), options)) as Prepare,
  };
}

/**
 * The rule of an entry point that has both: elements run on `elements`. What only JavaScript can call, a plain function as operator or the tree of
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
