import type { Command } from "commander";
import { hashArray } from "../../../index.ts";
import { addInputArguments, type InputOptions, readInput } from "../../input/input.ts";
import type { CommandContext } from "../../io.ts";
import { jsonLine } from "../../json-line.ts";

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
      const nulls = options.nulls === undefined ? undefined : nullCount;
      if (options.json) {
        await io.stdout.write(jsonLine({ type, n: array.length, hash, nulls }));
        return;
      }
      if (nulls !== undefined) await io.stderr.write(`samebits: ${nulls} nulls, rule ${options.nulls}\n`);
      await io.stdout.write(`${hash}\n`);
    });
}
