import type { Command } from "commander";
import { addColumnsCommand, type ColumnsJob, type ColumnsOptions, runColumnsJob } from "../../columns-job.ts";
import type { CommandIo } from "../../io.ts";

interface UniqueOptions extends ColumnsOptions {
  readonly anywhere?: boolean;
}

/** `samebits unique FILE -o OUT`: the elements, or the rows, without those that are equal to the one before. */
export function addUniqueCommand(program: Command, io: CommandIo): void {
  addColumnsCommand(program, "unique")
    .description("leave out elements, or rows, that are equal to the one before; NaN equals NaN, -0 is not 0")
    .option("--anywhere", "each once, in order, wherever its equals are")
    .action((file: string, options: UniqueOptions) => {
      const { anywhere = false } = options;
      const job: ColumnsJob = {
        prepare: () => (functions, input) => functions.unique(input, { anywhere }),
        facts: ({ length }) => ({ kept: length }),
      };
      return runColumnsJob(file, options, job, io);
    });
}
