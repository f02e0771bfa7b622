// Progress is for people: a bar on a terminal, after a moment, and nothing in a pipe.

import type { SingleBar } from "cli-progress";
import { printableLines } from "../formats.ts";
import type { CommandIo } from "./io.ts";

/** Work shorter than this shows no bar. */
const PATIENCE_MS = 300;

/** Tells how far the work has come; the total may be unknown, and is in the same unit. */
export type Advance = (done: number, total: number | undefined) => void;

/** Runs work under a progress bar on a terminal, after a moment's patience; in a pipe there is nothing. */
export async function withProgress<Result>(
  io: CommandIo,
  label: string,
  run: (advance: Advance) => Promise<Result>,
  shown = "{bar} {percentage}%", // behind the label, of work whose total is known; {rate} is how much a second
): Promise<Result> {
  const { terminal } = io.stderr;
  const safeLabel = printableLines(label);
  if (terminal === undefined) return run(() => {});
  const progress = await import("cli-progress");
  const begun = io.now();
  let bar: SingleBar | undefined;
  const advance: Advance = (done, total) => {
    if (io.now() - begun < PATIENCE_MS) return;
    if (bar === undefined) {
      const format = total === undefined ? `${safeLabel} {value}` : `${safeLabel} ${shown}`;
      bar = new progress.SingleBar(
        // What it would hide or switch off stays so where a signal ends the process.
        { stream: terminal, clearOnComplete: true, hideCursor: false, linewrap: true, format },
        progress.Presets.shades_classic,
      );
      bar.start(total ?? 0, done, { rate: "0" });
    }
    bar.update(done, { rate: ((1000 * done) / (io.now() - begun)).toPrecision(2) });
  };
  try {
    return await run(advance);
  } finally {
    bar?.stop();
  }
}

/** Elements below which no work on them takes as long as a person's patience. */
const SHORT_LENGTH = 1 << 20;

/** The same for work whose progress nobody can tell: what is going on, as long as it does. It is shown at once, for the work may keep the thread. */
export async function withActivity<Result>(
  io: CommandIo,
  label: string,
  length: number,
  run: () => Promise<Result>,
): Promise<Result> {
  const { terminal } = io.stderr;
  if (terminal === undefined || length < SHORT_LENGTH) return run();
  terminal.write(`${label} ${length.toLocaleString("en")} rows …`);
  try {
    return await run();
  } finally {
    terminal.write("\r\u001b[K");
  }
}
