import { provideElementary } from "../../elementary/provide.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import { serveJobs } from "./serve-jobs.ts";

// The file that a worker runs: of Node's worker threads, or of a page's, Deno's and Bun's workers.

/** Both kinds of port. */
interface Port {
  readonly post: (message: FromWorker) => void;
  readonly listen: (take: (message: ToWorker) => void) => void;
}

/** What a page's worker calls itself, as far as it is used here. */
interface WorkerScope {
  readonly postMessage: (message: unknown) => void;
  readonly addEventListener: (type: "message", listen: (event: { readonly data: unknown }) => void) => void;
}

function openPort(): Port {
  const found =
    typeof process === "undefined" ? undefined : process.getBuiltinModule?.("node:worker_threads");
  const parentPort = found?.parentPort;
  if (parentPort !== undefined && parentPort !== null && typeof WorkerGlobalScope === "undefined") {
    return {
      post: (message) => parentPort.postMessage(message),
      listen: (take) => parentPort.on("message", take),
    };
  }
  const scope = globalThis as unknown as WorkerScope;
  return {
    post: (message) => scope.postMessage(message),
    listen: (take) => scope.addEventListener("message", ({ data }) => take(data as ToWorker)),
  };
}

declare const WorkerGlobalScope: unknown;

// Terms of maps and folds come as they are, from a thread on which who made them has provided what they call.
provideElementary();

const port = openPort();
port.listen(serveJobs(port.post));
