import type { Command } from "commander";
import type { ElementType } from "../../../index.ts";
import { openHash } from "../../../streams.ts";
import { addInputArguments, type InputOptions, withInputChunks } from "../../input/input.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { fact, nullsFact, printReport, report } from "../../report.ts";

interface HashOptions extends InputOptions {
  readonly json?: boolean;
}

/** `samebits hash FILE`: 16 hexadecimal digits that depend on every bit of the array. */
export function hashCommand(command: Command, { io }: CommandContext): void {
  addInputArguments(command)
    .option("--json", "print one JSON object")
    .action(async (file: string, options: HashOptions) => {
      const { type, length, hash, nullCount } = await hashFile(file, options, io);
      const nulls = nullsFact(nullCount, options.nulls);
      const found = report({ type: fact(type), n: fact(length), hash: fact(hash), nulls }, () => [hash]);
      // Beside the hash, which stands alone in a pipe.
      if (nulls.value !== undefined && !options.json) {
        await io.stderr.write(`samebits: ${nullCount} nulls, rule ${options.nulls}\n`);
      }
      await io.stdout.write(printReport(found, options));
    });
}

interface Hashed {
  readonly type: ElementType;
  readonly length: number;
  readonly hash: string;
  readonly nullCount: number;
}

/** Hashed as it is read, in memory that does not grow with FILE where its format allows. */
function hashFile(file: string, options: InputOptions, io: CommandIo): Promise<Hashed> {
  return withInputChunks(file, options, io, async (read) => {
    const hash = openHash();
    let length = 0;
    for await (const chunk of read.chunks) {
      hash.add(chunk);
      length += chunk.length;
    }
    return { type: read.type, length, hash: hash.digits(), nullCount: read.nullCount };
  });
}
