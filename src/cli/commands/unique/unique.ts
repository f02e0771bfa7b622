import type { Command } from "commander";
import { addColumnsOptions, runColumnsJob } from "../../columns-job.ts";
import type { ColumnsJob, ColumnsOptions } from "../../columns-prepared.ts";
import type { CommandContext } from "../../io.ts";
import { fact } from "../../report.ts";
import { firstsOfRuns, rowsInOrder } from "../../wide-rows.ts";

interface UniqueOptions extends ColumnsOptions {
  readonly anywhere?: boolean;
}

/** `samebits unique FILE -o OUT`: the elements, or the rows, without those that are equal to the one before. */
export function uniqueCommand(command: Command, { io }: CommandContext): void {
  addColumnsOptions(command)
    .option("--anywhere", "each once, in order, wherever its equals are")
    .action((file: string, options: UniqueOptions) => {
      const { anywhere = false } = options;
      const job: ColumnsJob = {
        activity: "leaving out repeats among",
        prepare: (table) => ({ table, compute: (functions, input) => functions.unique(input, { anywhere }) }),
        rowsOfWide: async (functions, table) => {
          const rows = anywhere ? await rowsInOrder(functions, table) : undefined;
          return firstsOfRuns(functions, table, rows);
        },
        facts: ({ length }) => ({ kept: fact(length) }),
      };
      return runColumnsJob(file, options, job, io);
    });
}
