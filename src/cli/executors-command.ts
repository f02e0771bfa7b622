import type { Command } from "commander";
import { EXECUTORS, whyNotHere } from "./executors.ts";
import type { CommandIo } from "./io.ts";
import { jsonLine } from "./json-line.ts";
import type { OfferedExecutor } from "./offered-executor.ts";

/** `samebits executors`: what is here, what is not and why, with how to get it. */
export function addExecutorsCommand(program: Command, io: CommandIo): void {
  program
    .command("executors")
    .description("list the executors: what is here, what is not, why, and how to get it")
    .option("--json", "print one JSON object")
    .action(async ({ json }: { readonly json?: boolean }) => {
      const executors: ExecutorStatus[] = [];
      for (const executor of EXECUTORS) executors.push(await statusOf(executor));
      const text = executors.map(({ name, door, about, reason, remedy }) =>
        reason === undefined
          ? `${name.padEnd(12)}here      ${about} (${door})\n`
          : `${name.padEnd(12)}not here  ${reason}; ${remedy}\n`,
      );
      await io.stdout.write(json ? jsonLine({ executors }) : text.join(""));
    });
}

interface ExecutorStatus {
  readonly [key: string]: string | boolean | undefined;
  readonly name: string;
  readonly door: string;
  readonly about: string;
  readonly isHere: boolean;
  readonly reason?: string; // why it is not here
  readonly remedy?: string; // how to get it
}

async function statusOf(executor: OfferedExecutor): Promise<ExecutorStatus> {
  const { name, door, about } = executor;
  const obstacle = await whyNotHere(executor);
  if (obstacle === undefined) return { name, door, about, isHere: true };
  return { name, door, about, isHere: false, reason: obstacle.reason, remedy: obstacle.remedy };
}
