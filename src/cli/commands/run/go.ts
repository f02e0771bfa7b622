import type { Command } from "commander";
import { DisagreementError, type Engine, openEngine, openRun } from "../../../cluster.ts";
import type { CommandContext } from "../../io.ts";
import { parsedOption, parseShare } from "../../options/parse.ts";
import { printReport } from "../../report.ts";
import { printableLine } from "../../safe-text.ts";
import { withRunProgress } from "./progress.ts";
import { receiptReport } from "./receipt-report.ts";

interface GoOptions {
  readonly engine: Engine;
  readonly audit?: number;
  readonly json?: boolean;
}

/** `samebits run go RUN`: all of it. */
export function goCommand(command: Command, context: CommandContext): void {
  command
    .argument("RUN", "the folder of a run")
    .addOption(
      parsedOption("--engine <engine>", "local:N, N processes of this machine", readEngine, "local:1"),
    )
    .option(
      "--audit <share>",
      "compute that share of the pieces twice, by another process where there is one",
      parseShare("audit"),
    )
    .option("--json", "print one JSON object, and on standard error one for each event")
    .action((folder: string, options: GoOptions) => go(folder, options, context));
}

function readEngine(text: string): Engine {
  return openEngine(text);
}

async function go(folder: string, options: GoOptions, { io, failCheck }: CommandContext): Promise<void> {
  const run = await openRun(folder);
  const { engine, audit } = options;
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
