import type { OnlineExecutor } from "../executors/executor.ts";
import { checkAttached } from "../values/check-arrays.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { type AnyScanOptions, resolveScan, scanOf } from "./online-scan.ts";

/** The prefixes of chunks as they come, by an executor. What `ScanIterable` types for the caller is checked here. */
export function scanIterable(
  executor: OnlineExecutor,
  chunks: unknown,
  options: AnyScanOptions,
): AsyncGenerator<unknown, void, undefined> {
  const { contract, observation, from } = resolveScan(options);
  const source = checkIterable(chunks);
  // Opened in the generator: one that is never asked for anything runs no `finally` either.
  async function* prefixes(): AsyncGenerator<unknown, void, undefined> {
    const scan = scanOf(executor, contract, observation, from);
    try {
      for await (const chunk of source) yield scan.push(chunk as never);
    } finally {
      scan.close();
    }
  }
  return prefixes();
}

function checkIterable(chunks: unknown): AsyncIterable<unknown> | Iterable<unknown> {
  const isIterable =
    typeof chunks === "object" &&
    chunks !== null &&
    (Symbol.asyncIterator in chunks || Symbol.iterator in chunks);
  if (ArrayBuffer.isView(chunks)) checkAttached("chunks", chunks);
  if (isIterable) return chunks as AsyncIterable<unknown> | Iterable<unknown>;
  throw new InvalidArgumentError("chunks", "an iterable or async iterable of chunks", describe(chunks));
}
