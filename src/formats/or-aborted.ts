import { onAbort } from "../values/on-abort.ts";

/**
 * The result of `work`, or the signal's reason as soon as it aborts, though the work may never end: a read of a pipe into which nobody
 * writes cannot be stopped. What is abandoned so is told by nobody.
 */
export async function orAborted<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return work();
  signal.throwIfAborted();
  let forget = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    forget = onAbort(signal, () => reject(signal.reason));
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    forget();
  }
}
