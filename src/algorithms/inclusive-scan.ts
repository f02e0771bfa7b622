import type { SynchronousExecutor } from "../executors/executor.ts";
import { type ScanOptions, scan } from "./scan.ts";

/** Every prefix that contains its own element, on an executor. What `Scan` types for the caller is checked here. */
export function inclusiveScan(executor: SynchronousExecutor, input: unknown, options?: ScanOptions): unknown {
  return scan(executor, "inclusive-scan", input, options);
}
