import type { SynchronousExecutor } from "../executors/executor.ts";
import { type ScanOptions, scan } from "./scan.ts";

/** Every prefix that leaves its own element out, on an executor. What `Scan` types for the caller is checked here. */
export function exclusiveScan(executor: SynchronousExecutor, input: unknown, options?: ScanOptions): unknown {
  return scan(executor, "exclusive-scan", input, options);
}
