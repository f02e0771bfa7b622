import {
  type ElementArray,
  encodeInWindows,
  expectWritable,
  formatOfPath,
  type OutputFormat,
  writeArray,
} from "../formats.ts";
import { FormatError, InvalidArgumentError } from "../index.ts";
import type { CommandIo, TextOutput } from "./io.ts";
import { withProgress } from "./progress.ts";

/** Where an array goes and in which format; found out, and found possible, before any long work. */
export interface OutputPlace {
  readonly path: string; // "-" is standard output
  readonly format: OutputFormat;
  readonly reportTo: TextOutput; // standard error where standard output takes the array
}

/** Checks --output: a place that can be written, in a format that can. @throws InvalidArgumentError, FormatError */
export async function findOutput(path: string, isRaw: boolean, io: CommandIo): Promise<OutputPlace> {
  if (path === "-") {
    if (io.stdout.terminal !== undefined) {
      throw new InvalidArgumentError("output", "a file, or - into a pipe", "- on a terminal");
    }
    return { path, format: isRaw ? "raw" : "npy", reportTo: io.stderr };
  }
  const format = isRaw ? "raw" : outputFormat(path);
  await toldAsOutput(() => expectWritable(path));
  return { path, format, reportTo: io.stdout };
}

/** Writes the array to its place: a file beside it and then renamed, or standard output. */
export async function writeOutput(place: OutputPlace, array: ElementArray, io: CommandIo): Promise<void> {
  const { format } = place;
  if (place.path === "-") {
    for (const bytes of encodeInWindows(array, format)) await io.stdout.write(bytes);
    return;
  }
  await withProgress(io, "writing", (onProgress) =>
    toldAsOutput(() =>
      io.interruptible((signal) => writeArray(place.path, array, { format, onProgress, signal })),
    ),
  );
}

async function toldAsOutput(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new InvalidArgumentError(
      "output",
      error.expected,
      `${JSON.stringify(error.source)}: ${error.actual}`,
    );
  }
}

// A name that says nothing would be read back as raw: only .npy and what is no regular name (a device) get .npy.
function outputFormat(path: string): OutputFormat {
  const format = formatOfPath(path);
  if (format === "npy" || format === "raw") return format;
  if (format === undefined && path.startsWith("/dev/")) return "npy";
  throw new InvalidArgumentError(
    "output",
    "a .npy, .raw or .bin file, or any with --raw",
    JSON.stringify(path),
  );
}
