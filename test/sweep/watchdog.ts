import { Worker } from "node:worker_threads";

/*
 * A call that never ends cannot be ended from the thread that it has. Another thread watches, says which call it is, and ends the process.
 */

const LONGEST_MS = 20_000;

const WATCH = `
  const { parentPort } = require("node:worker_threads");
  const { writeSync } = require("node:fs");
  let timer;
  parentPort.on("message", (name) => {
    clearTimeout(timer);
    if (name === undefined) return;
    timer = setTimeout(() => {
      writeSync(2, "never ends: " + name + "\\n");
      process.kill(process.pid, "SIGKILL");
    }, ${LONGEST_MS});
  });
`;

interface Watchdog {
  watch(call: string | undefined): void;
  close(): Promise<unknown>;
}

export function watchdog(): Watchdog {
  const worker = new Worker(WATCH, { eval: true });
  worker.unref();
  return {
    watch: (call) => worker.postMessage(call),
    close: () => worker.terminate(),
  };
}
