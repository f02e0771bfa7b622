import type { Command } from "commander";
import { EXECUTORS, findHere } from "../../executors/executors.ts";
import type { OfferedExecutor } from "../../executors/offered-executor.ts";
import type { CommandContext } from "../../io.ts";
import { fact, type JsonValue, printReport, report, wrapped } from "../../report.ts";

/** `samebits executors`: what is here, what is not and why, with how to get it. */
export function executorsCommand(command: Command, { io }: CommandContext): void {
  command
    .option("--json", "print one JSON object, and in it what a GPU was seen to do, which takes seconds")
    .action(async ({ json }: { readonly json?: boolean }) => {
      const executors: ExecutorStatus[] = [];
      for (const executor of EXECUTORS)
        executors.push(await statusOf(executor, json ? "probed" : "looked at"));
      await io.stdout.write(
        printReport(
          report({ executors: fact(executors) }, () =>
            executors.flatMap((status) => linesOf(status, io.stdout.terminal?.columns)),
          ),
          { json },
        ),
      );
    });
}

interface ExecutorStatus {
  readonly [key: string]: JsonValue | undefined;
  readonly name: string;
  readonly door: string;
  readonly about: string;
  readonly isHere: boolean;
  readonly found: string | undefined; // what it runs on, where it can tell
  readonly reason?: string; // why it is not here
  readonly remedy?: string; // how to get it
}

async function statusOf(executor: OfferedExecutor, how: "looked at" | "probed"): Promise<ExecutorStatus> {
  const { name, door, about } = executor;
  const here = await findHere(executor);
  if (!here.isHere) {
    const { reason, remedy } = here.obstacle;
    return { name, door, about, isHere: false, found: undefined, reason, remedy };
  }
  // A driver that fails at what nothing needs is here all the same.
  const probed =
    how === "probed"
      ? await executor.probe?.().catch((error: unknown) => ({ probeError: String(error) }))
      : undefined;
  return { name, door, about, isHere: true, found: here.found, ...probed };
}

function linesOf(
  { name, door, about, found, reason, remedy }: ExecutorStatus,
  width: number | undefined,
): readonly string[] {
  if (reason !== undefined) return wrapped(`${reason}; ${remedy}`, width, `${name.padEnd(12)}not here  `);
  const told = `${about}${found === undefined ? "" : `, ${found}`} (${door})`;
  return wrapped(told, width, `${name.padEnd(12)}here      `);
}
