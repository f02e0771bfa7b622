// Bytes that come once and in order, whatever they come from: files, pipes and responses are read through this, and end with their signal (decision 0030).

import { describe } from "../values/describe.ts";
import { FormatError, InvalidArgumentError } from "../values/errors.ts";
import { onAbort } from "../values/on-abort.ts";
import type { ProgressListener } from "./decoded.ts";

/** Bytes that come once, in order: a file, a pipe, a response's body. */
export interface ByteSource {
  readonly name: string; // what errors call it
  readonly byteLength: number | undefined; // of everything, where known before it is read
  /** Fills `target` from its front and says how many bytes came: fewer than asked only at the end. */
  fill(target: Uint8Array): Promise<number>;
  /** Lets go of what gives the bytes, though there may be more of them. */
  close?(): Promise<void>;
}

/** Progress and abort of a read or a write. */
export interface ReadControl {
  readonly onProgress?: ProgressListener | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Bytes asked for at a time: below the 2 GiB that one read may have, and often enough for a progress bar. */
const WINDOW_BYTES = 16 << 20;

/** The first of them where the number of bytes is not known: the system's own files (/proc/sys) refuse to be asked for 4 MiB. */
const FIRST_WINDOW_BYTES = 64 << 10;

/** @throws InvalidArgumentError for what has no chunks to wait for */
export function checkAsyncIterable(argument: string, given: unknown): void {
  const isIterable = typeof given === "object" && given !== null && Symbol.asyncIterator in given;
  if (isIterable && typeof given[Symbol.asyncIterator] === "function") return;
  throw new InvalidArgumentError(argument, "an async iterable", describe(given));
}

/** A source over anything that yields chunks, such as a Node or web stream. */
export function byteSourceOf(chunks: AsyncIterable<Uint8Array>, name: string): ByteSource {
  checkAsyncIterable("chunks", chunks);
  const iterator = chunks[Symbol.asyncIterator]();
  let pending = new Uint8Array(0);
  return {
    name,
    byteLength: undefined,
    async fill(target) {
      let filled = 0;
      while (filled < target.length) {
        if (pending.length === 0) {
          const next = await iterator.next();
          if (next.done === true) break;
          pending = bytesOf(next.value, name);
          continue;
        }
        const count = Math.min(pending.length, target.length - filled);
        target.set(pending.subarray(0, count), filled);
        pending = pending.subarray(count);
        filled += count;
      }
      return filled;
    },
    async close() {
      await iterator.return?.();
    },
  };
}

/**
 * Fills the memory of `target` in windows and says how many bytes came. One read may not have 2 GiB, and one Uint8Array of Node 20
 * not more than 4 GiB, though an array of wider elements may.
 */
export async function fillInWindows(
  source: ByteSource,
  target: ArrayBufferView,
  control: ReadControl,
  total: number | undefined = source.byteLength,
): Promise<number> {
  let filled = 0;
  while (filled < target.byteLength) {
    control.signal?.throwIfAborted();
    const length = Math.min(WINDOW_BYTES, target.byteLength - filled);
    const count = await source.fill(new Uint8Array(target.buffer, target.byteOffset + filled, length));
    filled += count;
    control.onProgress?.(filled, total);
    if (count < length) break;
  }
  return filled;
}

/** Everything that a source has, in memory of its own that starts at offset 0. */
export async function readEverything(source: ByteSource, control: ReadControl): Promise<Uint8Array> {
  let bytes = allocateBytes(source.name, source.byteLength ?? FIRST_WINDOW_BYTES);
  let filled = 0;
  for (;;) {
    filled += await fillInWindows(source, bytes.subarray(filled), progressFrom(filled, control));
    if (filled < bytes.length) return bytes.subarray(0, filled);
    const next = new Uint8Array(1);
    if ((await source.fill(next)) === 0) return bytes;
    const grown = allocateBytes(source.name, Math.max(FIRST_WINDOW_BYTES, bytes.length * 2));
    grown.set(bytes);
    grown.set(next, filled);
    filled += 1;
    bytes = grown;
  }
}

/** So many bytes, fewer only at the end. Where nobody knows how many there are, a number that lies takes no more memory than twice what comes. */
export async function readUpTo(source: ByteSource, byteLength: number): Promise<Uint8Array<ArrayBuffer>> {
  const { name, byteLength: most = WINDOW_BYTES } = source;
  let bytes = allocateBytes(name, Math.min(byteLength, most));
  let filled = 0;
  for (;;) {
    filled += await fillInWindows(source, bytes.subarray(filled), {});
    if (filled < bytes.length) return bytes.subarray(0, filled);
    if (filled === byteLength || filled === source.byteLength) return bytes;
    const grown = allocateBytes(name, Math.min(byteLength, 2 * bytes.length));
    grown.set(bytes);
    bytes = grown;
  }
}

/** A source whose first bytes have been read already. */
export function sourceBehind(head: Uint8Array, source: ByteSource): ByteSource {
  let pending = head;
  return {
    ...source,
    async fill(target) {
      const count = Math.min(pending.length, target.length);
      target.set(pending.subarray(0, count));
      pending = pending.subarray(count);
      return count === target.length ? count : count + (await source.fill(target.subarray(count)));
    },
  };
}

/** Bytes one after the other. */
export function joinedBytes(parts: Iterable<Uint8Array>): Uint8Array<ArrayBuffer> {
  const all = [...parts];
  const bytes = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function progressFrom(doneBytes: number, control: ReadControl): ReadControl {
  const { onProgress, signal } = control;
  return { onProgress: (more, total) => onProgress?.(doneBytes + more, total), signal };
}

function allocateBytes(name: string, byteLength: number): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(byteLength);
  } catch {
    throw new FormatError(name, "data that fit in memory", `at least ${byteLength} bytes`);
  }
}

function bytesOf(chunk: unknown, name: string): Uint8Array<ArrayBuffer> {
  if (chunk instanceof Uint8Array) return chunk as Uint8Array<ArrayBuffer>;
  throw new FormatError(name, "a stream of bytes", `a chunk of ${typeof chunk}`);
}

/**
 * The result of `work`, or the signal's reason as soon as it aborts, though the work may never end: a read of a pipe into which nothing
 * is written cannot be stopped. Errors of work that was abandoned are dropped.
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
