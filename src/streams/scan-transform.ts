import type { OnlineExecutor } from "../executors/executor.ts";
import { checkAttached } from "../values/check-arrays.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { type AnyScanOptions, onlineScan, openScan, resolveScan } from "./online-scan.ts";

/** A transform by an executor. What `OpenTransform` types for the caller is checked here. */
export function scanTransform(
  executor: OnlineExecutor,
  options: AnyScanOptions,
): TransformStream<unknown, unknown> {
  const scan = onlineScan(executor, options);
  let source: ReadableStreamDefaultController<unknown>;
  let sink: WritableStreamDefaultController;
  let isAsked = false; // the consumer waits for a chunk
  let isOver = false;
  let wake = (): void => {};
  const finish = (): void => {
    isOver = true;
    scan.close();
    wake();
  };
  const fail = (reason: unknown): void => {
    finish();
    source.error(reason);
  };

  // Two streams of our own and no TransformStream: of that one, engines that lack the "cancel" of transformers (Node 20 and others)
  // do not say that its consumer has stopped, and memory would be kept.
  const readable = new ReadableStream<unknown>(
    {
      start(controller) {
        source = controller;
      },
      pull() {
        isAsked = true;
        wake();
      },
      cancel(reason) {
        finish();
        sink.error(reason);
      },
    },
    { highWaterMark: 0 },
  );
  const writable = new WritableStream<unknown>({
    start(controller) {
      sink = controller;
      // `abort` itself is called only when no write waits for room any more.
      controller.signal.addEventListener("abort", () => fail(controller.signal.reason));
    },
    async write(chunk) {
      if (!isAsked && !isOver) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (isOver) return;
      isAsked = false;
      try {
        source.enqueue(scan.push(chunk as never));
      } catch (error) {
        fail(error);
        throw error;
      }
    },
    close() {
      finish();
      source.close();
    },
    abort: fail,
  });
  return { readable, writable };
}

/** The prefixes of chunks as they come, by an executor. What `ScanIterable` types for the caller is checked here. */
export function scanIterable(
  executor: OnlineExecutor,
  chunks: unknown,
  options: AnyScanOptions,
): AsyncGenerator<unknown, void, undefined> {
  const resolved = resolveScan(executor, options);
  const source = checkIterable(chunks);
  // Opened in the generator: one that is never asked for anything runs no `finally` either.
  async function* prefixes(): AsyncGenerator<unknown, void, undefined> {
    const scan = openScan(executor, resolved);
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
