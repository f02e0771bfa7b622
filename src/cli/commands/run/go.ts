import type { Command } from "commander";
import { DisagreementError, openEngine, openRun, printKubernetesJobs } from "../../../cluster.ts";
import { InvalidArgumentError } from "../../../index.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { parseShare } from "../../options/parse.ts";
import { printableLine } from "../../safe-text.ts";
import { processesOption, warnOn } from "./engine-options.ts";
import { withRunProgress } from "./progress.ts";
import { placeOf, tellReceipt } from "./receipt-report.ts";

interface GoOptions {
  readonly engine: string;
  readonly image?: string;
  readonly claim?: string;
  readonly processes?: number;
  readonly audit?: number;
  readonly output?: string;
  readonly json?: boolean;
}

/** `samebits run go RUN`: all of it. */
export function goCommand(command: Command, context: CommandContext): void {
  command
    .argument("RUN", "the folder of a run")
    .option(
      "--engine <engine>",
      "local:N, N processes of this machine; slurm; pg-boss:embedded:DIR; pg-boss:postgres://HOST/DATABASE; kubernetes, which prints jobs as YAML and ends",
      "local:1",
    )
    .option("--image <image>", "of kubernetes: a container whose PATH has samebits")
    .option("--claim <name>", "of kubernetes: the volume claim with the run and its data (default: samebits)")
    .addOption(
      processesOption(
        0,
        "of pg-boss, processes of this machine (default: one for each core if embedded, else none); of slurm and kubernetes, tasks and pods at a time",
      ),
    )
    .option(
      "--audit <share>",
      "compute that share of the pieces twice, by another process where there is one",
      parseShare("audit"),
    )
    .option(
      "-o, --output <file>",
      "of groups: a .csv, .tsv, .arrow or .parquet file; - is standard output as CSV (default: print a table)",
    )
    .option("--json", "print one JSON object, and on standard error one for each event")
    .action((folder: string, options: GoOptions) => go(folder, options, context));
}

async function go(folder: string, options: GoOptions, { io, failCheck }: CommandContext): Promise<void> {
  const { audit, processes, image, claim } = options;
  if (options.engine === "kubernetes") return printJobs(folder, options, io);
  for (const [name, value] of Object.entries({ image, claim })) {
    if (value !== undefined)
      throw new InvalidArgumentError(name, "left out without --engine kubernetes", value);
  }
  const engine = openEngine(options.engine, { processes, warn: warnOn(io) });
  const run = await openRun(folder);
  try {
    if (run.plan.grouping === undefined && options.output !== undefined) {
      throw new InvalidArgumentError(
        "output",
        "left out but of groups: a scan's is in the run's folder",
        "it",
      );
    }
    await placeOf(options, run.plan.columns.length, io);
    const how = { stepCount: run.plan.passCount, isJson: options.json === true };
    const receipt = await io.interruptible((signal) =>
      withRunProgress(io, how, (onEvent) => run.go({ engine, audit, signal, onEvent })),
    );
    await tellReceipt(folder, { run, receipt }, options, io);
  } catch (error) {
    if (!(error instanceof DisagreementError)) throw error;
    failCheck();
    await io.stderr.write(`samebits: ${printableLine(error.message)}\n`);
  } finally {
    await engine.stop();
  }
}

/** Another program applies them, to a cluster that is not known here. */
async function printJobs(
  folder: string,
  { image, claim, processes, audit }: GoOptions,
  { stdout }: CommandIo,
): Promise<void> {
  if (image === undefined) throw new InvalidArgumentError("image", "given with --engine kubernetes", "none");
  if (audit !== undefined)
    throw new InvalidArgumentError("audit", "left out with --engine kubernetes", String(audit));
  await stdout.write(await printKubernetesJobs(folder, { image, claim, parallelism: processes }));
}
