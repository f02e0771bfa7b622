import type { Command } from "commander";
import { DisagreementError, openEngine, openRun } from "../../../cluster.ts";
import type { CommandContext } from "../../io.ts";
import { parseShare } from "../../options/parse.ts";
import { printReport } from "../../report.ts";
import { printableLine } from "../../safe-text.ts";
import { processesOption, warnOn } from "./engine-options.ts";
import { withRunProgress } from "./progress.ts";
import { receiptReport } from "./receipt-report.ts";

interface GoOptions {
  readonly engine: string;
  readonly processes?: number;
  readonly audit?: number;
  readonly json?: boolean;
}

/** `samebits run go RUN`: all of it. */
export function goCommand(command: Command, context: CommandContext): void {
  command
    .argument("RUN", "the folder of a run")
    .option(
      "--engine <engine>",
      "local:N, N processes of this machine; slurm; pg-boss:embedded:DIR; pg-boss:postgres://HOST/DATABASE",
      "local:1",
    )
    .addOption(
      processesOption(
        0,
        "of pg-boss, processes of this machine (default: one for each core if embedded, else none); of slurm, tasks at a time",
      ),
    )
    .option(
      "--audit <share>",
      "compute that share of the pieces twice, by another process where there is one",
      parseShare("audit"),
    )
    .option("--json", "print one JSON object, and on standard error one for each event")
    .action((folder: string, options: GoOptions) => go(folder, options, context));
}

async function go(folder: string, options: GoOptions, { io, failCheck }: CommandContext): Promise<void> {
  const { audit, processes } = options;
  const engine = openEngine(options.engine, { processes, warn: warnOn(io) });
  const run = await openRun(folder);
  try {
    const how = { stepCount: run.plan.observation === "reduce" ? 1 : 2, isJson: options.json === true };
    const receipt = await io.interruptible((signal) =>
      withRunProgress(io, how, (onEvent) => run.go({ engine, audit, signal, onEvent })),
    );
    await io.stdout.write(printReport(receiptReport(folder, run, receipt), options));
  } catch (error) {
    if (!(error instanceof DisagreementError)) throw error;
    failCheck();
    await io.stderr.write(`samebits: ${printableLine(error.message)}\n`);
  } finally {
    await engine.stop();
  }
}
