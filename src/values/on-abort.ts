// Many calls wait for one signal: they share a listener.

interface Listening {
  readonly waiting: Set<() => void>;
  readonly listener: () => void;
}

/** What waits for each signal: all calls together have one listener at it, as Node warns of the eleventh. */
const LISTENING = new WeakMap<AbortSignal, Listening>();

/** Runs `run` once when the signal is aborted, and never if it has been; gives what takes that back. */
export function onAbort(signal: AbortSignal | undefined, run: () => void): () => void {
  if (signal === undefined || signal.aborted) return () => {};
  const own = (): void => run(); // the same function may wait twice
  const { waiting, listener } = LISTENING.get(signal) ?? listenTo(signal);
  waiting.add(own);
  return () => {
    waiting.delete(own);
    // Some signals live as long as the process: one that nobody waits for has no listener of ours.
    if (waiting.size === 0 && LISTENING.get(signal)?.waiting === waiting) {
      signal.removeEventListener("abort", listener);
      LISTENING.delete(signal);
    }
  };
}

function listenTo(signal: AbortSignal): Listening {
  const waiting = new Set<() => void>();
  const listener = (): void => {
    LISTENING.delete(signal);
    for (const run of [...waiting]) run();
  };
  signal.addEventListener("abort", listener, { once: true });
  const listening = { waiting, listener };
  LISTENING.set(signal, listening);
  return listening;
}
