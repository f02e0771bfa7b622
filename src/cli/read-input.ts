import type { Command } from "commander";
import { type Decoded, NULL_RULES, type NullRule, readArray, readArrayFromStream } from "../formats.ts";
import type { ElementType } from "../index.ts";
import type { CommandIo } from "./io.ts";
import { choiceOf, parseType } from "./parse-arguments.ts";
import { withProgress } from "./progress.ts";

/** The options of every command that reads a file. */
export interface InputOptions {
  readonly column?: string;
  readonly type?: ElementType;
  readonly nulls?: NullRule;
  readonly raw?: boolean;
}

/** Adds FILE and the options that say how to read it. */
export function addInputArguments(command: Command): Command {
  return command
    .argument(
      "FILE",
      ".npy, .csv, .tsv, .arrow, .parquet or raw little-endian data; - is standard input (.npy)",
    )
    .option("--column <name>", "the column to read, by its name")
    .option(
      "--type <type>",
      "read as f64, f32, i64, u64, i32 or u32; every value must convert exactly",
      parseType,
    )
    .option(
      "--nulls <rule>",
      "what becomes of nulls: zero or skip; without it they are an error",
      choiceOf("nulls", NULL_RULES),
    )
    .option("--raw", "FILE is raw little-endian data, of --type");
}

/** Reads FILE as the options say. @throws FormatError, InvalidArgumentError, UnsupportedError */
export async function readInput(file: string, options: InputOptions, io: CommandIo): Promise<Decoded> {
  const { column, type, nulls, raw } = options;
  return withProgress(io, "reading", (onProgress) => {
    const how = { column, type, nulls, onProgress, format: raw ? ("raw" as const) : undefined };
    return file === "-" ? readArrayFromStream(io.stdin, how) : readArray(file, how);
  });
}
