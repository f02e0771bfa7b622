// The bytes of one file of a dataset, read anywhere: what every format asks for, wherever the file is.

import { readSync } from "node:fs";
import { open } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { systemReason } from "../../formats/open-file.ts";
import type { RandomAccess } from "../../formats/open-parquet.ts";
import { FormatError } from "../../values/errors.ts";

export interface PartBytes {
  readonly name: string; // what errors call it
  readonly byteLength: number;
  readonly etag: string | undefined;
  /** Fills `target` with the bytes from `position` on. @throws FormatError where there are not so many */
  readInto(target: Uint8Array, position: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens the file of a URI. */
export type OpenBytes = (uri: string) => Promise<PartBytes>;

/** Bytes that are read before whoever waits in this process has a turn, some milliseconds. */
const MOST_IN_A_TURN = 32 << 20;

/** Opens a path. @throws FormatError where it cannot be read */
export async function openPath(path: string): Promise<PartBytes> {
  const handle = await open(path, "r").catch((cause: unknown) => {
    throw new FormatError(path, "a readable file", systemReason(cause));
  });
  const status = await handle.stat();
  if (!status.isFile()) {
    await handle.close();
    throw new FormatError(path, "a readable file", status.isDirectory() ? "a directory" : "a pipe or device");
  }
  let inTurn = 0;
  return {
    ...{ name: path, byteLength: status.size, etag: undefined },
    // At once: half a MiB of cached pages takes 60 µs, and a promise of it that a thread keeps as long again.
    async readInto(target, position) {
      for (let filled = 0; filled < target.length; ) {
        const bytesRead = readAt(handle.fd, path, target.subarray(filled), position + filled);
        if (bytesRead === 0) throw endedEarly(path, position + target.length, position + filled);
        filled += bytesRead;
        inTurn += bytesRead;
      }
      if (inTurn < MOST_IN_A_TURN) return;
      inTurn = 0;
      await setImmediate();
    },
    close: () => handle.close(),
  };
}

function readAt(descriptor: number, path: string, target: Uint8Array, position: number): number {
  try {
    return readSync(descriptor, target, 0, target.length, position);
  } catch (cause) {
    throw new FormatError(path, "a readable file", systemReason(cause));
  }
}

function endedEarly(name: string, wanted: number, actual: number): FormatError {
  return new FormatError(name, `a file of ${wanted} bytes or more`, `one that ends at ${actual}`);
}

/** The same as the readers of Parquet and Arrow take it. */
export function randomAccess(bytes: PartBytes): RandomAccess {
  return {
    byteLength: bytes.byteLength,
    async slice(start, end = bytes.byteLength) {
      const target = new Uint8Array(Math.max(0, Math.min(end, bytes.byteLength) - start));
      await bytes.readInto(target, start);
      return target.buffer;
    },
  };
}
