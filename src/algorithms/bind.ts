import type { ContractOptions } from "../contracts/resolve.ts";
import type { SynchronousExecutor } from "../executors/executor.ts";
import { exclusiveScan } from "./exclusive-scan.ts";
import { inclusiveScan } from "./inclusive-scan.ts";
import { prepare } from "./prepare.ts";
import type { Prepare } from "./prepared-plan.ts";
import { type Reduce, reduce } from "./reduce.ts";
import type { Scan, ScanOptions } from "./scan.ts";

/** The everyday functions, each on the executor that a door has decided on. */
interface Algorithms {
  readonly reduce: Reduce;
  readonly inclusiveScan: Scan;
  readonly exclusiveScan: Scan;
  readonly prepare: Prepare;
}

/**
 * The algorithms with their executor filled in and their types as callers see them.
 *
 * `executorFor` is the door's rule: it may look at the options, which are not yet checked, and at nothing else.
 */
export function bind(executorFor: (options: ContractOptions | undefined) => SynchronousExecutor): Algorithms {
  // The implementations check at run time what these types say, and so take anything.
  return {
    reduce: ((input: unknown, options?: ContractOptions) =>
      reduce(executorFor(options), input, options)) as Reduce,
    inclusiveScan: ((input: unknown, options?: ScanOptions) =>
      inclusiveScan(executorFor(options), input, options)) as Scan,
    exclusiveScan: ((input: unknown, options?: ScanOptions) =>
      exclusiveScan(executorFor(options), input, options)) as Scan,
    prepare: ((options: ContractOptions) => prepare(executorFor(options), options)) as Prepare,
  };
}
