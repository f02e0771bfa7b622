#!/usr/bin/env node
import { INTERRUPT_STATUS, Interrupted, type InterruptName, type TextOutput } from "./io.ts";

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

const INTERRUPTS = Object.keys(INTERRUPT_STATUS) as readonly InterruptName[];

/** What an interrupted command has for its cleaning up, should something not come back. */
const GRACE_MS = 1000;

let interruptedBy: InterruptName | undefined;

/** Outside of this a signal ends the process at once, as there is nothing to clean up. */
async function interruptible<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const interrupt = new AbortController();
  const abort = (name: InterruptName): void => {
    interruptedBy ??= name;
    interrupt.abort(new Interrupted(interruptedBy));
    setTimeout(leave, GRACE_MS, interruptedBy).unref();
  };
  for (const name of INTERRUPTS) process.on(name, abort);
  try {
    const result = await run(interrupt.signal);
    interrupt.signal.throwIfAborted(); // too late to stop the work, but nothing may come after it
    return result;
  } finally {
    for (const name of INTERRUPTS) process.off(name, abort);
  }
}

/** Ends an interrupted process, whatever it still waits for. */
function leave(name: InterruptName): void {
  // process.exit waits for threads that are inside the system, as in the read of a pipe into which nobody writes: then only the
  // signal itself ends the process, with the same status in a shell.
  const isBlocked = process.getActiveResourcesInfo?.().some((resource) => resource.startsWith("FSReq"));
  if (!isBlocked) process.exit(INTERRUPT_STATUS[name]);
  process.removeAllListeners(name);
  process.kill(process.pid, name);
}

runCli(process.argv.slice(2), {
  get stdin() {
    return process.stdin; // opening it takes time, and few commands read it
  },
  stdout: outputTo(process.stdout),
  stderr: outputTo(process.stderr),
  now: () => performance.now(),
  interruptible,
}).then((status) => {
  // Not process.exit: what is still on its way to a pipe must arrive.
  process.exitCode = status;
  if (interruptedBy !== undefined) setImmediate(leave, interruptedBy); // a request that has just ended counts until then
});
