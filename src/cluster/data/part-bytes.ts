// The bytes of one file of a dataset, read anywhere: what every format asks for, wherever the file is.

import { open } from "node:fs/promises";
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
  return {
    ...{ name: path, byteLength: status.size, etag: undefined },
    async readInto(target, position) {
      for (let filled = 0; filled < target.length; ) {
        const { bytesRead } = await handle
          .read(target, filled, target.length - filled, position + filled)
          .catch((cause: unknown) => {
            throw new FormatError(path, "a readable file", systemReason(cause));
          });
        if (bytesRead === 0) throw endedEarly(path, position + target.length, position + filled);
        filled += bytesRead;
      }
    },
    close: () => handle.close(),
  };
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
