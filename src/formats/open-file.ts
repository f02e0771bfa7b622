import { FormatError } from "../values/errors.ts";
import type { ByteSource } from "./byte-source.ts";
import type { RandomAccess } from "./decode-parquet.ts";
import { nodeFileSystem, systemReason } from "./node-file-system.ts";
import type { ColumnsPlace } from "./read-column-data.ts";

export type FileHandle = Awaited<ReturnType<ReturnType<typeof nodeFileSystem>["open"]>>;

/** Opens a file, whose length may be unknown before it is read, and closes it whatever comes. @throws FormatError where it cannot be read */
export async function withFile<Result>(
  path: string,
  source: string,
  read: (handle: FileHandle, byteLength: number | undefined) => Promise<Result>,
): Promise<Result> {
  let handle: FileHandle;
  try {
    handle = await nodeFileSystem().open(path, "r");
  } catch (cause) {
    throw new FormatError(source, "a readable file", systemReason(cause));
  }
  let result: Result;
  try {
    const status = await handle.stat();
    if (status.isDirectory()) throw new FormatError(source, "a readable file", "a directory");
    // What the system makes while it is read, as in /proc, is a file of size 0.
    result = await read(handle, status.isFile() && status.size > 0 ? status.size : undefined);
  } catch (cause) {
    // Not awaited: a pipe is closed only when the read that waits on it comes back, which may be never.
    handle.close().catch(() => {});
    throw cause;
  }
  await handle.close();
  return result;
}

/** The bytes of an open file in order. */
function byteSourceOfHandle(handle: FileHandle, byteLength: number | undefined, name: string): ByteSource {
  return {
    name,
    byteLength,
    async fill(target) {
      let filled = 0;
      while (filled < target.length) {
        const { bytesRead } = await readOrExplain(handle, target, filled, name);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return filled;
    },
  };
}

async function readOrExplain(handle: FileHandle, target: Uint8Array, offset: number, name: string) {
  try {
    return await handle.read(target, offset, target.length - offset, null);
  } catch (cause) {
    throw new FormatError(name, "a readable file", systemReason(cause));
  }
}

/** The bytes of an open file anywhere. */
function randomAccessOf(handle: FileHandle, byteLength: number): RandomAccess {
  return {
    byteLength,
    async slice(start, end = byteLength) {
      const bytes = new Uint8Array(Math.max(0, end - start));
      let filled = 0;
      while (filled < bytes.length) {
        const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return bytes.buffer.slice(0, filled);
    },
  };
}

/** Both ways, where the length is known. */
export function columnsPlaceOf(
  handle: FileHandle,
  byteLength: number | undefined,
  name: string,
): ColumnsPlace {
  return {
    inOrder: byteSourceOfHandle(handle, byteLength, name),
    anywhere: byteLength === undefined ? undefined : randomAccessOf(handle, byteLength),
  };
}
