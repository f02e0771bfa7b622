// --algorithm and --assume-forward-progress: how a GPU scans. Names are checked where the GPU's code is, which only --on webgpu loads.

import type { Command } from "commander";
import type { WebGpuOptions } from "../../webgpu.ts";

/** How a GPU is asked to scan. */
export type ScanChoice = Pick<WebGpuOptions, "algorithm" | "assumeForwardProgress">;

/** Adds those options. */
export function addScanChoice(command: Command, algorithms: string): Command {
  return command
    .option("--algorithm <name>", `of a GPU: ${algorithms}`)
    .option(
      "--assume-forward-progress",
      "for look-back:decoupled: workgroups go on while others wait for them",
    );
}

/** What is asked for, if anything. */
export function scanChoiceOf({ algorithm, assumeForwardProgress }: ScanChoice): ScanChoice | undefined {
  if (algorithm === undefined && assumeForwardProgress === undefined) return undefined;
  return { algorithm, assumeForwardProgress };
}
