// The scripts that Slurm's tasks run. A task takes every so many-th of the pieces, as the number of tasks has a limit, and asks a worker of its own for them.

import type { Step } from "../../folder/run-files.ts";
import type { WorkerCommand } from "../worker-process.ts";

interface Share {
  readonly worker: WorkerCommand;
  readonly step: Step;
  readonly indices: readonly number[];
  readonly again: boolean;
  readonly taskCount: number;
}

/** The script of an array of tasks 0 to taskCount - 1. */
export function arrayScript({ worker, step, indices, again, taskCount }: Share): string {
  return `#!/bin/sh
# Pieces of a run: task t takes those at t, t + ${taskCount}, … of the list.
i=0
for piece in ${indices.join(" ")}; do
  [ "$((i % ${taskCount}))" = "\${SLURM_ARRAY_TASK_ID:-0}" ] && echo "${step} $piece${again ? " again" : ""}"
  i=$((i + 1))
done | ${commandLine(worker)}
`;
}

/** The script of a single job. */
export function jobScript(command: WorkerCommand): string {
  return `#!/bin/sh\n${commandLine(command)}\n`;
}

function commandLine({ command, args }: WorkerCommand): string {
  return [command, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
}
