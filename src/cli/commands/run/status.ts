import type { Command } from "commander";
import { openRun, type RunStatus } from "../../../cluster.ts";
import { printContract } from "../../../index.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { asJson, fact, printReport, type Report, report } from "../../report.ts";

/** `samebits run status RUN`: what its folder says. */
export function statusCommand(command: Command, { io }: CommandContext): void {
  command
    .argument("RUN", "the folder of a run")
    .option("--watch", "print it again whenever it has changed, until all is done")
    .option("--json", "print one JSON object")
    .action((folder: string, options: StatusOptions) => showStatus(folder, options, io));
}

interface StatusOptions {
  readonly watch?: boolean;
  readonly json?: boolean;
}

/** Between two looks at a folder, and so many times as long as a look takes: some folders are far away. */
const LEAST_PAUSE_MS = 2000;
const PAUSE_FACTOR = 10;

async function showStatus(folder: string, options: StatusOptions, io: CommandIo): Promise<void> {
  const run = await openRun(folder);
  let shown = "";
  for (;;) {
    const begun = io.now();
    const status = await run.status();
    const text = printReport(statusReport(printContract(run.contract), status), options);
    if (text !== shown) await io.stdout.write(`${eraser(shown, io)}${text}`);
    shown = text;
    if (!options.watch || status.isFinished) return;
    const pause = Math.max(LEAST_PAUSE_MS, PAUSE_FACTOR * (io.now() - begun));
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** On a terminal a status takes the place of the one before. */
function eraser(shown: string, { stdout }: CommandIo): string {
  const lineCount = shown.split("\n").length - 1;
  return stdout.terminal === undefined || lineCount === 0 ? "" : `\u001b[${lineCount}F\u001b[J`;
}

function statusReport(contract: string, { plan, steps, workers, isFinished }: RunStatus): Report {
  const facts = {
    contract: fact(plan.sorting ? undefined : contract),
    observation: fact(plan.sorting ? "sort" : plan.observation),
    ...Object.fromEntries(steps.map((step) => [step.step, stepFact(step)])),
    workers: fact(
      workers.map((each) => asJson(each)),
      workers.map(({ worker, pieces }) => `${worker} (${pieces})`).join(", ") || "none",
    ),
    finished: fact(isFinished, isFinished ? "yes" : "no"),
  };
  return report(facts);
}

/** Pieces that are named where some are missing. */
const MOST_NAMED = 5;

function stepFact({ done, of, missing, damaged, seconds }: RunStatus["steps"][number]) {
  const named = missing.slice(0, MOST_NAMED).join(", ");
  const more = missing.length > MOST_NAMED ? ", …" : "";
  const left = missing.length === 0 || done === 0 ? "" : `, missing ${named}${more}`;
  const broken = damaged.length === 0 ? "" : `, ${damaged.length} damaged`;
  const json = { done, of, missing, damaged: damaged.map(({ message }) => message), seconds };
  return fact(json, `${done} of ${of} pieces, ${seconds.toFixed(1)} s of computing${left}${broken}`);
}
