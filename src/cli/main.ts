#!/usr/bin/env node
import type { TextOutput } from "./io.ts";
import { runCli } from "./run-cli.ts";

/** A process's stream as commands write to it. */
function outputTo(stream: NodeJS.WriteStream): TextOutput {
  stream.on("error", () => {}); // told by the write that failed
  return {
    terminal: stream.isTTY ? stream : undefined,
    write: (chunk) =>
      new Promise((resolve, reject) => {
        stream.write(chunk, (error) => (error ? reject(error) : resolve()));
      }),
  };
}

const INTERRUPTS = ["SIGINT", "SIGTERM"] as const;

async function interruptible<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const interrupt = new AbortController();
  const abort = (): void => interrupt.abort();
  for (const signal of INTERRUPTS) process.on(signal, abort);
  try {
    return await run(interrupt.signal);
  } finally {
    for (const signal of INTERRUPTS) process.off(signal, abort);
  }
}

runCli(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: outputTo(process.stdout),
  stderr: outputTo(process.stderr),
  now: () => performance.now(),
  interruptible,
}).then((status) => {
  // Not process.exit: what is still on its way to a pipe must arrive.
  process.exitCode = status;
});
