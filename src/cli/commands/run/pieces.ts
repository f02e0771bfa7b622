// The commands that machines run: a step of some pieces, and the join between the two steps. Each may be repeated, anywhere and at any time.

import type { Command } from "commander";
import { openRun, type Step } from "../../../cluster.ts";
import { InvalidArgumentError } from "../../../index.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { fact, printReport, report } from "../../report.ts";
import { tellReceipt } from "./receipt-report.ts";

interface PieceOptions {
  readonly index?: string;
  readonly indices?: string;
  readonly again?: boolean;
  readonly json?: boolean;
}

/** Where schedulers say which task of an array this is. */
const TASK_VARIABLES = ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"] as const;

/** `samebits run piece RUN`: the summaries of some pieces. */
export function pieceCommand(command: Command, context: CommandContext): void {
  stepCommand(command, "summary", context);
}

/** `samebits run emit RUN`: the second step of some pieces, from their carries. */
export function emitCommand(command: Command, context: CommandContext): void {
  stepCommand(command, "output", context);
}

function stepCommand(command: Command, step: Step, { io }: CommandContext): void {
  command
    .argument("RUN", "the folder of a run")
    .option("--index <i>", `a piece, from 0 on (default: what ${TASK_VARIABLES.join(" or ")} says)`)
    .option("--indices <first..last>", "several pieces, the last included")
    .option("--again", "compute pieces that are done as well, and compare")
    .option("--json", "print one JSON object")
    .action((folder: string, options: PieceOptions) => runPieces(folder, step, options, io));
}

async function runPieces(folder: string, step: Step, options: PieceOptions, io: CommandIo): Promise<void> {
  const run = await openRun(folder);
  if (step === "output" && run.plan.passCount === 1) {
    const expected = "a scan, or groups whose trees are fixed by position: others have no second step";
    throw new InvalidArgumentError("RUN", expected, "a run of one step");
  }
  const indices = indicesOf(options, run.plan.pieceCount);
  const counts = { made: 0, kept: 0 };
  await io.interruptible(async (signal) => {
    for (const index of indices) counts[await run.step({ step, index, again: options.again }, signal)]++;
  });
  const facts = {
    run: fact(folder),
    step: fact(step),
    pieces: fact(indices.length, piecesText(indices)),
    made: fact(counts.made),
    kept: fact(counts.kept),
  };
  await io.stdout.write(printReport(report(facts), options));
}

function piecesText(indices: readonly number[]): string {
  return indices.length === 1 ? String(indices[0]) : `${indices[0]}..${indices[indices.length - 1]}`;
}

function indicesOf({ index, indices }: PieceOptions, count: number): readonly number[] {
  if (index !== undefined && indices !== undefined) {
    throw new InvalidArgumentError("indices", "left out with --index", JSON.stringify(indices));
  }
  const variable = TASK_VARIABLES.find((name) => process.env[name] !== undefined);
  const argument =
    indices !== undefined ? "indices" : index !== undefined || variable === undefined ? "index" : variable;
  const text = indices ?? index ?? (variable && process.env[variable]);
  const [, first, last = first] = /^(\d+)(?:\.\.(\d+))?$/.exec(text ?? "") ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (first === undefined || from > to || to >= count || (indices === undefined && text?.includes("."))) {
    const expected =
      indices === undefined ? `a piece from 0 to ${count - 1}` : `first..last within 0..${count - 1}`;
    throw new InvalidArgumentError(argument, expected, text === undefined ? "none" : JSON.stringify(text));
  }
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

/** `samebits run join RUN`: the carries, and the result where all is there. */
export function joinCommand(command: Command, { io }: CommandContext): void {
  command
    .argument("RUN", "the folder of a run")
    .option("--json", "print one JSON object")
    .action(async (folder: string, options: { readonly json?: boolean }) => {
      const run = await openRun(folder);
      const receipt = await run.join();
      if (receipt !== undefined) {
        return tellReceipt(folder, { run, receipt }, options, io);
      }
      const facts = {
        run: fact(folder),
        joined: fact(
          run.plan.pieceCount,
          `${run.plan.pieceCount} summaries; emit the pieces, then join once more`,
        ),
      };
      await io.stdout.write(printReport(report(facts), options));
    });
}
