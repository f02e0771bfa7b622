import type { Command } from "commander";
import { openRun, type RunStatus } from "../../../cluster.ts";
import { printContract } from "../../../index.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { asJson, fact, printReport, type Report, report } from "../../report.ts";

/** `samebits run status RUN`: what its folder says. */
export function statusCommand(command: Command, { io }: CommandContext): void {
  command
    .argument("RUN", "the folder of a run")
    .option("--json", "print one JSON object")
    .action((folder: string, options: { readonly json?: boolean }) => showStatus(folder, options, io));
}

async function showStatus(
  folder: string,
  options: { readonly json?: boolean },
  io: CommandIo,
): Promise<void> {
  const run = await openRun(folder);
  const status = await run.status();
  await io.stdout.write(printReport(statusReport(printContract(run.contract), status), options));
}

function statusReport(contract: string, { plan, steps, workers, isFinished }: RunStatus): Report {
  const facts = {
    contract: fact(contract),
    observation: fact(plan.observation),
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
