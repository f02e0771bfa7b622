import type { Command } from "commander";
import { hashArray } from "../../../index.ts";
import { addInputArguments, type InputOptions, readInput } from "../../input/input.ts";
import type { CommandContext } from "../../io.ts";
import { fact, nullsFact, printReport, report } from "../../report.ts";

interface HashOptions extends InputOptions {
  readonly json?: boolean;
}

/** `samebits hash FILE`: 16 hexadecimal digits that depend on every bit of the array. */
export function hashCommand(command: Command, { io }: CommandContext): void {
  addInputArguments(command)
    .option("--json", "print one JSON object")
    .action(async (file: string, options: HashOptions) => {
      const { array, type, nullCount } = await readInput(file, options, io);
      const hash = hashArray(array);
      const nulls = nullsFact(nullCount, options.nulls);
      const found = report({ type: fact(type), n: fact(array.length), hash: fact(hash), nulls }, () => [
        hash,
      ]);
      // Beside the hash, which stands alone in a pipe.
      if (nulls.value !== undefined && !options.json) {
        await io.stderr.write(`samebits: ${nullCount} nulls, rule ${options.nulls}\n`);
      }
      await io.stdout.write(printReport(found, options));
    });
}
